// Which pieces of Arch Ravels move when something happens.

import {
  inTurn,
  lengthOf,
  turnsOver,
  wave,
  type Flight,
  type Motions,
  type Place,
  type Scene,
  type Step,
} from '../../motion/plan.ts';
import { COLORS, ITEMS } from './pieces/items.ts';
import type { Color, Event, Item, View } from './types.ts';

type Around = Scene<View>;

const plate = (seat: number): Place => `seat:${seat}`;
/** Somebody's yarn of a color: ours in the bowl, others' on their plate where it shows it. */
const ball = (seat: number, color: string, { me }: Around): Place[] =>
  seat === me
    ? [{ in: `bowl:${color}`, part: '.yarn' }]
    : [{ in: `seat:${seat}`, part: '.yarns .yarn', nth: COLORS.indexOf(color as Color) }, plate(seat)];
/** What a ball looks like, and an item: where a plate shows none, as ours do. */
const yarnArt = (seat: number, color: string, scene: Around): Place[] => [
  ball(seat, color, scene)[0]!,
  { in: `bowl:${color}`, part: '.yarn' },
];
const itemArt = (item: Item): Place[] => [{ in: `item:${item}`, part: '.draw' }];
/** An item that somebody has made. */
function made(seat: number, item: Item, { me }: Around, { boards }: View): Place[] {
  if (seat === me) return [...itemArt(item), `pattern:${item}`];
  const nth = ITEMS.filter((_, i) => (boards[seat]?.items[i] ?? 0) > 0).indexOf(item);
  return [
    { in: `seat:${seat}`, part: '.things .draw', nth: Math.max(0, nth) },
    { in: `seat:${seat}`, part: '.total' },
  ];
}
const letters = (bundle: string): string[] => [...bundle].filter((letter) => COLORS.includes(letter as Color));

/** How many of a color somebody has. */
const counts = (seat: number, color: string, { me }: Around): Place[] =>
  seat === me ? [`count:${color}`] : [{ in: `seat:${seat}`, part: '.yarns .num', nth: COLORS.indexOf(color as Color) }];

/** Balls leave a bowl one after the other and wind into what is made of them. */
const wind = (seat: number, yarn: string, into: Place[], scene: Around): Step[] =>
  wave(letters(yarn), 60, (color) => ({
    path: 'wind',
    like: yarnArt(seat, color, scene),
    out: ball(seat, color, scene),
    into: seat === scene.me ? into : [plate(seat)],
    lift: 26,
    ms: WIND,
    sound: 'stitch',
  }));
/** The same backwards: what was made becomes balls again. */
const unwind = (seat: number, yarn: string, out: Place[], scene: Around): Step[] =>
  wave(letters(yarn), 60, (color) => ({
    path: 'wind',
    backwards: true,
    like: yarnArt(seat, color, scene),
    out,
    into: ball(seat, color, scene),
    lift: 26,
    ms: WIND,
    sound: 'wool',
  }));
/** Balls roll into a bowl, and the counts of their colors tick. */
const roll = (seat: number, yarn: string, from: (color: string) => Partial<Flight>, scene: Around): Step[] =>
  letters(yarn).flatMap((color, i): Step[] => [
    {
      path: 'roll',
      like: yarnArt(seat, color, scene),
      ...from(color),
      into: ball(seat, color, scene),
      lift: 54 + 12 * i,
      at: 70 * i,
      ms: 550,
      sound: 'roll',
    },
    { path: 'tick', on: counts(seat, color, scene), at: 70 * i + 550, ms: 170 },
    { path: 'settle', on: ball(seat, color, scene), at: 70 * i + 550, ms: 170 },
  ]);
/** What is finished comes off its place and falls to where finished things lie; what it is worth is stamped on it. */
function falls(seat: number, from: string, worth: string, { me }: Around): Step[] {
  const into: Place[] = [seat === me ? 'finished' : plate(seat), plate(seat)];
  return [
    { path: 'fall', from: [from], without: `.peg, ${worth}`, into, turn: 8, ms: 420, sound: 'wool' },
    { path: 'seal', from: [{ in: from, part: worth }], into, at: 400, ms: 460, starts: 'needles' },
  ];
}
const supply = (color: string) => ({ out: [`supply:${color}`, 'deck'] });
/** A card that nothing lies on any more: it is lifted, waits until its balls have left, and goes. */
const discards = (space: number, waits = 0): Step => ({
  path: 'slide',
  from: [`space:${space}`],
  without: '.yarn',
  into: ['discard'],
  turn: -7,
  holds: waits,
  ms: waits + 240,
});
const LIFT = 90;
const WIND = 400;

