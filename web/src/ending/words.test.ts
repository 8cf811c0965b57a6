import { expect, test } from 'vitest';
import type { Outcome } from '../lib/table-api.ts';
import { figures, headline, inRank, tieBreak, why } from './words.ts';

const outcome = (lines: Record<string, number[]>, more: Partial<Outcome> = {}): Outcome => {
  const seats = Object.values(lines)[0]!.length;
  const sheets = Array.from({ length: seats }, (_, seat) => {
    const all = Object.entries(lines).map(([name, points]) => ({ name, points: points[seat]! }));
    return { lines: all, total: all.reduce((sum, { points }) => sum + points, 0) };
  });
  const ranks = sheets.map(({ total }) => 1 + sheets.filter((other) => other.total > total).length);
  const winners = seats === 1 ? [] : ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : []));
  return { aim: 'high', sheets, ranks, winners, decided_by: null, tier: null, goals: [], ...more };
};
const names = ['Wren', 'Basil', 'Otto'];
const won = outcome({ buttons: [17, 21, 12], garments: [24, 26, 19], requests: [12, 3, 8] });

test('who wins, by how much and why', () => {
  expect(headline(won, { names, me: 0 })).toBe('You win by 3');
  expect(headline(won, { names, me: 1 })).toBe('Wren wins by 3');
  expect(figures(won)).toBe('53 to 50 to 39.');
  expect(why(won)).toBe('Requests made the difference: 12 to 3.');
});

test('where few points are good, the least wins', () => {
  const low = outcome({ hearts: [4, 3, 6], queen: [0, 13, 0] }, { aim: 'low', ranks: [1, 3, 2], winners: [0] });
  expect(headline(low, { names, me: null })).toBe('Wren wins by 2');
  expect(figures(low)).toBe('4 to 6 to 16.');
  expect(why(low)).toBe('Hearts made the difference: 4 to 6.');
});

test('a tie is shared, or decided by what is counted last', () => {
  const level = outcome({ way: [7, 5, 7] });
  expect(headline(level, { names, me: 2 })).toBe('You and Wren share it');
  expect(tieBreak(level)).toBeNull();
  const decided = { ...level, winners: [2], ranks: [2, 3, 1], decided_by: 'fewer turns' };
  expect(headline(decided, { names, me: null })).toBe('Otto wins');
  expect(why(decided)).toBe('Equal points; it is decided by fewer turns.');
  expect(tieBreak(decided)).toBe('fewer turns');
  expect(inRank(decided)).toEqual([2, 0, 1]);
});

test('nobody may win', () => {
  const none = outcome({ way: [0, 0] }, { winners: [], ranks: [1, 1], decided_by: 'no finish was reached' });
  expect(headline(none, { names, me: 0 })).toBe('Nobody wins');
  expect(why(none)).toBe('No finish was reached.');
  expect(tieBreak(none)).toBeNull();
});

test('alone the title is the headline, with the way to the next', () => {
  const alone = outcome({ buttons: [30], garments: [23] }, { tier: 'Getting it' });
  expect(headline(alone, { names, me: 0 })).toBe('Getting it');
  expect(figures(alone)).toBe('53 points.');
  expect(why(alone, { title: 'Very good', missing: 7 })).toBe('7 points more for “Very good”.');
  expect(why(alone)).toBe('There is no higher title.');
  const untitled = { ...alone, tier: null };
  expect(headline(untitled, { names, me: 0 })).toBe('53 points');
  expect(figures(untitled)).toBe('');
  expect(why(untitled, { title: 'Great', missing: 1 })).toBe('1 point more for “Great”.');
});

test('goals of a scenario come before its title', () => {
  const goals = [
    { name: '60 points or more', met_by: [] },
    { name: 'no ugly buttons', met_by: [0] },
  ];
  const tried = outcome({ buttons: [53] }, { goals });
  expect(headline(tried, { names, me: 0 })).toBe('1 of 2 goals');
  expect(figures(tried)).toBe('53 points.');
  expect(why(tried)).toBe('The goals: 60 points or more and no ugly buttons.');
  const none = { ...tried, goals: goals.map((goal) => ({ ...goal, met_by: [] })) };
  expect(headline(none, { names, me: 0 })).toBe('Not this time');
  const done = { ...tried, goals: goals.map((goal) => ({ ...goal, met_by: [0] })) };
  expect(headline(done, { names, me: 0 })).toBe('You did it');
});
