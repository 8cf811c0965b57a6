import { expect, test } from 'vitest';
import { daysPlayed, headline, inOrder, lastDeed, result, roughly, streak, week } from './news.ts';

const line = (status: 'open' | 'running', waits_for_you = false) => ({ status, waits_for_you, open: 0 });

test('the headline is the news', () => {
  expect(headline([line('running', true), line('running', true), line('running')])).toBe('Two tables wait for you.');
  expect(headline([line('running', true)])).toBe('A table waits for you.');
  expect(headline([line('running'), line('open')])).toBe('The others are thinking.');
  expect(headline([line('open')])).toBe('A chair is still free.');
  expect(headline([])).toBe('What shall we play?');
});

test('your turn comes first, then the latest', () => {
  const at = (updated_at: number, waits_for_you: boolean) => ({ updated_at, waits_for_you });
  expect(inOrder([at(3, false), at(1, true), at(2, true)]).map((each) => each.updated_at)).toEqual([2, 1, 3]);
});

test('time that is left is one number', () => {
  expect(roughly(13.6 * 3_600_000)).toBe('14 h');
  expect(roughly(3 * 24 * 3_600_000)).toBe('3 days');
  expect(roughly(90_000)).toBe('2 min');
  expect(roughly(0)).toBe('1 min');
});

test('a row of days goes up to today, or to yesterday while today is not over', () => {
  const played = new Set(['2026-11-13', '2026-11-15', '2026-11-16']);
  expect(streak('2026-11-17', played)).toBe(2);
  expect(streak('2026-11-16', played)).toBe(2);
  expect(streak('2026-11-18', played)).toBe(0);
  expect(week('2026-11-17', played).map(({ done }) => (done ? 'x' : '.'))).toEqual([...'..x.xx.']);
});

test('a result is told to the one who played', () => {
  const names = ['Wren', 'Basil', 'Otto'];
  const of = (winners: string[], totals: number[], your_seat: number | null = 0) =>
    result({ names, winners, totals, your_seat });
  expect(of(['Wren'], [53, 50, 41])).toEqual({ words: 'You won by 3', won: true });
  expect(of(['Basil'], [40, 50.5, 41])).toEqual({ words: 'Basil won by 9½', won: false });
  expect(of(['Basil', 'Wren'], [50, 50, 41])).toEqual({ words: 'You and Basil shared it', won: true });
  expect(of([], [])).toEqual({ words: 'Nobody won', won: false });
  // The tie-break decided: no points between them.
  expect(of(['Otto'], [50, 40, 50])).toEqual({ words: 'Otto won', won: false });
  expect(result({ names: ['Wren'], winners: [], totals: [58], your_seat: 0 }).words).toBe('58 points');
});

test('only deals of the day make a row of days', () => {
  const at = (kind: 'daily' | 'normal', day: string) => ({ kind, updated_at: Date.parse(`${day}T12:00:00Z`) });
  expect([...daysPlayed([at('daily', '2026-11-16'), at('normal', '2026-11-15')])]).toEqual(['2026-11-16']);
});

test('the last thing that happened is a deed, of somebody else if there is one', () => {
  const line = (seat: number, words: string, glance?: { kind: string } | null) => ({
    seat,
    happenings: [{ words: [{ seat }, ` ${words}`], glance }],
  });
  const round = { seat: 1, happenings: [{ words: ['Round 4: it is the turn of ', { seat: 0 }] }] };
  const text = (...latest: Parameters<typeof lastDeed>[0][]) => lastDeed(latest.flat(), [0])?.at(1);
  expect(text([line(1, 'takes red'), round, line(0, 'takes blue')])).toBe(' takes red');
  expect(text([line(0, 'takes blue')])).toBe(' takes blue');
  expect(text([])).toBeUndefined();
  const did = { kind: 'did' };
  expect(text([line(1, 'lays a cross', did), line(1, 'draws a card', null), line(0, 'lays', did)])).toBe(
    ' lays a cross',
  );
});
