// Which pieces of Arch Ravels move when something happens.

import { inTurn, wave, type Motions, type Place, type Scene, type Step } from '../../motion/plan.ts';
import { COLORS, ITEMS } from './pieces/items.ts';
import type { Color, Event, Item, View } from './types.ts';

type Around = Scene<View>;

const plate = (seat: number): Place => `seat:${seat}`;
/** Somebody's yarn of a color: ours in the bowl, others' on their plate where it shows it. */
const ball = (seat: number, color: string, { me }: Around): Place[] =>
  seat === me
    ? [`bowl:${color}`]
    : [{ in: `seat:${seat}`, part: '.yarn', nth: COLORS.indexOf(color as Color) }, plate(seat)];
const letters = (bundle: string): string[] => [...bundle].filter((letter) => COLORS.includes(letter as Color));

/** Balls leave a bowl one after the other and wind into what is made of them. */
const wind = (seat: number, yarn: string, into: Place[], scene: Around): Step[] =>
  wave(letters(yarn), 60, (color) => ({
    path: 'arc',
    from: ball(seat, color, scene),
    into: [...into, plate(seat)],
    lift: 26,
    ms: 260,
    sound: 'stitch',
  }));
/** Balls roll into a bowl. */
const roll = (seat: number, yarn: string, from: (color: string, index: number) => Place[], scene: Around): Step[] =>
  letters(yarn).flatMap((color, i): Step[] => [
    {
      path: 'roll',
      from: from(color, i),
      into: ball(seat, color, scene),
      lift: 54 + 12 * i,
      at: 70 * i,
      ms: 550,
      sound: 'roll',
    },
    { path: 'settle', on: ball(seat, color, scene), at: 70 * i + 550, ms: 170 },
  ]);
/** What is finished falls to where finished things lie. */
const falls = (seat: number, from: Place, { me }: Around): Step => ({
  path: 'fall',
  from: [from],
  into: [seat === me ? 'finished' : plate(seat), plate(seat)],
  turn: 8,
  ms: 420,
  sound: 'needles',
});
const supply = (color: string): Place[] => [`supply:${color}`];
const discards = (space: number, at = 0): Step => ({
  path: 'slide',
  from: [`space:${space}`],
  without: '.yarn',
  into: ['discard'],
  turn: -7,
  at,
  ms: 240,
});

