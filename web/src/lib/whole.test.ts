import { expect, it } from 'vitest';
import type { EventBody, EventChanges, Seen } from './client.ts';
import { whole } from './whole.ts';

const known = {
  viewer: 0,
  event: 7,
  version: 3,
  status: 'running',
  to_act: [0],
  legal: [{ action: 'take 1' }],
  view: { bowl: [1, 2], turn: 0 },
  clocks: null,
  outcome: null,
} as unknown as Seen;

it('puts what changed into what was known, and leaves that as it was', () => {
  const told = {
    event: 8,
    at: 1,
    what: { kind: 'played', seat: 0 },
    happenings: [],
    now: { viewer: 0, version: 4, to_act: [1], legal: [], changes: [{ path: '/bowl/1', to: 3 }] },
  } as unknown as EventChanges;
  const { now } = whole(known, told);
  expect(now).toEqual({ ...known, event: 8, version: 4, to_act: [1], legal: [], view: { bowl: [1, 3], turn: 0 } });
  expect(known.view).toEqual({ bowl: [1, 2], turn: 0 });
});

it('takes a view that was not there before', () => {
  const told = { event: 8, now: { changes: [{ path: '', to: { turn: 1 } }] } } as unknown as EventChanges;
  expect(whole({ ...known, view: null } as Seen, told).now.view).toEqual({ turn: 1 });
});

it('leaves an event alone that tells everything', () => {
  const told = { event: 8, now: known } as unknown as EventBody;
  expect(whole(null, told)).toBe(told);
});
