import { expect, test } from 'vitest';
import { nearest } from './focus.ts';

test('the nearest is found in every direction', () => {
  const points = [
    { x: 0, y: 100 },
    { x: 30, y: 40 },
    { x: -200, y: 0 },
  ];
  expect(nearest(points, { x: 0, y: 0 })).toBe(1);
  expect(nearest(points, { x: -150, y: 0 })).toBe(2);
});

test('of nothing, nothing is nearest', () => {
  expect(nearest([], { x: 0, y: 0 })).toBe(-1);
});
