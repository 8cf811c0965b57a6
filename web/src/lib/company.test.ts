import { expect, test } from 'vitest';
import { Company } from './company.svelte.ts';
import type { TableApi } from './table-api.ts';

/** A table of us, a bot, somebody and an open seat. */
function seated(api: Partial<TableApi> = {}) {
  const kept: string[] = [];
  const table = {
    own: [0],
    seats: [
      { name: 'Ann', bot: false },
      { name: 'Hazel', bot: true },
      { name: 'Ben', bot: false },
      { name: 'Open seat', bot: false, open: true },
    ],
  };
  const company = new Company(
    {
      muted: async () => (kept.length ? [2] : []),
      keepAway: async (seat, distance) => `${kept.push(`${seat} ${distance}`)}`,
      letNear: async (id) => void kept.splice(Number(id) - 1, 1),
      ...api,
    },
    table,
  );
  return { company, table, kept };
}
const line = (seat: number) => ({ key: `${seat}`, seat, name: '', text: 'hello' });

test('a neighbor is a person, and somebody else', () => {
  const { company, table } = seated();
  expect([0, 1, 2, 3, 4].filter((seat) => company.isNeighbor(seat))).toEqual([2]);
  table.own = [0, 2];
  expect(company.isNeighbor(2)).toBe(false);
});

test('who is muted is not counted among what is to be read, until they may come near again', async () => {
  const { company, kept } = seated();
  company.hear(line(2));
  expect(company.unread).toBe(1);
  await company.keepAway(2, 'mute');
  expect(kept).toEqual(['2 mute']);
  expect([...company.muted]).toEqual([2]);
  company.hear(line(2));
  expect(company.unread).toBe(1);
  await company.letNear(2);
  expect([...company.muted]).toEqual([]);
  expect(company.kept.size).toBe(0);
  company.hear(line(2));
  expect(company.unread).toBe(2);
});

test('nobody is asked about where nobody else sits, and no answer changes nothing', async () => {
  let asked = 0;
  const { company, table } = seated({
    muted: async () => {
      asked++;
      throw new Error('no answer');
    },
  });
  company.muted = new Set([2]);
  await company.renewMuted();
  expect([asked, company.muted.size]).toEqual([1, 1]);
  table.own = [0, 2];
  await company.renewMuted();
  expect(asked).toBe(1);
});
