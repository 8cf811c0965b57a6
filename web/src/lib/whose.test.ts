import { expect, test } from 'vitest';
import type { Outcome } from './table-api.ts';
import { handOverTitle, othersDo, tabTitle, waitingTitle } from './whose.ts';

const seats = [
  { name: 'Wren', bot: false },
  { name: 'Otto', bot: false },
  { name: 'Basil', bot: true },
  { name: 'Juno', bot: false, away: true },
];

test('who waits is told who acts, and how: people choose, bots play', () => {
  expect(othersDo([1], seats)).toBe('Otto is choosing.');
  expect(othersDo([2], seats)).toBe('Basil plays.');
  expect(othersDo([3], seats)).toBe('Juno plays.');
  expect(othersDo([2, 3], seats)).toBe('Basil and Juno play.');
  expect(othersDo([0, 1, 2], seats)).toBe('Wren, Otto and Basil are choosing.');
  expect(othersDo([], seats)).toBe('');
});

const at = { game: 'Knots', me: 0, myTurn: false, toAct: [1], seats, outcome: null };
const over = (totals: number[], winners: number[], more: Partial<Outcome> = {}) =>
  ({
    aim: 'high',
    winners,
    tier: null,
    sheets: totals.map((total) => ({ total, lines: [] })),
    ...more,
  }) as unknown as Outcome;

test('the tab says whose turn it is', () => {
  expect(tabTitle({ ...at, myTurn: true, toAct: [0] })).toBe('● Your turn · Knots');
  expect(tabTitle(at)).toBe('Otto plays · Knots');
  expect(tabTitle({ ...at, toAct: [1, 2] })).toBe('Otto and Basil play · Knots');
  expect(tabTitle({ ...at, me: null })).toBe('Watching · Knots');
});

test('while a screen is handed over the tab says to whom', () => {
  expect(handOverTitle('Knots', 'Otto')).toBe('● Otto is next · Knots');
});

test('before the start the tab says what the table waits for', () => {
  const room = { game: 'Knots', seats: [{}, { open: true }, { open: true }], isOurs: true, yours: true };
  expect(waitingTitle(room)).toBe('Waiting for 2 more · Knots');
  expect(waitingTitle({ ...room, yours: false, seats: [{}, { open: true }] })).toBe('Waiting for 1 more · Knots');
  expect(waitingTitle({ ...room, seats: [{}, {}] })).toBe('● All are here · Knots');
  expect(waitingTitle({ ...room, yours: false, seats: [{}, {}] })).toBe('Waiting for the start · Knots');
  expect(waitingTitle({ ...room, isOurs: false })).toBe('You are invited · Knots');
  expect(waitingTitle({ ...room, isOurs: false, seats: [{}] })).toBe('Every seat is taken · Knots');
});

test('and in the end who won', () => {
  expect(tabTitle({ ...at, outcome: over([53, 50], [0]) })).toBe('Wren wins 53 : 50 · Knots');
  expect(tabTitle({ ...at, outcome: over([26, 0, 3], [1], { aim: 'low' }) })).toBe('Otto wins 0 : 3 · Knots');
  expect(tabTitle({ ...at, outcome: over([50, 50], [0, 1]) })).toBe('Wren and Otto share it · Knots');
  expect(tabTitle({ ...at, outcome: over([50, 50], []) })).toBe('Nobody wins · Knots');
  expect(tabTitle({ ...at, outcome: over([41], [], { tier: 'Knitter' }) })).toBe('Knitter, 41 · Knots');
});
