// Which pieces of Circuitous move when something happens.

import { inTurn, type Motions, type Place, type Scene, type Step } from '../../motion/plan.ts';
import type { Event, View } from './types.ts';

type Around = Scene<View>;

const plate = (seat: number): Place[] => [`plate:${seat}`];
const LETTERS = 'ABC';

/** A card of ours leaves the hand; of others only their plate is seen. */
const lay = (seat: number, card: string, number: number, { me }: Around, at = 0): Step => ({
  path: 'arc',
  ...(seat === me ? { from: [`hand:${card}`, ...plate(seat)], arrives: true } : { out: plate(seat) }),
  to: [`card:${number}`],
  hides: [`card-face:${number}`, `card-band:${number}`],
  lift: 30,
  at,
  ms: 280,
  sound: 'snap',
});
const settles = (number: number): Step[] =>
  [`card-face:${number}`, `card-band:${number}`, `card:${number}`].map((id) => ({ path: 'settle', on: [id], ms: 200 }));

/** Where the shortest way has changed, its thread runs on from what was there, and its flag ticks. */
function threads({ before, after }: Around): Step[] {
  return after.ways.flatMap((way): Step[] => {
    const old = before.ways.find(({ finish }) => finish === way.finish);
    const same = (old?.steps ?? []).findIndex((step, i) => step.card !== way.steps[i]?.card);
    const kept = old ? (same < 0 ? old.steps.length : same) : 0;
    if (old && kept === way.steps.length && kept === old.steps.length) return [];
    const share = Math.min(1, kept / Math.max(1, way.steps.length));
    return [
      { path: 'draw', on: [`way:${way.finish}`], share, at: 90, ms: 320, starts: 'thread' },
      { path: 'nod', on: [`flag:${way.finish}`], at: 90, ms: 200 },
    ];
  });
}

const toDiscard = (seat: number, card: string, { me }: Around): Step[] =>
  seat === me
    ? [{ path: 'arc', from: [`hand:${card}`], into: ['discard'], lift: 20, ms: 220, starts: 'slide', sound: 'wool' }]
    : [{ path: 'nod', on: plate(seat), ms: 220, sound: 'wool' }];

const slide = (letter: string): Step => ({
  path: 'slide',
  from: [`finish:${letter}`],
  to: [`finish:${letter}`],
  hides: [`finish-face:${letter}`],
  ms: 360,
  starts: 'slide',
  sound: 'snap',
});

export const motions: Motions<Event, View> = {
  apart: { drew_card: 80 },
  of: {
    chose: null,
    laid: ({ seat, card, number }, scene) =>
      // The card that reaches a finish has its thread when the finish lies there.
      inTurn(
        [lay(seat, card.card, number, scene)],
        [...settles(number), ...(scene.after.phase.is === 'over' ? [] : threads(scene))],
      ),
    discarded: ({ seat, card }, scene) => toDiscard(seat, card.card, scene),
    no_first_card: ({ seat }) => [{ path: 'shake', on: plate(seat), ms: 260, sound: 'no' }],
    used: ({ seat, card }, scene) => toDiscard(seat, card.card, scene),
    drew: ({ seat }, { me }) => (seat === me ? [] : [{ path: 'nod', on: plate(seat), ms: 200, sound: 'slide' }]),
    drew_card: ({ seat, card }, { me }) =>
      seat === me ? [{ path: 'flip', out: ['deck'], to: [`hand:${card.card}`], lift: 16, ms: 260, sound: 'turn' }] : [],
    finish_turned: ({ finish, quarter }, scene) => {
      const letter = LETTERS[finish]!;
      const turn = quarter === 'left' ? -90 : 90;
      return inTurn(
        [`finish-face:${letter}`, `finish:${letter}`].map((id, i) => ({
          path: 'turn',
          on: [id],
          turn,
          ms: 240,
          ...(i ? { sound: 'turn' } : {}),
        })),
        threads(scene),
      );
    },
    finish_slid: ({ finish }, scene) => inTurn([slide(LETTERS[finish]!)], threads(scene)),
    end_turned: ({ number, spot }, scene) => {
      const was = scene.before.cards.find((card) => card.number === number)?.turn ?? spot.turn;
      const turn = 90 * (((spot.turn - was + 5) % 4) - 1);
      const parts = [`card-face:${number}`, `card-band:${number}`, `card:${number}`];
      return inTurn(
        parts.map((id, i) => ({ path: 'turn', on: [id], turn, ms: 240, ...(i ? {} : { sound: 'turn' }) })),
        threads(scene),
      );
    },
    replaced: ({ seat, old, owner, card, number }, scene) =>
      inTurn(
        [
          { path: 'arc', from: [`card:${old}`], into: plate(owner), lift: 40, ms: 390, starts: 'slide' },
          lay(seat, card.card, number, scene, 110),
        ],
        [...settles(number), ...threads(scene)],
      ),
    passed_over: null,
    reached: ({ finish }, scene) => inTurn([slide(LETTERS[finish]!)], threads(scene)),
    out_of_cards: null,
  },
};
