import { expect, test } from 'vitest';
import { dayOf, dayWords, isDay, shift, untilNext } from './days.ts';

test('days are those of Greenwich', () => {
  expect(dayOf(new Date('2026-11-16T23:59:00Z'))).toBe('2026-11-16');
  expect(shift('2026-11-01', -1)).toBe('2026-10-31');
  expect(shift('2028-02-28', 1)).toBe('2028-02-29');
  expect(dayWords('2026-11-16', 'en')).toBe('Monday, November 16, 2026');
});

test('what is no day is none', () => {
  for (const text of [undefined, '', 'today', '2026-13-01', '2026-02-30', '2026-1-1']) expect(isDay(text)).toBe(false);
  expect(isDay('2026-11-16')).toBe(true);
});

test('the next deal comes at midnight', () => {
  expect(untilNext(new Date('2026-11-16T22:29:30Z'))).toBe('1 h 31 min');
  expect(untilNext(new Date('2026-11-16T23:59:01Z'))).toBe('1 min');
});
