import { expect, test } from 'vitest';
import { shownFirst } from './lists.ts';

const lines = 'abcdefg'.split('').map((id) => ({ id, waits_for_you: id === 'd' || id === 'g' }));
const ids = (all: boolean) =>
  shownFirst(lines, all)
    .map(({ id }) => id)
    .join('');

test('tables that wait for us come first, the others as they were', () => {
  expect(ids(true)).toBe('dgabcef');
});

test('a long list is cut after those', () => {
  expect(ids(false)).toBe('dgabc');
});
