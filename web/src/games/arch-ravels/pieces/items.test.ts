import { expect, test } from 'vitest';
import { halfOf } from './items.ts';

test('a name on two lines is as wide as the longer of them', () => {
  expect(halfOf('Naptime')).toBe(7);
  expect(halfOf('Wrist Warmers')).toBe(7);
  expect(halfOf('Winter is Coming')).toBe(9);
  expect(halfOf('House Scarf in red and yellow')).toBe(14);
});
