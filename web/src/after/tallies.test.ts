import { expect, test } from 'vitest';
import { mean, scoreSeries, share } from './tallies.ts';

test('shares and means are rounded, and none of nothing', () => {
  expect(share({ games: 3, wins: 1 })).toBe('33%');
  expect(share({ games: 0, wins: 0 })).toBe('0%');
  expect(mean([{ total: 60 }, { total: 61 }])).toBe('60½');
  expect(mean([])).toBe('–');
});

test('a line of the sheet is a series over the games that have it', () => {
  expect(
    scoreSeries([
      { lines: [{ name: 'Buttons', points: 12 }] },
      {
        lines: [
          { name: 'Buttons', points: 20 },
          { name: 'Requests', points: 5 },
        ],
      },
    ]),
  ).toEqual([
    {
      name: 'Buttons',
      dots: [
        { x: 1, y: 12 },
        { x: 2, y: 20 },
      ],
    },
    { name: 'Requests', dots: [{ x: 2, y: 5 }] },
  ]);
});
