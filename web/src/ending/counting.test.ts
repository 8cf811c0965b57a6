import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Counting } from './counting.svelte.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('it stands at its end until it is played', () => {
  const count = new Counting([500, 500]);
  expect([count.step, count.isDone, count.isMoving]).toEqual([2, true, false]);
});

test('one line after the other, and the end only after the last', () => {
  const count = new Counting([500, 700]);
  count.play();
  expect([count.step, count.isDone]).toEqual([0, false]);
  vi.advanceTimersByTime(450);
  expect([count.step, count.ms]).toEqual([1, 500]);
  vi.advanceTimersByTime(500);
  expect([count.step, count.ms, count.isDone]).toEqual([2, 700, false]);
  vi.advanceTimersByTime(700 + 450);
  expect([count.step, count.isDone, count.isMoving]).toEqual([2, true, true]);
});

test('many lines take no longer than five seconds', () => {
  const count = new Counting(Array.from({ length: 40 }, () => 600));
  count.play();
  vi.advanceTimersByTime(5_200);
  expect([count.step, count.isDone]).toEqual([40, true]);
});

test('a touch shows all, and nothing comes after it', () => {
  const count = new Counting([500, 500]);
  count.play();
  vi.advanceTimersByTime(600);
  count.skip();
  expect([count.step, count.isDone, count.isMoving]).toEqual([2, true, false]);
  vi.advanceTimersByTime(10_000);
  expect(count.step).toBe(2);
  count.play();
  expect([count.step, count.isDone]).toEqual([0, false]);
});
