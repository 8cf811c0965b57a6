import { expect, test, vi } from 'vitest';
import { Session, type TableApi } from './session.svelte.ts';

// What this person likes is asked of a browser.
vi.mock('./prefs.svelte.ts', () => ({ prefs: {}, lessMotion: () => true }));

/** A table of us, a bot, somebody and an open seat. */
function seated(api: Partial<TableApi> = {}) {
  const kept: string[] = [];
  const session = new Session({
    muted: async () => (kept.length ? [2] : []),
    keepAway: async (seat, distance) => `${kept.push(`${seat} ${distance}`)}`,
    letNear: async (id) => void kept.splice(Number(id) - 1, 1),
    ...api,
  } as TableApi);
  session.me = 0;
  session.own = [0];
  session.seats = [
    { name: 'Ann', bot: false },
    { name: 'Hazel', bot: true },
    { name: 'Ben', bot: false },
    { name: 'Open seat', bot: false, open: true },
  ];
  return { session, kept };
}
const line = (seat: number) => ({ key: `${seat}`, seat, name: '', text: 'hello' });

test('a neighbor is a person, and somebody else', () => {
  const { session } = seated();
  expect([0, 1, 2, 3, 4].filter((seat) => session.isNeighbor(seat))).toEqual([2]);
  session.own = [0, 2];
  expect(session.isNeighbor(2)).toBe(false);
});

test('who is muted is not counted among what is to be read, until they may come near again', async () => {
  const { session, kept } = seated();
  session.hear(line(2));
  expect(session.unread).toBe(1);
  await session.keepAway(2, 'mute');
  expect(kept).toEqual(['2 mute']);
  expect([...session.muted]).toEqual([2]);
  session.hear(line(2));
  expect(session.unread).toBe(1);
  await session.letNear(2);
  expect([...session.muted]).toEqual([]);
  expect(session.kept.size).toBe(0);
  session.hear(line(2));
  expect(session.unread).toBe(2);
});

test('nobody is asked about where nobody else sits, and no answer changes nothing', async () => {
  let asked = 0;
  const { session } = seated({
    muted: async () => {
      asked++;
      throw new Error('no answer');
    },
  });
  session.muted = new Set([2]);
  await session.renewMuted();
  expect([asked, session.muted.size]).toEqual([1, 1]);
  session.own = [0, 2];
  await session.renewMuted();
  expect(asked).toBe(1);
});
