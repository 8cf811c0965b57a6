import { expect, test } from 'vitest';
import { hereWords, listed, numberWords, peopleWords, playedWords, termsOf, waitedWords, waitsFor } from './words.ts';

const people = (...names: string[]) => names.map((name) => ({ name, rating: null, here: true }));

test('people are named one after the other, with what they are rated', () => {
  expect(listed(['Ann', 'Ben', 'Cleo'])).toBe('Ann, Ben and Cleo');
  expect(peopleWords([{ name: 'Ann', rating: 1512, here: true }, ...people('Ben')])).toBe('Ann (1512) and Ben');
});

test('what is agreed is said whole', () => {
  expect(numberWords(2, 2)).toBe('two players');
  expect(termsOf({ fewest: 2, most: 4, speed: 'days', within: null })).toBe('Two to four players, a day for each turn');
  expect(termsOf({ fewest: 2, most: 2, speed: 'live', within: 200 })).toBe(
    'Two players, now, 10 minutes each, ratings within 200 points',
  );
});

test('it is said how many are missing, unless one more is enough', () => {
  expect(waitsFor({ people: people('Ann'), fewest: 2, most: 4 })).toBe('');
  expect(waitsFor({ people: people('Ann'), fewest: 3, most: 4 })).toBe('Two more are wanted.');
  expect(waitsFor({ people: people('Ann', 'Ben'), fewest: 2, most: 4 })).toContain('in a moment');
});

test('how many are here, and how long one has waited', () => {
  expect(hereWords(1)).toBe('One person is here just now.');
  expect(hereWords(13)).toBe('13 people are here just now.');
  expect([0, 1, 12].map(playedWords)).toEqual(['just begun', '1 move', '12 moves']);
  expect([-5, 7_400, 720_000].map(waitedWords)).toEqual(['0:00', '0:07', '12:00']);
});