export const motions: Motions<Event, View> = {
  apart: { revealed: 80, listed: 80, took: 70, paid: 60, resolved: 80 },
  of: {
    moved: ({ seat, space }, { me, before }) => {
      if (seat !== me) return [{ path: 'nod', on: [plate(seat)], ms: 160, sound: 'hop' }];
      const far = Math.abs(space - (before.boards[seat]?.marker ?? space));
      const marker = [`marker:${seat}`];
      return inTurn(
        [{ path: 'hop', from: marker, to: marker, lift: 30 + 7 * far, ms: 280 + 30 * far, sound: 'hop' }],
        [{ path: 'nod', on: [`action:${space}`], ms: 160 }],
      );
    },
    shopped: ({ seat, space, face, yarn }, scene) => {
      const order = [...(face ?? '')];
      // A ball of the card for each letter, the first one of that letter that is left.
      const place = (color: string): Place[] => {
        const nth = order.indexOf(color);
        order[nth] = '';
        return [{ in: `space:${space}`, part: '.yarn', nth: Math.max(0, nth) }, `space:${space}`];
      };
      const balls = roll(seat, yarn, place, scene);
      // The card lies below its balls.
      return face === null ? balls : [discards(space, balls.length * 35), ...balls];
    },
    took: ({ seat, yarn }, scene) =>
      seat === scene.me
        ? roll(seat, yarn, supply, scene)
        : letters(yarn).map((color) => ({ path: 'settle', on: ball(seat, color, scene), ms: 200, sound: 'roll' })),
    exchange_began: null,
    craft_began: null,
    request_began: null,
    exchanged: ({ seat, give, get, count }, scene) => {
      const few = Array.from({ length: Math.min(3, count) }, () => get);
      return [
        {
          path: 'arc',
          from: ball(seat, give, scene),
          into: [...supply(give), 'deck'],
          lift: 40,
          ms: 260,
          starts: 'slide',
        },
        ...roll(seat, few.join(''), () => [...supply(get), ...ball(seat, give, scene)], scene),
      ];
    },
    paid: ({ seat, color, count }, scene) => {
      const { pending } = scene.before;
      const goal = pending.choice === 'pay' && 'item' in pending.goal ? [`pattern:${pending.goal.item}`] : [];
      return wind(seat, color.repeat(Math.min(4, count)), goal, scene);
    },
    crafted: ({ seat, item, yarn }, scene) =>
      inTurn(wind(seat, yarn, [`pattern:${item}`], scene), [
        { path: 'stamp', on: made(seat, item, scene), ms: 300, sound: 'needles' },
      ]),
    request_finished: ({ seat, request, yarn }, scene) =>
      inTurn(wind(seat, yarn, [`request:${request.id}`], scene), [falls(seat, `request:${request.id}`, scene)]),
    gave: ({ seat, to, color }, scene) => roll(to, color, () => ball(seat, color, scene), scene),
    reshuffled: () => [{ path: 'slide', from: ['discard'], into: ['deck'], ms: 300, starts: 'slide' }],
    revealed: ({ space }) => [
      { path: 'flip', out: ['deck'], to: [`space:${space}`], lift: 12, ms: 300, sound: 'turn' },
    ],
    nothing_restocked: null,
    tangled: ({ seat }, { before }) => {
      const space = before.phase.step === 'resolving' ? before.phase.space + 1 : 1;
      const cat = [`tangled:${seat}`];
      return inTurn(
        [{ path: 'hop', out: [`space:${space}`, 'deck'], to: cat, hops: 3, lift: 26, ms: 600, sound: 'paw' }],
        [{ path: 'shake', on: cat, ms: 500 }],
      );
    },
    nothing_to_donate: null,
    request_given: ({ to, request }, { me, before }) => {
      const at = before.bazaar.findIndex((face) => face && 'request' in face && face.request.id === request.id);
      const where = to === me ? { to: [`request:${request.id}`] } : { into: [plate(to)] };
      return [{ path: 'arc', from: [`space:${at + 1}`], ...where, lift: 30, ms: 340, starts: 'slide', sound: 'wool' }];
    },
    resolved: ({ space }) => [discards(space)],
    project_finished: ({ seat, project, items }, scene) => {
      const used = ITEMS.filter((_, i) => (items[i] ?? 0) > 0);
      const card = `project:${project.id}`;
      return inTurn(
        wave(used, 80, (item) => ({
          path: 'arc',
          from: made(seat, item, scene),
          into: [card],
          lift: 30,
          ms: 280,
          sound: 'wool',
        })),
        [falls(seat, card, scene)],
      );
    },
    learned: ({ seat, item }, { me }) => [
      { path: 'over', on: [seat === me ? `pattern:${item}` : plate(seat), plate(seat)], ms: 300, sound: 'turn' },
    ],
    frogged: ({ seat, item, yarn }, scene) =>
      yarn
        ? roll(seat, yarn, () => made(seat, item, scene), scene)
        : [{ path: 'shake', on: made(seat, item, scene), ms: 260, sound: 'unravel' }],
    passed: null,
    listed: ({ project }) =>
      inTurn(
        [{ path: 'flip', out: ['project-deck'], to: [`project:${project.id}`], lift: 10, ms: 300, sound: 'turn' }],
        [{ path: 'swing', on: [`project:${project.id}`], ms: 900 }],
      ),
    turn_began: null,
    end_triggered: null,
    game_over: null,
  },
};

const made = (seat: number, item: Item, { me }: Around): Place[] =>
  seat === me ? [`item:${item}`, `pattern:${item}`] : [plate(seat)];
