import { expect, test } from 'vitest';
import { count } from './count.ts';

test('one is one, and nothing is many', () => {
  expect([0, 1, 2].map((n) => count(n, 'card'))).toEqual(['0 cards', '1 card', '2 cards']);
});

test('not every word takes an s', () => {
  expect(count(2, 'person', 'people')).toBe('2 people');
});
