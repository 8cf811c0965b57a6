import { expect, test, vi } from 'vitest';
import { Problem } from '../lib/api.ts';
import type { Found, LobbyApi, LobbyNews, Looking } from './client.ts';
import { Lobby, ledBefore, type LobbyOptions } from './lobby.svelte.ts';
import type { Seek } from './words.ts';

const seek = (more: Partial<Seek> = {}): Seek => ({
  id: 's',
  game: 'knots',
  people: [{ name: 'Ann', rating: null, here: true }],
  fewest: 2,
  most: 2,
  speed: 'live',
  within: null,
  since: 0,
  yours: false,
  ...more,
});
const found = (more: Partial<Found> = {}): Found => ({
  table: 't',
  game: 'knots',
  live: true,
  with: ['Ben'],
  at: 0,
  ...more,
});
const nothing: LobbyNews = { here: 1, seeks: [], found: [], open: [], running: [] };

function lobby(api: Partial<LobbyApi> = {}, more: Partial<LobbyOptions> = {}) {
  const go = vi.fn();
  const on: boolean[] = [];
  let opened = 0;
  const all = new Lobby({
    go,
    api: api as LobbyApi,
    seeking: { set: (is) => void on.push(is) },
    led: ledBefore(undefined),
    listen: () => {
      opened++;
      return { close: () => undefined, retry: () => undefined };
    },
    ...more,
  });
  return { lobby: all, go, on, opened: () => opened };
}

test('each part is as it was told last', () => {
  const { lobby: one } = lobby();
  one.receive({ ...nothing, seeks: [seek()] });
  one.receive({ here: 7 });
  expect(one.seen).toMatchObject({ here: 7, seeks: [{ id: 's' }] });
  expect([one.mine.length, one.others.length]).toEqual([0, 1]);
});

test('whoever looks for a game to be played now is called elsewhere, too; by days nobody waits', () => {
  const { lobby: one, on } = lobby();
  one.receive({ ...nothing, seeks: [seek({ yours: true })] });
  one.receive({ seeks: [seek({ yours: true, speed: 'days' })] });
  one.receive({ here: 2 });
  expect(on).toEqual([true, false, false]);
});

test('a live game that was found leads to its table, once; one by days is told of', () => {
  const { lobby: one, go } = lobby();
  one.receive({ ...nothing, found: [found({ table: 'slow', live: false })] });
  expect(go).not.toHaveBeenCalled();
  expect(one.found.map(({ table }) => table)).toEqual(['slow']);
  one.receive({ found: [found(), found({ table: 'slow', live: false })] });
  one.receive({ found: [found(), found({ table: 'slow', live: false })] });
  expect(go.mock.calls).toEqual([['/table/t']]);
  one.follow('slow');
  expect(one.found).toEqual([]);
});

test('nobody is led away from where they must not be', () => {
  let may = false;
  const { lobby: one, go, on } = lobby({}, { mayLead: () => may });
  one.receive({ ...nothing, found: [found()] });
  expect(go).not.toHaveBeenCalled();
  expect(one.found).toHaveLength(1);
  expect(on, 'they are called until they come').toEqual([true]);
  may = true;
  one.lead();
  expect(go).toHaveBeenCalledWith('/table/t');
});

test('one that is found at once leads there, and one that is not is listened for as who one is now', async () => {
  const answers: Looking[] = [
    { seek: 's', table: null },
    { seek: null, table: 't' },
  ];
  const { lobby: one, go, opened } = lobby({ quick: () => Promise.resolve(answers.shift()!) });
  await one.quick('knots');
  expect([opened(), go.mock.calls.length]).toEqual([1, 0]);
  await one.quick('knots');
  expect([opened(), go.mock.calls.length]).toEqual([1, 1]);
});

test('what goes wrong is said, and to stop what is over is no fault', async () => {
  const gone = new Problem(409, { message: 'Somebody was faster.' });
  const { lobby: one } = lobby({ take: () => Promise.reject(gone), stop: () => Promise.reject(new Problem(404, {})) });
  await one.take('s');
  expect(one.error).toBe('Somebody was faster.');
  await one.stop('s');
  expect([one.error, one.busy]).toEqual(['', '']);
});

test('a window remembers where it was led to', () => {
  const kept = new Map<string, string>();
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
  };
  ledBefore(store).add('t');
  expect([ledBefore(store).has('t'), ledBefore(store).has('u')]).toEqual([true, false]);
});
