import { expect, test } from 'vitest';
import { cell } from './cells.ts';
import type { Pt } from './geometry.ts';

const half: Pt = [5, 7];

test('an outline that is alone is all its own', () => {
  expect(cell([0, 0], half, [])).toEqual([
    [-5, -7],
    [5, -7],
    [5, 7],
    [-5, 7],
  ]);
  expect(cell([0, 0], half, [[40, 0]])).toHaveLength(4);
});

test('two that lie over each other share at the middle between them', () => {
  const xs = cell([0, 0], half, [[6, 0]]).map(([x]) => x);
  expect(Math.max(...xs)).toBe(3);
  expect(Math.min(...xs)).toBe(-5);
});

test('the middle is always its own', () => {
  const others: Pt[] = [
    [7, 3],
    [-7, -2],
    [0, 8],
  ];
  const shape = cell([0, 0], half, others);
  const area = shape.reduce((sum, [x, y], i) => {
    const [u, v] = shape[(i + 1) % shape.length]!;
    return sum + (x * v - u * y) / 2;
  }, 0);
  expect(area).toBeGreaterThan(40);
  for (const [x, y] of shape)
    for (const [u, v] of others) expect(Math.hypot(x, y)).toBeLessThanOrEqual(Math.hypot(x - u, y - v) + 1e-9);
});
