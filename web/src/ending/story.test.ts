import { expect, test } from 'vitest';
import type { Outcome } from '../lib/table-api.ts';
import { bySwings, swingsOf, turnOf, type Chapter } from './story.ts';

const game = (...points: number[][]): Chapter[] =>
  points.map((each, move) => ({ move, by: move ? 0 : null, points: each, words: `${move}` }));
const end = (winners: number[], seats = 2, aim: Outcome['aim'] = 'high'): Outcome => ({
  aim,
  winners,
  sheets: Array.from({ length: seats }, () => ({ lines: [], total: 0 })),
  ranks: [],
  decided_by: null,
  tier: null,
  goals: [],
});

test('it turned where the winner came to lead for good', () => {
  const story = game([0, 0], [3, 0], [3, 5], [6, 5], [6, 9], [12, 9], [12, 9]);
  expect(turnOf(story, end([0]))).toEqual({ move: 5, seat: 0, points: 12, from: 1 });
});

test('who always led was overtaken by nobody', () => {
  expect(turnOf(game([0, 0], [0, 0], [4, 0], [9, 3]), end([0]))).toEqual({ move: 2, seat: 0, points: 4, from: null });
});

test('being level is no lead, but it is not the other’s either', () => {
  expect(turnOf(game([0, 0], [0, 5], [5, 5], [6, 5]), end([0]))).toMatchObject({ move: 3, from: 1 });
});

test('few points may be good', () => {
  expect(turnOf(game([0, 0], [4, 0], [4, 13]), end([0], 2, 'low'))).toMatchObject({ move: 2, from: 1 });
});

test('where nobody led at the end, nothing turned', () => {
  const level = game([0, 0], [4, 4]);
  expect(turnOf(level, end([0]))).toBeNull();
  expect(turnOf(level, end([0, 1]))).toBeNull();
  expect(turnOf(level, end([]))).toBeNull();
  expect(turnOf(game([0], [4]), end([], 1))).toBeNull();
});

test('the move that brought most, and the one that cost most', () => {
  const story = game([0, 0], [3, 0], [3, 12], [8, 12], [8, 9]);
  expect(swingsOf(story)).toEqual([
    { move: 2, seat: 1, actor: 0, by: 12, words: '2' },
    { move: 4, seat: 1, actor: 0, by: -3, words: '4' },
  ]);
});

test('where nothing was lost, the best of somebody else', () => {
  expect(swingsOf(game([0, 0], [9, 0], [18, 0], [18, 4]))).toMatchObject([
    { move: 1, seat: 0 },
    { move: 3, seat: 1 },
  ]);
  expect(swingsOf(game([0], [9], [11]))).toHaveLength(2);
  expect(swingsOf(game([0, 0]))).toEqual([]);
  expect(swingsOf(game([0, 0], [9, 0], [2, 22]))).toMatchObject([{ move: 2 }, { move: 1 }]);
});

test('a moment bears the mark of who acted, and says whom it counted for', () => {
  const told = bySwings(swingsOf(game([0, 0], [3, 0], [3, 12])), ['Wren', 'Basil']);
  expect(told).toMatchObject([
    { move: 2, mark: 0, note: 'worth more than any other, for Basil' },
    { move: 1, mark: 0, note: 'the best of Wren' },
  ]);
});
