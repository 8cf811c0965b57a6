import { describe, expect, test } from 'vitest';
import { paths, SHAPES } from './examples.ts';
import {
  SIDES,
  type Pt,
  centreLine,
  drawLines,
  exitAt,
  freeCorners,
  linesOf,
  onCurve,
  turned,
  wayBetween,
} from './geometry.ts';

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

describe('a way keeps to what is drawn', () => {
  const points = (curve: Pt[]) =>
    Array.from({ length: 41 }, (_, i): Pt => {
      const t = i / 40;
      const mix = (k: 0 | 1) =>
        curve[0]![k] * (1 - t) ** 3 +
        curve[1]![k] * 3 * t * (1 - t) ** 2 +
        curve[2]![k] * 3 * t * t * (1 - t) +
        curve[3]![k] * t ** 3;
      return [mix(0), mix(1)];
    });
  test.each(SHAPES)('%s', (text) => {
    // Half the breadth is 1.5. Where two curves cross, the way cuts the corner by a little more.
    const limit = text === 'N2 E3 S-2 W-3' ? 1.75 : 1.35;
    for (const path of paths(text))
      for (const from of path)
        for (const to of path) {
          if (from === to) continue;
          const way = wayBetween(paths(text), from, to);
          expect(way[0]![0]).toEqual(centreLine(from)[0]![0]);
          expect(way.at(-1)![3]).toEqual(centreLine(to)[0]![0]);
          const drawn = linesOf(path).pairs.flat().flatMap(points);
          for (const p of way.flatMap(points))
            expect(Math.min(...drawn.map((q) => Math.hypot(p[0] - q[0], p[1] - q[1])))).toBeLessThan(limit);
        }
  });
});
