// Which pieces of Knitting Circle move when something happens.

import { inTurn, wave, type Flight, type Motions, type Place, type Scene, type Step } from '../../motion/plan.ts';
import type { Event, Slot, View } from './types.ts';

type Around = Scene<View>;

const spaceOf = (slot: Slot) => Number(slot.split(' ')[0]);
const yarn = (slot: Slot) => `yarn:${slot.replace(' ', ':')}`;
/** A tile that lies before somebody: one of ours by itself, others' among what they have. */
const tile = (seat: number, id: string, { me }: Around): Place[] =>
  seat === me ? [`tile:${id}`, `retain:${id.split('-')[0]}`] : [`tile:${seat}:${id}`, `board:${seat}`];
/** Where it lands: as a piece that can be seen, or somewhere on a board. */
const lands = (seat: number, id: string, scene: Around) =>
  seat === scene.me ? { to: tile(seat, id, scene) } : { into: tile(seat, id, scene) };

/** A cat goes around the hoop, over whoever sits there, and takes a tile. */
function take(cat: number, slot: Slot, { before }: Around, takes: Partial<Flight>): Step[] {
  const { circle } = before;
  const from = circle.findIndex((space) => space.cat === cat);
  const to = spaceOf(slot);
  const far = from < 0 ? 0 : (to - from + circle.length) % circle.length;
  const between = Array.from({ length: Math.max(0, far - 1) }, (_, i) => (from + i + 1) % circle.length);
  const walk: Step[] =
    far === 0
      ? []
      : [
          {
            path: 'hop',
            from: [`cat:${cat}`],
            to: [`cat:${cat}`],
            via: between.map((space) => `space:${space}`),
            high: between.flatMap((space, i) => (circle[space]!.cat === null ? [] : [i])),
            ms: far * (far > 3 ? 140 : 200),
            sound: 'paw',
          },
        ];
  const angle = (360 * to) / circle.length;
  const upright = angle > 180 ? 360 - angle : -angle;
  const tile: Step = { path: 'arc', from: [yarn(slot)], lift: 74, turn: upright, ms: 490, starts: 'slide', ...takes };
  return inTurn(walk, [tile, { path: 'lean', on: [`cat:${cat}`], ms: 300 }]);
}

