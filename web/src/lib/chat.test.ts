import { expect, test } from 'vitest';
import { hideMuted } from './chat.ts';

const line = (key: string, seat: number | null) => ({ key, seat, name: `Seat ${seat}`, text: key });
const chat = [line('a', 0), line('b', 1), line('c', 1), line('d', 0), line('e', 1), line('f', null)];
/** Lines by their key, hidden ones by how many. */
const told = (...args: Parameters<typeof hideMuted>) =>
  hideMuted(...args).map((part) => (part.hidden ? part.hidden.length : part.line.key));

test('nothing is hidden where nobody is muted', () => {
  expect(told(chat, new Set(), new Set())).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
});

test('what a muted seat said is hidden, what belongs together in one place', () => {
  expect(told(chat, new Set([1]), new Set())).toEqual(['a', 2, 'd', 1, 'f']);
  expect(told(chat, new Set([0, 1]), new Set())).toEqual([5, 'f']);
});

test('what is to be shown is shown, and only that', () => {
  expect(told(chat, new Set([1]), new Set(['b', 'c']))).toEqual(['a', 'b', 'c', 'd', 1, 'f']);
});

test('a place keeps its key while more is hidden there', () => {
  const key = (lines: typeof chat) => hideMuted(lines, new Set([1]), new Set()).at(-1)!.key;
  expect(key(chat.slice(0, 2))).toBe(key(chat.slice(0, 3)));
});
