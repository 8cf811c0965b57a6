import { expect, test } from 'vitest';
import { around, shareLine, standing } from './board.ts';

const score = { value: 5, total: 58, won: null, words: '58 points' };
const line = (rank: number, you = false) => ({ rank, name: `P${rank}`, score, table: `t${rank}`, you });
const board = (n: number, own: number) => Array.from({ length: n }, (_, i) => line(i + 1, i + 1 === own));
const ranks = (lines: ReturnType<typeof around>) => lines.map((each) => each?.rank ?? '…').join(' ');

test('a board shows the best and the lines around oneself', () => {
  expect(ranks(around(board(4, 2), 5))).toBe('1 2 3 4');
  expect(ranks(around(board(40, 3), 5))).toBe('1 2 3 4 5');
  expect(ranks(around(board(40, 17), 5))).toBe('1 2 … 16 17 18');
  expect(ranks(around(board(40, 40), 5))).toBe('1 2 3 … 39 40');
  expect(ranks(around(board(7, 6), 5))).toBe('1 2 … 5 6 7');
});

test('one’s rank is that of one’s own line', () => {
  expect(standing({ board: board(9, 7) })).toBe(7);
  expect(standing({ board: board(9, 0) })).toBeNull();
  expect(standing({ board: null })).toBeNull();
});

test('a line to share tells nothing of the deal', () => {
  const mine = { table: 't7', status: 'over' as const, score };
  expect(shareLine('A game', '2026-11-17', { board: board(9, 7), played: 9, mine }, 3)).toBe(
    'A game, deal of 2026-11-17: 58 points, 7th of 9, 3 days in a row',
  );
});
