import { expect, test } from 'vitest';
import type { Outcome } from '../lib/table-api.ts';
import { wishOf } from './playing.ts';
import { headline, toldOf } from './words.ts';

const names = ['Noor', 'Ines', 'Pebble'];
const outcome = (totals: number[], winners: number[], ranks: number[], tier: string | null = null): Outcome => ({
  aim: 'high',
  sheets: totals.map((total) => ({ lines: [], total })),
  ranks,
  winners,
  decided_by: null,
  tier,
  goals: [],
});

test('how it ended is one sentence, the best first', () => {
  expect(headline(outcome([8, 12, 11], [1], [3, 1, 2]), names)).toBe('Ines won, 12 to 11 to 8');
  expect(headline(outcome([9.75, 9.75], [0, 1], [1, 1]), names)).toBe('Noor and Ines won, 9.75 to 9.75');
  expect(headline(outcome([0, 0], [], [1, 1]), names)).toBe('Nobody won');
  expect(headline(outcome([64], [], [1], 'Great Start!'), names)).toBe('64 points, Great Start!');
  expect(headline(outcome([1], [], [1]), names)).toBe('1 point, no title');
});

test('what cannot be seen is said to be so', () => {
  const at = { index: 4, viewer: 'spectator', seat: 1, action: 'x', happenings: [] };
  expect(toldOf(at, names)).toBe('Ines does something that cannot be seen from here');
  expect(toldOf({ ...at, viewer: 'everything' }, names)).toBe('Ines: x');
  expect(toldOf({ ...at, action: null }, names)).toBe('Ines takes that back');
  expect(toldOf({ ...at, index: 0 }, names)).toBe('Everything is set up.');
  expect(toldOf({ ...at, happenings: [{ words: ['A for ', { seat: 1 }] }, { words: ['B'] }] }, names)).toBe(
    'A for Ines. B',
  );
});

test('keys step, jump and play, unless what has the focus wants them', () => {
  const free = { types: false, presses: false };
  expect(wishOf('ArrowRight', 3, 5, free)).toEqual({ to: 4 });
  expect(wishOf('ArrowRight', 5, 5, free)).toEqual({ to: 5 });
  expect(wishOf('PageUp', 3, 50, free)).toEqual({ to: 0 });
  expect(wishOf('End', 3, 50, free)).toEqual({ to: 50 });
  expect(wishOf(' ', 3, 50, free)).toBe('play');
  expect(wishOf(' ', 3, 50, { types: false, presses: true })).toBeNull();
  expect(wishOf('ArrowRight', 3, 5, { types: true, presses: false })).toBeNull();
  expect(wishOf('a', 3, 5, free)).toBeNull();
});
