import { describe, expect, test } from 'vitest';
import { paths, SHAPES } from './examples.ts';
import { SIDES, type Pt, centreLine, drawLines, exitAt, freeCorners, linesOf, onCurve, turned } from './geometry.ts';

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

describe('no line ends in the open', () => {
  const distance = (a: Pt, b: Pt) => Math.hypot(a[0] - b[0], a[1] - b[1]);
  test.each(SHAPES)('%s', (text) => {
    for (const path of paths(text).filter((path) => path.length > 1)) {
      const { pairs } = linesOf(path);
      const exits = path.map((exit) => centreLine(exit)[0]![0]);
      for (const exit of exits)
        expect(pairs.some((p) => [p[0]![0], p.at(-1)![3]].some((end) => distance(end, exit) < 0.01))).toBe(true);
      for (const pair of pairs)
        for (const end of [pair[0]![0], pair.at(-1)![3]]) {
          const others = pairs.filter((other) => other !== pair).flat();
          const near = others.flatMap((curve) =>
            ([0, 1] as const).map((i) => distance(onCurve(curve, i, end[i]), end)),
          );
          expect(Math.min(...[...exits.map((exit) => distance(exit, end)), ...near])).toBeLessThan(0.01);
        }
    }
  });
});
