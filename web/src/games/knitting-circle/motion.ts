// Which pieces of Knitting Circle move when something happens.

import {
  inTurn,
  turnsOver,
  wave,
  type Flight,
  type Motions,
  type Place,
  type Scene,
  type Step,
} from '../../motion/plan.ts';
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

/** What somebody has is seen on their plate, where that has room; then something of them answers all the same. */
const onPlate = (seat: number, part: string, nth = 0): Place[] => [
  { in: `board:${seat}`, part, nth },
  { in: `board:${seat}`, part: '.score' },
];
/** Somebody's buttons in the order in which their plate shows them. */
const buttonsOf = ({ boards }: View, seat: number) =>
  Object.values(boards[seat]?.workspace ?? {})
    .flat()
    .filter((button) => button !== null);
const buttonOf = (seat: number, button: string, view: View, { me }: Around): Place[] =>
  seat === me ? [`button:${button}`] : onPlate(seat, '.kc-button', Math.max(0, buttonsOf(view, seat).indexOf(button)));

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

/** ms between two stitches; and while a garment shakes itself and its needle is drawn out. */
const STITCH = 55;
const SHAKE = 460;

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
    coin_flipped: () => turnsOver(['round'], 240, { sound: 'turn' }),
    opponent_took: ({ slot }, scene) => take(1, slot, scene, { into: ['cat:1'], lift: 30, sound: 'wool' }),
    opponent_passed: null,
    crafting_began: () => [{ path: 'tick', on: ['round'], ms: 240 }],
    knitted: ({ seat, tile: id, card, space }, scene) => {
      const row = `row:${card}:${space}`;
      const garment = `garment:${card}`;
      const band: Place = { in: garment, part: '.sil .band', nth: space };
      if (seat !== scene.me) {
        const to = [garment, `board:${seat}`];
        return inTurn(
          [{ path: 'arc', from: tile(seat, id, scene), into: to, lift: 20, ms: 350, sound: 'row' }],
          [
            { path: 'grow', on: [band], ms: 220 },
            { path: 'settle', on: to, ms: 220 },
          ],
        );
      }
      return [
        { path: 'stay', from: [row], into: [row], melts: 340, ms: 690 },
        // It lies over its row and fades while the row is knitted below it.
        { path: 'arc', from: tile(seat, id, scene), to: [row, garment], lift: 34, melts: 340, ms: 690, sound: 'wool' },
        ...wave([0, 1, 2, 3, 4], STITCH, (i) => ({
          path: 'stitch',
          out: [row],
          to: [row],
          slice: [i / 5, (i + 1) / 5],
          at: 350,
          ms: 340 - i * STITCH,
          starts: 'stitch',
          nth: i,
        })),
        { path: 'dip', on: [`needle-of:${card}`], at: 350, ms: 6 * STITCH },
        { path: 'grow', on: [band], at: 350, ms: 340 },
        { path: 'bump', on: [`worth:${card}`], at: 470, ms: 220, sound: 'row' },
      ];
    },
    drew_yarn: ({ seat, color }, scene) => fromBag(seat, color, scene),
    got_paw: ({ seat }, { me }) => [
      {
        path: 'bump',
        on: seat === me ? [{ in: 'paw', part: '.draw' }] : onPlate(seat, '.accent'),
        ms: 240,
        sound: 'touch',
      },
    ],
    nothing_left: null,
    flipped: ({ seat, discarded, turned }, scene) => {
      const [color, side] = turned.split('-');
      const other = `${color}-${side === 'knit' ? 'purl' : 'knit'}`;
      return [
        { path: 'slide', from: tile(seat, discarded, scene), into: ['bag', 'round'], ms: 260, starts: 'slide' },
        ...turnsOver(tile(seat, turned, scene), 240, { sound: 'turn' }, tile(seat, other, scene)),
      ];
    },
    paw_used: ({ seat, color }, scene) => fromBag(seat, color, scene),
    completed: ({ seat, card, pattern, buttons }, scene) => {
      const garment = `garment:${card}`;
      const isMine = seat === scene.me;
      const shelf: Place[] = isMine ? [`done:${card}`, `completed:${seat}`] : [garment, `board:${seat}`];
      const goes: Step[] = isMine
        ? [
            { path: 'pull', from: [`needle-of:${card}`], into: [`needle-of:${card}`], ms: SHAKE },
            {
              path: 'shed',
              from: [
                { in: garment, part: '.sil' },
                { in: garment, part: '.col' },
              ],
              to: [{ in: `done:${card}`, part: '.made' }, `completed:${seat}`],
              lift: 30,
              holds: SHAKE,
              ms: SHAKE + 360,
              starts: 'needles',
              sound: 'wool',
            },
          ]
        : [{ path: 'shake', on: [{ in: garment, part: '.sil' }, ...shelf], ms: SHAKE, starts: 'needles' }];
      const follow = wave(buttons, 90, (button) => ({
        path: 'arc',
        from: buttonOf(seat, button, scene.before, scene),
        into: shelf,
        lift: 24,
        at: SHAKE,
        ms: 360,
        sound: 'touch',
      }));
      const ugly: Step[] = pattern
        ? []
        : [
            isMine
              ? { path: 'drop', out: shelf, to: [`ugly:${card}`], ms: 520, starts: 'unravel', sound: 'touch' }
              : { path: 'arc', from: ['ugly'], into: shelf, turn: 720, lift: 40, ms: 520, starts: 'unravel' },
          ];
      const worth = { in: isMine ? `completed:${seat}` : `board:${seat}`, part: isMine ? '.points' : '.score' };
      return inTurn(goes.concat(follow), ugly.concat({ path: 'bump', on: [worth], ms: 220 }));
    },
    request_met: ({ seat, request }) => [
      { path: 'stamp', on: [`met:${request}:${seat}`, { in: `board:${seat}`, part: '.score' }], ms: 240, sound: 'row' },
    ],
    said_done: null,
    retaining_began: null,
    retained: ({ seat, kept }, scene) =>
      kept.map((color) => ({ path: 'settle', on: tile(seat, `${color}-bowl`, scene), ms: 200, sound: 'wool' })),
    round_ended: null,
    request_flipped: ({ request }) => turnsOver([`request:${request}`], 240, { sound: 'turn' }),
    drew_button: ({ seat, button }, scene) => [
      { path: 'stamp', on: buttonOf(seat, button, scene.after, scene), ms: 240, sound: 'touch' },
    ],
    refilled: ({ slot }) => [
      { path: 'arc', out: ['round', 'bag'], to: [yarn(slot)], lift: 16, ms: 260, sound: 'wool' },
    ],
    // The star runs from whoever was first; where that is nobody else, from its place on the hoop.
    round_began: ({ first }, { before }) => [
      ...turnsOver(['round'], 240, { sound: 'turn' }),
      before.boards.length === 1
        ? { path: 'stamp', on: ['star'], ms: 240 }
        : {
            path: 'run',
            from: [before.first === first ? 'star' : 'first'],
            to: ['first'],
            via: ['hoop'],
            at: 120,
            ms: 400,
            starts: 'slide',
            sound: 'hop',
          },
      ...(before.boards.length === 1 ? [] : ([{ path: 'lean', on: [`cat:${first}`], at: 480, ms: 240 }] as Step[])),
    ],
    game_over: null,
  },
};

/** Yarn comes out of the bag; where that is folded away, ours out of the paws and others' answers on their plate. */
const fromBag = (seat: number, color: string, scene: Around): Step[] =>
  seat === scene.me
    ? [
        {
          path: 'arc',
          out: [`bag:${color}`, 'bag', 'paw'],
          to: [`tile:${color}-bowl`],
          lift: 40,
          ms: 300,
          sound: 'wool',
        },
      ]
    : [
        { path: 'arc', from: [`bag:${color}`], into: [`board:${seat}`], lift: 40, ms: 300 },
        { path: 'bump', on: onPlate(seat, '.inset'), at: 200, ms: 240, starts: 'wool' },
      ];
