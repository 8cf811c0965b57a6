import { expect, test } from 'vitest';
import type { Phase } from './types.ts';
import { shareOf, standOf } from './view.ts';

const stage = (phase: Phase, to_act: number[], finished: number[] = []) => ({ phase, to_act, finished });

test('You wait, another waits', () => {
  const drafting = stage('drafting', [1]);
  expect(standOf(drafting, 0, true, false)).toBe('wait');
  expect(standOf(drafting, 0, false, false)).toBe('waits');
  expect(standOf(drafting, 1, true, false)).toBe('to move');
  expect(standOf(drafting, 1, false, true)).toBe('moves');
});

test('while all craft nobody waits', () => {
  const crafting = stage('crafting', [0, 1], [1]);
  expect(standOf(crafting, 0, true, false)).toBe('crafting');
  expect(standOf(crafting, 1, false, true)).toBe('done');
});

test('first garments and tiles to keep are chosen, not crafted', () => {
  expect(standOf(stage('first_garments', [0, 1]), 0, true, false)).toBe('choosing');
  expect(standOf(stage('retaining', [1], [0]), 1, false, true)).toBe('choosing');
});

test('when all is over nobody waits any more', () => {
  const over = stage('over', []);
  expect(standOf(over, 0, true, false)).toBe('');
  expect(standOf(over, 1, false, false)).toBe('');
  expect(standOf(over, 2, false, true)).toBe('bot');
});

test('a bar is never shorter than nothing nor longer than all', () => {
  expect(shareOf(15, 60)).toBe(0.25);
  expect(shareOf(-6, 60)).toBe(0);
  expect(shareOf(75, 60)).toBe(1);
});
