import { expect, test } from 'vitest';
import { kept } from './kept.ts';

const table = () => ({
  round: 1,
  boards: [
    { bowl: ['R', 'G'], paws: 2 },
    { bowl: [], paws: 0 },
  ],
  last: null as { by: number } | null,
});

test('what is as it was is the very same', () => {
  const before = table();
  expect(kept(before, table())).toBe(before);
});

test('what has changed is new, and all that is beside it is the very same', () => {
  const before = table();
  const now = kept(before, {
    ...table(),
    boards: [
      { bowl: ['R', 'G'], paws: 3 },
      { bowl: [], paws: 0 },
    ],
  });
  expect(now).toEqual({
    ...table(),
    boards: [
      { bowl: ['R', 'G'], paws: 3 },
      { bowl: [], paws: 0 },
    ],
  });
  expect(now.boards[0]).not.toBe(before.boards[0]);
  expect(now.boards[0]!.bowl).toBe(before.boards[0]!.bowl);
  expect(now.boards[1]).toBe(before.boards[1]);
});

test('what has come, gone, or is of another kind is never taken for what was', () => {
  expect(kept({ a: 1 }, { a: 1, b: undefined })).toEqual({ a: 1, b: undefined });
  expect(Object.keys(kept({ a: 1, b: undefined }, { a: 1 }))).toEqual(['a']);
  expect(kept(['x', 'y'], ['x'])).toEqual(['x']);
  expect(kept({ 0: 'x' }, ['x'])).toEqual(['x']);
  expect(kept({ last: null }, { last: {} })).toEqual({ last: {} });
  expect(kept({ last: {} }, { last: null })).toEqual({ last: null });
});
