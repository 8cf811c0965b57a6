import { expect, test } from 'vitest';
import { leftNow, timeBrief, timeLeft } from './clock.ts';

test('minutes and seconds count down', () => {
  expect(timeLeft(61_000)).toBe('1:01');
  expect(timeLeft(9_200)).toBe('0:10');
  expect(timeLeft(3_661_000)).toBe('1:01:01');
  expect(timeLeft(-5)).toBe('0:00');
});

test('days are told as a date', () =>
  expect(timeLeft(2 * 86_400_000, new Date(2026, 10, 16, 9, 5).getTime())).toBe('until Wed, Nov 18, 09:05'));

test('where there is little room, days are a number', () => {
  expect(timeBrief(600_000)).toBe('10:00');
  expect(timeBrief(24 * 3_600_000)).toBe('24 h');
  expect(timeBrief(7 * 86_400_000)).toBe('7 days');
});

test('only a clock that runs goes on', () => {
  expect(leftNow({ left: 5000, running: true }, 1000, 3000)).toBe(3000);
  expect(leftNow({ left: 5000, running: false }, 1000, 3000)).toBe(5000);
  expect(leftNow({ left: 500, running: true }, 1000, 3000)).toBe(0);
});
