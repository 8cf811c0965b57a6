import { expect, test } from 'vitest';
import { step } from './fake-table.ts';
import { Feed } from './feed.svelte.ts';

function feeding(pace = 0) {
  const shown: string[] = [];
  const feed = new Feed({
    show: ({ event }) => shown.push(`show ${event}`),
    put: ({ event }) => shown.push(`put ${event}`),
    pace: () => pace,
  });
  feed.connection = 'live';
  return { feed, shown };
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
  feed.receive(step(2, { clocks: [{ left: 5, running: true }] }));
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
