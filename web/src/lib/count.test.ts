import { expect, test } from 'vitest';
import { capital, count, inWords, ordinal } from './count.ts';

test('one is one, and nothing is many', () => {
  expect([0, 1, 2].map((n) => count(n, 'card'))).toEqual(['0 cards', '1 card', '2 cards']);
});

test('not every word takes an s', () => {
  expect(count(2, 'person', 'people')).toBe('2 people');
});

test('numbers in a sentence are words while they are short', () => {
  expect(capital(inWords(2))).toBe('Two');
  expect(inWords(12)).toBe('twelve');
  expect(inWords(13)).toBe('13');
});

test('places are counted as people do', () => {
  expect([1, 2, 3, 4, 11, 12, 13, 21, 22, 111].map(ordinal).join(' ')).toBe(
    '1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 111th',
  );
});
