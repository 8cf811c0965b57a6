// A small made-up insight, for tests and the gallery of pieces.

import type { Insight, Step } from './insight.ts';

const step = (
  index: number,
  seat: number,
  words: string,
  points: [number, number],
  chance: number,
  loss = 0,
  better?: string,
): Step => ({
  index,
  seat,
  action: 'x',
  words: [words],
  choice: [0, 0],
  choice_error: [0, 0],
  choice_chance: [0, 0],
  choice_chance_error: [0, 0],
  luck: [0, 0],
  luck_error: [0, 0],
  luck_chance: [0, 0],
  luck_chance_error: [0, 0],
  after: { points, chances: [chance, 1 - chance] },
  best: better ? { action: 'y', words: [better], score: points[seat]! + loss, value: 0.5 } : null,
  loss,
  loss_error: 0.4,
  loss_chance: loss / 50,
  loss_chance_error: 0.01,
});

export const SAMPLE: Insight = {
  games: 24,
  looks: 200,
  iterations: 600,
  players: [
    {
      seat: 0,
      points: {
        start: 55,
        luck: 6.5,
        own: -3.25,
        others: -0.25,
        result: 58,
        error: { start: 2, luck: 0.8, own: 2.1, others: 1.9 },
      },
      chances: {
        start: 0.5,
        luck: 0.3,
        own: -0.05,
        others: 0.25,
        result: 1,
        error: { start: 0.04, luck: 0.02, own: 0.06, others: 0.06 },
      },
      lost: 3.3,
      lost_error: 0.9,
      lost_chance: 0.06,
      lost_chance_error: 0.02,
    },
    {
      seat: 1,
      points: {
        start: 55,
        luck: -4,
        own: -6,
        others: 2,
        result: 47,
        error: { start: 2, luck: 0.7, own: 2, others: 2.2 },
      },
      chances: {
        start: 0.5,
        luck: -0.25,
        own: -0.25,
        others: 0,
        result: 0,
        error: { start: 0.04, luck: 0.02, own: 0.06, others: 0.06 },
      },
      lost: 6.1,
      lost_error: 1.2,
      lost_chance: 0.12,
      lost_chance_error: 0.03,
    },
  ],
  start: { points: [55, 55], chances: [0.5, 0.5] },
  deal: { points: [2.5, -1], chances: [0.06, -0.06] },
  steps: [
    step(0, 0, 'Takes the purple tile', [57, 54.5], 0.55, 0.4, 'Take the teal tile'),
    step(1, 1, 'Takes the navy tile', [57.4, 53], 0.6, 1.1, 'Take the pink tile'),
    step(2, 0, 'Casts off the mittens', [60, 52], 0.72),
    step(3, 1, 'Starts long johns', [60.5, 48], 0.9, 4.2, 'Finish the hat'),
    step(4, 0, 'Says done', [58, 47], 1, 2.6, 'Knit the last tile'),
  ],
  moments: [
    { index: 2, seat: 0, kind: 'luck', amount: 0.12, error: 0.03, points: 2.6 },
    { index: 3, seat: 1, kind: 'mistake', amount: 0.18, error: 0.05, points: 4.2 },
  ],
};
