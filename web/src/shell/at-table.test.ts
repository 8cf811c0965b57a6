import { expect, test, vi } from 'vitest';
import type { Clock } from '../lib/client.ts';
import type { Session } from '../lib/session.svelte.ts';
import type { SeatInfo } from '../lib/table-api.ts';
import { atTable, wouldEnd } from './at-table.ts';

const DAYS: Clock = { kind: 'per_turn', seconds: 86_400 };
const leave = () => Promise.resolve();

function sessionOf(seats: SeatInfo[], toAct: number[] = [1], me: number | null = 0) {
  const [names, bots] = [seats.map(({ name }) => name), seats.map(({ bot }) => bot)];
  return { me, seats, names, bots, over: false, now: { toAct } } as unknown as Session;
}
const ann: SeatInfo = { name: 'Ann', bot: false };
const ben: SeatInfo = { name: 'Ben', bot: false };
const basil: SeatInfo = { name: 'Basil', bot: true };
const at = (session: Session, clock: Clock = DAYS) => atTable(session, { id: 't', clock, your_seats: [0] }, leave);

test('time is given to people whose clock runs, not to bots and not to oneself', () => {
  expect(at(sessionOf([ann, ben, basil], [0, 1, 2]))?.gifts).toEqual([{ seat: 1, name: 'Ben', words: '1 day' }]);
  expect(at(sessionOf([ann, ben], [0]))?.gifts).toEqual([]);
  expect(at(sessionOf([ann, { ...ben, away: true }]))?.gifts).toEqual([]);
  const live: Clock = { kind: 'live', seconds: 600, increment: 5 };
  expect(at(sessionOf([ann, ben]), live)?.gifts[0]?.words).toBe('1 minute');
  expect(at(sessionOf([ann, ben]), { kind: 'none' })?.gifts).toEqual([]);
});

test('days off are for turns of a day or more', () => {
  expect(at(sessionOf([ann, ben]))?.hasDaysOff).toBe(true);
  expect(at(sessionOf([ann, ben]), { kind: 'per_turn', seconds: 3600 })?.hasDaysOff).toBe(false);
  vi.setSystemTime(1000);
  expect(at(sessionOf([{ ...ann, offUntil: 2000 }, ben]))?.offUntil).toBe(2000);
  expect(at(sessionOf([{ ...ann, offUntil: 900 }, ben]))?.offUntil).toBeNull();
  vi.useRealTimers();
});

test('nothing is offered to who only watches, is away or has finished', () => {
  expect(at(sessionOf([ann, ben], [1], null))).toBeNull();
  expect(at(sessionOf([{ ...ann, away: true }, ben]))).toBeNull();
  expect(at({ ...sessionOf([ann, ben]), over: true } as Session)).toBeNull();
});

test('who would end the game is told to those who have not said so', () => {
  const wanting = { ...ben, wantsEnd: true };
  expect(wouldEnd(sessionOf([ann, wanting]), [0])).toEqual(['Ben']);
  expect(wouldEnd(sessionOf([{ ...ann, wantsEnd: true }, wanting]), [0])).toEqual([]);
  expect(at(sessionOf([ann, basil]))?.isAlone).toBe(true);
});
