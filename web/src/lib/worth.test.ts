import { expect, test } from 'vitest';
import { worth } from './worth.ts';

test('a hint says what its figures are', () => {
  expect(worth(0.342, 40.6, 3)).toBe('34 % to win, about 41 points in the end');
});

test('one point is one point', () => {
  expect(worth(null, 1.2, 2)).toBe('about 1 point in the end');
});

test('alone there is nobody to be beaten', () => {
  expect(worth(0.5, 60, 1)).toBe('about 60 points in the end');
});

test('the only action is not weighed', () => {
  expect(worth(null, null, 2)).toBe('');
});
