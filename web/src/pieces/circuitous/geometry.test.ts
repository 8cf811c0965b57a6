import { describe, expect, test } from 'vitest';
import { paths, SHAPES } from './examples.ts';
import { SIDES, centreLine, drawLines, exitAt, freeCorners, turned } from './geometry.ts';

test('four quarter turns are none', () => {
  expect(turned([3, -2], 4)).toEqual([3, -2]);
  expect(turned([1, 0], 1)).toEqual([0, -1]);
});

test('a line begins and ends at its exits', () => {
  for (const a of SIDES)
    for (const b of SIDES)
      if (a !== b) {
        const segments = centreLine({ side: a, offset: 2 }, { side: b, offset: -1 });
        expect(segments[0]![0]).toEqual(centreLine({ side: a, offset: 2 })[0]![0]);
        expect(segments.at(-1)![3]).toEqual(centreLine({ side: b, offset: -1 })[0]![0]);
      }
});

test('an exit is found again on a card that lies turned and elsewhere', () => {
  // A tee turned right at (0, 12): its south exit looks west.
  expect(exitAt({ x: 0, y: 12, turn: 1 }, { x: -7, y: 12, out: 'west' })).toEqual({ side: 'south', offset: 0 });
  expect(exitAt({ x: -2, y: 38, turn: 0 }, { x: -4, y: 45, out: 'north' })).toEqual({ side: 'north', offset: -2 });
});

describe('shapes of all kinds can be drawn', () => {
  test.each(SHAPES)('%s', (text) => {
    for (const { d } of drawLines(paths(text))) expect(d).toMatch(/^M[-\d. ]+C[-\d. MC]+$/);
    expect(freeCorners(paths(text), 0, 2.9)).toHaveLength(4);
  });
});