export const motions: Motions<Event, View> = {
  apart: { refilled: 30, drew_button: 90, request_met: 120 },
  of: {
    chose_first: ({ garment }) => [{ path: 'nod', on: [`deck:${garment}`], ms: 160, sound: 'touch' }],
    started: ({ seat, garment, paid }, scene) => [
      { path: 'arc', from: tile(seat, paid, scene), into: [`deck:${garment}`], lift: 40, ms: 300, sound: 'wool' },
    ],
    drew_cards: ({ seat, garment }, { me }) =>
      seat === me
        ? []
        : [{ path: 'arc', from: [`deck:${garment}`], into: [`board:${seat}`], lift: 30, ms: 300, starts: 'slide' }],
    offered: ({ cards }, { before }) => {
      const deck = before.boards.flatMap(({ offer }) => (offer ? [`deck:${offer.garment}`] : []));
      const type = (card: string) => `deck:${card.slice(0, card.lastIndexOf('-'))}`;
      return wave(cards, 80, (card) => ({
        path: 'flip',
        out: [type(card), ...deck],
        to: [`card:${card}`],
        lift: 30,
        ms: 300,
        sound: 'turn',
      }));
    },
    kept: ({ seat, card }, { me, before }) => {
      if (seat !== me) return [{ path: 'settle', on: [`garment:${card}`, `board:${seat}`], ms: 200 }];
      const others = before.boards[seat]?.offer?.cards.filter((each) => each.card !== card) ?? [];
      const under = `deck:${card.slice(0, card.lastIndexOf('-'))}`;
      return [
        { path: 'arc', from: [`card:${card}`], to: [`garment:${card}`], lift: 24, ms: 320, sound: 'wool' },
        ...others.map((each): Step => ({ path: 'slide', from: [`card:${each.card}`], into: [under], ms: 260 })),
      ];
    },
    center_placed: ({ color, slot }) => [
      { path: 'arc', from: [`center:${color}`], to: [yarn(slot)], lift: 30, ms: 300, starts: 'slide', sound: 'wool' },
    ],
    drafted: ({ seat, slot, color, side }, scene) =>
      take(seat, slot, scene, { ...lands(seat, `${color}-${side}`, scene), sound: 'wool' }),
    passed: null,
    coin_flipped: () => [{ path: 'over', on: ['round'], ms: 240, sound: 'turn' }],
    opponent_took: ({ slot }, scene) => take(1, slot, scene, { into: ['cat:1'], lift: 30, sound: 'wool' }),
    opponent_passed: null,
    crafting_began: () => [{ path: 'tick', on: ['round'], ms: 240 }],
    knitted: ({ seat, tile: id, card, space }, scene) => {
      const row = `row:${card}:${space}`;
      if (seat !== scene.me) {
        const to = [`garment:${card}`, `board:${seat}`];
        return inTurn(
          [{ path: 'arc', from: tile(seat, id, scene), into: to, lift: 20, ms: 350, sound: 'row' }],
          [{ path: 'settle', on: to, ms: 220 }],
        );
      }
      return inTurn(
        [{ path: 'arc', from: tile(seat, id, scene), to: [row, `garment:${card}`], lift: 34, ms: 350 }],
        [
          { path: 'knit', on: [row], ms: 275, sound: 'stitch' },
          { path: 'nod', on: [`needle-of:${card}`], ms: 220, sound: 'row' },
          { path: 'tick', on: [`worth:${card}`], ms: 220 },
        ],
      );
    },
    drew_yarn: ({ seat, color }, scene) => fromBag(seat, color, scene),
    got_paw: ({ seat }, { me }) => [
      { path: 'stamp', on: [seat === me ? 'paw' : `board:${seat}`], ms: 240, sound: 'touch' },
    ],
    nothing_left: null,
    flipped: ({ seat, discarded, turned }, scene) => [
      { path: 'slide', from: tile(seat, discarded, scene), into: ['bag'], ms: 260, starts: 'slide' },
      { path: 'over', on: tile(seat, turned, scene), ms: 240, sound: 'turn' },
    ],
    paw_used: ({ seat, color }, scene) => fromBag(seat, color, scene),
    completed: ({ seat, card, buttons }, { me }) => {
      const shelf = [`done:${card}`, `completed:${seat}`, `board:${seat}`];
      const made = seat === me ? 'to' : 'into';
      return inTurn(
        [{ path: 'arc', from: [`garment:${card}`], [made]: shelf, lift: 30, ms: 460, sound: 'needles' }],
        [
          { path: 'shake', on: shelf, ms: 320 },
          ...wave(buttons, 90, (button) => ({
            path: 'arc',
            from: [`button:${button}`],
            into: shelf,
            lift: 24,
            ms: 360,
            sound: 'touch',
          })),
        ],
      );
    },
    request_met: ({ request }) => [{ path: 'stamp', on: [`request:${request}`], ms: 240, sound: 'row' }],
    said_done: null,
    retaining_began: null,
    retained: ({ seat, kept }, scene) =>
      kept.map((color) => ({ path: 'settle', on: tile(seat, `${color}-bowl`, scene), ms: 200, sound: 'wool' })),
    round_ended: null,
    request_flipped: ({ request }) => [{ path: 'over', on: [`request:${request}`], ms: 240, sound: 'turn' }],
    drew_button: ({ seat, button }, { me }) => [
      { path: 'stamp', on: [seat === me ? `button:${button}` : `board:${seat}`], ms: 240, sound: 'touch' },
    ],
    refilled: ({ slot }) => [
      { path: 'arc', out: ['round', 'bag'], to: [yarn(slot)], lift: 16, ms: 260, sound: 'wool' },
    ],
    round_began: () => [
      { path: 'over', on: ['round'], ms: 240, sound: 'turn' },
      { path: 'stamp', on: ['star'], ms: 400 },
    ],
    game_over: null,
  },
};

const fromBag = (seat: number, color: string, scene: Around): Step[] =>
  seat === scene.me
    ? [{ path: 'arc', out: [`bag:${color}`, 'bag'], to: [`tile:${color}-bowl`], lift: 40, ms: 300, sound: 'wool' }]
    : [{ path: 'arc', from: [`bag:${color}`], into: [`board:${seat}`], lift: 40, ms: 300, sound: 'wool' }];
