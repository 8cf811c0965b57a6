import { expect, test } from 'vitest';
import { waitsForNobody } from './client.ts';

const seats = (...kinds: ('open' | 'person' | 'bot')[]) => ({ seats: kinds.map((kind) => ({ kind })) });
const table = { status: 'open' as const, yours: true, your_seats: [1] };

test('a rematch with bots alone waits for nobody', () => {
  expect(waitsForNobody({ table, now: seats('bot', 'person') })).toBe(true);
  expect(waitsForNobody({ table: { ...table, your_seats: [0, 1] }, now: seats('person', 'person') })).toBe(true);
});

test('one with an open seat, with somebody else, or that somebody else made, does', () => {
  expect(waitsForNobody({ table, now: seats('open', 'person') })).toBe(false);
  expect(waitsForNobody({ table, now: seats('person', 'person') })).toBe(false);
  expect(waitsForNobody({ table: { ...table, yours: false }, now: seats('bot', 'person') })).toBe(false);
  expect(waitsForNobody({ table: { ...table, status: 'running' }, now: seats('bot', 'person') })).toBe(false);
});