export const motions: Motions<Event, View> = {
  apart: { revealed: 80, listed: 80, took: 70, paid: 60, resolved: 80 },
  of: {
    moved: ({ seat, space }, { me, before }) => {
      if (seat !== me) return [{ path: 'nod', on: [plate(seat)], ms: 160, sound: 'hop' }];
      const far = Math.abs(space - (before.boards[seat]?.marker ?? space));
      const marker = [`marker:${seat}`];
      return inTurn(
        [{ path: 'hop', from: marker, to: marker, lift: 30 + 7 * far, ms: 280 + 30 * far, sound: 'hop' }],
        [{ path: 'nod', on: [{ in: `action:${space}`, part: '.ico' }, `action:${space}`], ms: 160 }],
      );
    },
    shopped: ({ seat, space, face, yarn }, scene) => {
      const order = [...(face ?? '')];
      // A ball of the card for each letter, the first one of that letter that is left.
      const place = (color: string) => {
        const nth = order.indexOf(color);
        order[nth] = '';
        const from = [{ in: `space:${space}`, part: '.yarn', nth: Math.max(0, nth) }];
        return { from, like: from };
      };
      const balls = roll(seat, yarn, place, scene).map((step) => ({ ...step, at: (step.at ?? 0) + LIFT }));
      // The card lies below its balls, and leaves when they have.
      return face === null ? balls : [discards(space, LIFT + 70 * letters(yarn).length + 120), ...balls];
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
          like: yarnArt(seat, give, scene),
          out: ball(seat, give, scene),
          into: supply(give).out,
          lift: 40,
          ms: 260,
          starts: 'slide',
        },
        ...roll(seat, few.join(''), supply, scene),
      ];
    },
    paid: ({ seat, color, count }, scene) => {
      const { pending } = scene.before;
      const goal = pending.choice === 'pay' && 'item' in pending.goal ? [`pattern:${pending.goal.item}`] : [];
      return wind(seat, color.repeat(Math.min(4, count)), goal, scene);
    },
    crafted: ({ seat, item, yarn }, scene) => {
      const balls = wind(seat, yarn, [`pattern:${item}`], scene);
      // It springs up while the last ball is still wound into it.
      const at = Math.max(0, lengthOf(balls) - 120);
      return [...balls, { path: 'spring', on: made(seat, item, scene, scene.after), at, ms: 300, starts: 'needles' }];
    },
    request_finished: ({ seat, request, yarn }, scene) =>
      inTurn(wind(seat, yarn, [`request:${request.id}`], scene), falls(seat, `request:${request.id}`, '.stamp', scene)),
    gave: ({ seat, to, color }, scene) => roll(to, color, () => ({ out: ball(seat, color, scene) }), scene),
    reshuffled: () => [{ path: 'slide', from: ['discard'], into: ['deck'], ms: 300, starts: 'slide' }],
    revealed: ({ space }) => [
      { path: 'flip', out: ['deck'], to: [`space:${space}`], lift: 12, ms: 300, sound: 'turn' },
    ],
    nothing_restocked: null,
    // It has to be seen whose turn it is to be tangled: three hops there, then its thread goes twice around.
    tangled: ({ seat }, { before }) => {
      const space = before.phase.step === 'resolving' ? before.phase.space + 1 : 1;
      const cat = [`tangled:${seat}`];
      return inTurn(
        [
          {
            path: 'hop',
            out: [`space:${space}`, 'deck'],
            to: cat,
            hops: 3,
            lift: 26,
            ms: 600,
            sound: 'paw',
          },
        ],
        [
          { path: 'draw', on: [`thread:${seat}`], ms: 500, starts: 'thread' },
          { path: 'draw', on: [`board-thread:${seat}`], ms: 500 },
          { path: 'shake', on: cat, ms: 500 },
        ],
      );
    },
    nothing_to_donate: null,
    request_given: ({ to, request }, { me, before }) => {
      const at = before.bazaar.findIndex((face) => face && 'request' in face && face.request.id === request.id);
      const where = to === me ? { to: [`request:${request.id}`] } : { into: [plate(to)] };
      return [{ path: 'arc', from: [`space:${at + 1}`], ...where, lift: 30, ms: 340, starts: 'slide', sound: 'wool' }];
    },
    // A card that came just now was never seen to lie there.
    resolved: ({ space }, { before }) => (before.bazaar[space - 1] ? [discards(space)] : []),
    project_finished: ({ seat, project, items }, scene) => {
      const used = ITEMS.filter((_, i) => (items[i] ?? 0) > 0);
      const card = `project:${project.id}`;
      return inTurn(
        wave(used, 80, (item) => ({
          path: 'arc',
          like: itemArt(item),
          out: made(seat, item, scene, scene.before),
          into: [card],
          lift: 30,
          ms: 280,
          sound: 'wool',
        })),
        falls(seat, card, '.pts', scene),
      );
    },
    learned: ({ seat, item }, { me }) =>
      seat === me
        ? turnsOver([`pattern:${item}`], 300, { sound: 'turn' })
        : [{ path: 'nod', on: [plate(seat)], ms: 300, sound: 'turn' }],
    // Craft backwards: it sinks in itself, and its balls unwind into the bowl.
    frogged: ({ seat, item, yarn }, scene) => {
      const was = made(seat, item, scene, scene.before);
      return [
        { path: 'shake', on: was, ms: 260, starts: 'unravel' },
        ...unwind(seat, yarn, was, scene).map((step) => ({ ...step, at: (step.at ?? 0) + 140 })),
      ];
    },
    passed: null,
    listed: ({ project }) =>
      inTurn(
        [{ path: 'flip', out: ['project-deck'], to: [`project:${project.id}`], lift: 10, ms: 300, sound: 'turn' }],
        [{ path: 'swing', on: [`project:${project.id}`], ms: 900, trails: true }],
      ),
    turn_began: null,
    end_triggered: null,
    game_over: null,
  },
};
