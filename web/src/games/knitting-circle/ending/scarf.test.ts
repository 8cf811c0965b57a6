import { expect, test } from 'vitest';
import { longest, PATCH, patchAt, scarfOf, TAG } from './scarf.ts';

const sheet = (...points: number[]) => ({
  lines: points.map((each, i) => ({ name: `line ${i}`, points: each })),
  total: points.reduce((sum, each) => sum + each, 0),
});

test('each line is a band on the one before', () => {
  const { bands, seams, lengths } = scarfOf(sheet(17, 16, 8, 0, 12));
  expect(bands.map(({ line, points, below }) => [line, points, below])).toEqual([
    [0, 17, 0],
    [1, 16, 17],
    [2, 8, 33],
    [4, 12, 41],
  ]);
  expect(seams).toEqual([]);
  expect(lengths).toEqual([0, 17, 33, 41, 41, 53]);
});

test('an ugly button unravels what was knitted last, and the next yarn begins there', () => {
  const { bands, seams, lengths } = scarfOf(sheet(21, 19, 10, -3, 3));
  expect(bands.at(-1)).toMatchObject({ line: 4, points: 3, below: 47 });
  expect(bands.map(({ left }) => left)).toEqual([21, 19, 7, 3]);
  expect(seams).toEqual([{ line: 3, at: 47, points: -3 }]);
  expect(lengths).toEqual([0, 21, 40, 50, 47, 50]);
});

test('a scarf is never shorter than nothing', () => {
  const { bands, lengths } = scarfOf(sheet(0, 2, 0, -6, 5));
  expect(lengths).toEqual([0, 0, 2, 2, 0, 1]);
  expect(bands.at(-1)).toMatchObject({ points: 1, below: 0 });
  expect(longest([scarfOf(sheet(0, 0)), scarfOf(sheet(0, 2, 0, -6, 5))])).toBe(2);
});

test('the patch covers no number where there is room for it', () => {
  const scarf = scarfOf(sheet(19, 18, 25, -3, 0));
  const at = patchAt(scarf, 4);
  // What was unraveled, then 25, 18 and 19 from the needle down.
  for (const tag of [15, 44, 124, 198]) expect(Math.abs(at - tag)).toBeGreaterThanOrEqual(TAG + PATCH);
  expect(at).toBe(84);
});

test('a short scarf has its patch where it covers least', () => {
  expect(patchAt(scarfOf(sheet(3, 0, 0, 0, 0)), 7)).toBeGreaterThan(0);
});
