import { expect, test, vi } from 'vitest';
import { legal, step } from './fake-table.ts';
import { Feed } from './feed.svelte.ts';

function feeding(moves = 0) {
  const shown: string[] = [];
  const tables: { legal: number; isAgain: boolean }[] = [];
  const looks = { away: false };
  const feed: Feed = new Feed({
    show: (update) => {
      shown.push(`show ${update.event}`);
      tables.push({ legal: update.legal.length, isAgain: feed.isAgain(update) });
      return moves;
    },
    put: ({ event }) => shown.push(`put ${event}`),
    moves: () => moves,
    actor: ({ by }) => by,
    wish: () => 1,
    isHidden: () => looks.away,
  });
  feed.connection = 'live';
  return { feed, shown, looks, tables };
}

test('each step is shown once and in order, and everything anew is only put there', () => {
  const { feed, shown } = feeding();
  feed.jump(step(3));
  feed.receive(step(4));
  feed.receive(step(4));
  feed.receive(step(2));
  expect(shown).toEqual(['put 3', 'show 4']);
  expect(feed.version).toBe(4);
});

test('the newest version is known while its step still waits to be shown', () => {
  const { feed, shown } = feeding(60_000);
  feed.receive(step(1));
  feed.receive(step(2, { by: 1, clocks: [{ left: 5, running: true }] }));
  expect([shown.length, feed.waiting, feed.version]).toEqual([1, 1, 2]);
  expect(feed.clocks?.seats).toEqual([{ left: 5, running: true }]);
  feed.skip();
  expect([shown.length, feed.waiting]).toEqual([2, 0]);
});

test('what was done is waited for until the stream tells of it, or is lost', async () => {
  const { feed } = feeding();
  let heard = false;
  const wait = feed.heard(2).then(() => (heard = true));
  feed.receive(step(1));
  await Promise.resolve();
  expect(heard).toBe(false);
  feed.receive(step(2));
  await wait;
  expect(heard).toBe(true);
  feed.connection = 'offline';
  await feed.heard(9);
});

test('while nobody looks the table is kept as it is; a little is played back then, of much they are told', () => {
  vi.useFakeTimers();
  const { feed, shown, looks, tables } = feeding(100);
  feed.jump(step(1));
  looks.away = true;
  const done = legal('done');
  [2, 3].forEach((event) => feed.receive(step(event, { by: event, legal: [done] })));
  expect(shown).toEqual(['put 1', 'put 2', 'put 3']);
  looks.away = false;
  feed.lookedAgain();
  vi.runAllTimers();
  expect(shown.slice(3)).toEqual(['put 1', 'show 2', 'show 3']);
  // Only the last table can be played on, and none of them is told again.
  expect(tables.map((each) => each.legal)).toEqual([0, 1]);
  expect(tables.every((each) => each.isAgain)).toBe(true);

  looks.away = true;
  for (let event = 4; event < 14; event++) feed.receive(step(event, { by: event }));
  looks.away = false;
  feed.lookedAgain();
  vi.runAllTimers();
  expect(shown.at(-1)).toBe('put 13');
  expect(feed.since?.length).toBe(10);
  feed.receive(step(14, { by: 1 }));
  vi.runAllTimers();
  feed.playBack(feed.since!);
  vi.runAllTimers();
  expect([feed.since, shown.at(-1), tables.length]).toEqual([null, 'show 14', 2 + 1 + 11]);
  vi.useRealTimers();
});

test('our own doings on another device are nothing to be told of', () => {
  const { feed, shown, looks } = feeding();
  feed.jump(step(1));
  looks.away = true;
  feed.receive(step(2));
  looks.away = false;
  feed.lookedAgain();
  expect([feed.since, shown]).toEqual([null, ['put 1', 'put 2']]);
});
