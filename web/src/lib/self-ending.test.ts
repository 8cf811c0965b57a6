import { expect, test } from 'vitest';
import { legal } from './fake-table.ts';
import { lastLeft, PATIENCE, SelfEnding } from './self-ending.svelte.ts';

const end = legal('end');
const begun = () => {
  const ending = new SelfEnding();
  ending.watch(end);
  return ending;
};

test('a turn ends by itself once, after a while', () => {
  const ending = begun();
  expect(ending.left).toBe(PATIENCE);
  expect(ending.pass(PATIENCE - 1, true)).toBeNull();
  expect(ending.pass(1, true)).toBe(end);
  expect(ending.pass(PATIENCE, true)).toBeNull();
});

test('whoever looks at something else has all the time again', () => {
  const ending = begun();
  ending.pass(PATIENCE - 1, true);
  expect(ending.pass(60_000, false)).toBeNull();
  expect(ending.left).toBe(PATIENCE);
});

test('what is taken back does not end', () => {
  const ending = begun();
  ending.pass(1000, true);
  ending.watch(null);
  expect(ending.left).toBeNull();
  expect(ending.pass(PATIENCE, true)).toBeNull();
  ending.watch(end);
  expect(ending.left).toBe(PATIENCE);
});

test('only a button that is alone ends a turn', () => {
  expect(lastLeft([end])).toBe(end);
  expect(lastLeft([end, legal('play')])).toBeNull();
  expect(lastLeft([legal('discard', ['hand:a'])])).toBeNull();
  expect(lastLeft([])).toBeNull();
});
