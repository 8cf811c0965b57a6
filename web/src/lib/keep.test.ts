import { expect, test } from 'vitest';
import { asCaches, FakeCaches } from './fake-caches.ts';
import { Keep, MOST_GAMES } from './keep.ts';
import { PERSONAL, PUBLIC } from './shelves.ts';

const table = (game: string, ...names: string[]) => ({
  table: { game },
  now: { seats: names.map((name) => ({ name })) },
});
function shelves() {
  const fake = new FakeCaches();
  return { fake, keep: new Keep(() => asCaches(fake)) };
}

test('what was kept is found by its path, with all that is asked', async () => {
  const { keep } = shelves();
  await keep.put(PUBLIC, '/games/knots', { rules: 'Tie one.' });
  await keep.put(PERSONAL, '/tables/a/replay?seat=0&from=0', { of: 1 });
  expect(await keep.find('/games/knots')).toEqual({ rules: 'Tie one.' });
  expect(await keep.find('/tables/a/replay?seat=0&from=0')).toEqual({ of: 1 });
  expect(await keep.find('/tables/a/replay?seat=1&from=0')).toBeUndefined();
  expect(await keep.find('/home')).toBeUndefined();
});

test('games are listed, the one that was opened last first', async () => {
  const { keep } = shelves();
  await keep.put(PERSONAL, '/tables/a', table('knots', 'Wren', 'Otto'));
  await keep.put(PERSONAL, '/tables/a/record', {});
  await keep.put(PERSONAL, '/tables/b', table('loops', 'Wren'));
  await keep.put(PERSONAL, '/tables/a', table('knots', 'Wren', 'Otto'));
  expect(await keep.games()).toEqual([
    { id: 'a', game: 'knots', names: ['Wren', 'Otto'] },
    { id: 'b', game: 'loops', names: ['Wren'] },
  ]);
});

test('of too many games those go that were opened longest ago, with all that belongs to them', async () => {
  const { fake, keep } = shelves();
  for (let i = 0; i <= MOST_GAMES; i++) {
    await keep.put(PERSONAL, `/tables/t${i}`, table('knots'));
    await keep.put(PERSONAL, `/tables/t${i}/record`, {});
  }
  const paths = fake.paths(PERSONAL);
  expect(paths).not.toContain('/api/tables/t0');
  expect(paths).not.toContain('/api/tables/t0/record');
  expect(paths).toContain('/api/tables/t1/record');
  expect((await keep.games()).length).toBe(MOST_GAMES);
});

test('whoever comes after somebody else finds none of their games', async () => {
  const { keep } = shelves();
  // What nobody in particular has opened is whose who comes first.
  await keep.put(PERSONAL, '/tables/a', table('knots'));
  await keep.belongsTo(null);
  await keep.belongsTo('ann');
  await keep.belongsTo('ann');
  expect((await keep.games()).length).toBe(1);
  await keep.put(PUBLIC, '/games/knots', { rules: '' });
  await keep.belongsTo('ben');
  expect(await keep.games()).toEqual([]);
  await keep.put(PERSONAL, '/tables/b', table('knots'));
  await keep.belongsTo('ben');
  await keep.belongsTo(null);
  expect(await keep.find('/tables/b')).toBeUndefined();
  // Rules are nobody's.
  expect(await keep.find('/games/knots')).toEqual({ rules: '' });
});

test('who signs out leaves nothing', async () => {
  const { fake, keep } = shelves();
  await keep.put(PERSONAL, '/tables/a', table('knots'));
  await keep.forget();
  expect(fake.paths(PERSONAL)).toEqual([]);
  expect(await keep.games()).toEqual([]);
});

test('a browser that keeps nothing, or refuses, is no fault', async () => {
  const refusing = new Proxy({}, { get: () => () => Promise.reject(new Error('not allowed')) }) as CacheStorage;
  for (const caches of [undefined, refusing]) {
    const keep = new Keep(() => caches);
    await keep.put(PUBLIC, '/games', []);
    await keep.belongsTo('ann');
    await keep.forget();
    expect(await keep.find('/games')).toBeUndefined();
    expect(await keep.games()).toEqual([]);
  }
});
