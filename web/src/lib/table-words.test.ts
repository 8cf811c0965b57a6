import { expect, test } from 'vitest';
import type { Game } from './client.ts';
import { agoWords, clockWords, happened, nameProblem, optionWords, toldTo, whenWords } from './table-words.ts';

test('a name is asked for in a plain sentence, and is not too long', () => {
  expect(nameProblem('Noor')).toBe('');
  expect(nameProblem('x'.repeat(24))).toBe('');
  expect(nameProblem('  ')).toContain('write a name');
  expect(nameProblem('x'.repeat(25))).toBe('A name has at most 24 characters; this one has 25.');
});

test('a clock is told in the largest unit that fits', () => {
  expect(clockWords({ kind: 'none' })).toBe('No clock');
  expect(clockWords({ kind: 'live', seconds: 600, increment: 5 })).toBe(
    '10 minutes each for the whole game, and 5 seconds more after each turn',
  );
  expect(clockWords({ kind: 'live', seconds: 90 })).toBe('90 seconds each for the whole game');
  expect(clockWords({ kind: 'per_turn', seconds: 86_400 })).toBe('1 day for each turn');
  expect(clockWords({ kind: 'per_turn', seconds: 259_200, weekends_off: true })).toBe(
    '3 days for each turn, weekends off',
  );
});

test('a table is told by the labels of its options, without those that are about a seat', () => {
  const option = (key: string, label: string, value: string, words: string, seat: number | null = null) => ({
    key,
    seat,
    label,
    help: '',
    default: value,
    choices: [{ value, label: words }],
  });
  const game = {
    options: [
      option('players', 'Players', '2', 'Two'),
      option('distance', 'Distance', 'short', 'Short'),
      option('who-1', 'Character', 'ann', 'Ann', 0),
    ],
  } as unknown as Game;
  const options = { players: '2', distance: 'short', 'who-1': 'ann' };
  expect(optionWords(game, options)).toEqual([{ label: 'Distance', choice: 'Short' }]);
});

test('a time has its day, and its year where it is another', () => {
  const now = new Date(2026, 10, 16, 18, 0).getTime();
  expect(whenWords(new Date(2026, 10, 16, 14, 5).getTime(), now, 'en-GB')).toBe('16 Nov, 14:05');
  expect(whenWords(new Date(2025, 1, 3, 9, 30).getTime(), now, 'en-GB')).toBe('3 Feb 2025, 09:30');
});

test('how long ago goes by days of the calendar', () => {
  const now = new Date(2026, 10, 17, 0, 30).getTime();
  const ago = (...at: [number, number, number, number, number]) => agoWords(new Date(...at).getTime(), now, 'en-GB');
  expect(ago(2026, 10, 17, 0, 10)).toBe('today');
  expect(ago(2026, 10, 16, 23, 50)).toBe('yesterday');
  expect(ago(2026, 10, 14, 8, 0)).toBe('3 days ago');
  expect(ago(2026, 9, 3, 8, 0)).toBe('on 3 October 2026');
  // A clock that is ahead of ours tells nothing of tomorrow.
  expect(ago(2026, 10, 18, 8, 0)).toBe('today');
});

test('what happens before the start is told with the names of before', () => {
  const before = ['Ann', 'Ben', 'Open seat'];
  expect(happened({ kind: 'sat', seat: 2, name: 'Cleo' }, before)).toBe('Cleo has sat down.');
  expect(happened({ kind: 'stood', seat: 1 }, before)).toBe('Ben has got up.');
  expect(happened({ kind: 'removed', seat: 1 }, before)).toBe('Ben was removed from the table.');
  expect(happened({ kind: 'removed', seat: 7 }, before)).toBe('Someone was removed from the table.');
  expect(happened({ kind: 'started' }, before)).toBe('');
  expect(happened({ kind: 'state' }, before)).toBe('');
});

test('what others do for a seat is told to it by name', () => {
  const names = ['Ann', 'Ben'];
  expect(toldTo(0, { kind: 'gave_time', seat: 1, to: 0, seconds: 60 }, names)).toBe('Ben has given you 1 minute more.');
  expect(toldTo(1, { kind: 'gave_time', seat: 1, to: 0, seconds: 60 }, names)).toBe('');
  expect(toldTo(0, { kind: 'days_off', seat: 1, until: 1000 }, names)).toBe('Ben is back.');
  const friday = new Date(2126, 10, 20, 12).getTime();
  expect(toldTo(0, { kind: 'days_off', seat: 1, until: friday }, names)).toBe('Ben has days off until Wed, Nov 20.');
  expect(toldTo(null, { kind: 'days_off', seat: 1, until: friday }, names)).toBe('');
});
