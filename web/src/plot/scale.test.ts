import { expect, test } from 'vitest';
import { pathOf, scale, spread, ticks } from './scale.ts';

test('ticks are round and span the values', () => {
  expect(ticks(0, 1)).toEqual([0, 0.5, 1]);
  expect(ticks(3, 97)).toEqual([0, 50, 100]);
  expect(ticks(47, 61)).toEqual([45, 50, 55, 60, 65]);
  expect(ticks(-3.2, 4)).toEqual([-4, -2, 0, 2, 4]);
  expect(ticks(5, 5)).toEqual([4, 5, 6]);
});

test('values lie where the axis says', () => {
  const y = scale([0, 10], [100, 0]);
  expect([y(0), y(5), y(10)]).toEqual([100, 50, 0]);
  expect(scale([3, 3], [0, 10])(3)).toBe(5);
  expect(
    pathOf(
      [
        { x: 0, y: 0 },
        { x: 1, y: 10 },
      ],
      (x) => x,
      y,
    ),
  ).toBe('M0.0 100.0L1.0 0.0');
});

test('labels do not cover each other and keep their order', () => {
  expect(spread([10, 50, 11], 14)).toEqual([10, 50, 24]);
});
