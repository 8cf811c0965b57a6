import type { Page } from '@playwright/test';
import { Faults, LONGEST, SIZES, TEXTS } from '../tests/measure.ts';
import { expect, FINGER, test } from '../tests/people.ts';
import { at, begun, ending, finished, playedOut, replay, unfolded, waitingRoom, type Screen } from '../tests/screens.ts';

// Every screen that is not a table being played, at every size with both texts, under a finger: before a game, after it, and looking
// back. Parts are chosen by --grep.
const GAMES = ['knitting-circle', 'arch-ravels', 'circuitous'];

async function measured(page: Page, screens: Screen[]) {
  const faults = new Faults();
  for (const { name, open } of screens) {
    await open(page);
    for (const size of SIZES) await faults.on(page, name, size, TEXTS);
  }
  console.log(`${screens.length} screens, ${faults.told.length} faults`);
  expect(faults.told).toEqual([]);
}

test('pages of a newcomer', async ({ person }) => {
  const page = await person(FINGER);
  const settings: Screen = {
    name: 'settings',
    open: async (page) => {
      await page.goto('/');
      await page.getByRole('button', { name: 'Settings' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  };
  // It listens, so its net is never idle.
  const lobby: Screen = {
    name: '/lobby',
    open: async (page) => {
      await page.goto('/lobby');
      await expect(page.getByRole('button', { name: /^Play somebody now/ })).toHaveCount(3);
      await expect(page.getByRole('heading', { name: 'Who looks for players' })).toBeVisible();
    },
  };
  await measured(page, [
    at('/', 'home of a newcomer'), settings, lobby,
    ...GAMES.flatMap((game) => [at(`/rules/${game}`), at(`/learn/${game}`), unfolded(at(`/new/${game}`))]),
    ...['/learn', '/daily', '/campaign', '/statistics', '/tables', '/build', '/replay', '/profile', '/people', '/alerts'].map((path) => at(path)),
  ]);
});

test('pages of who comes back', async ({ person }) => {
  const page = await person(FINGER);
  await page.request.post('/api/guests', { data: { name: LONGEST } });
  for (const game of GAMES) {
    await finished(page, game, 2);
    await begun(page, game, 3);
  }
  const deal = (await (await page.request.post('/api/daily/circuitous')).json()) as { table: string };
  await playedOut(page, deal.table);
  await finished(page, 'knitting-circle', 1, { scenario: '1' });
  await measured(page, [at('/', 'home of who comes back'), at('/daily'), ending(deal.table, 'the end of a daily deal'), at('/campaign'), at('/statistics'), at('/tables'), at('/tournaments'), at('/tournaments/new'), at('/profile'), at('/people')]);
});

test('waiting rooms', async ({ person }) => {
  const page = await person(FINGER);
  await page.request.post('/api/guests', { data: { name: LONGEST } });
  const rooms: Screen[] = [];
  for (const game of GAMES) for (const players of ['2', '4']) {
    const made = await page.request.post('/api/tables', { data: { game, start: false, options: { players } } });
    const { table } = (await made.json()) as { table: { id: string } };
    rooms.push(waitingRoom(table.id, `waiting room of ${game} for ${players}`));
  }
  await measured(page, rooms);
});

for (const game of GAMES) test(`endings and replays of ${game}`, async ({ person }) => {
  const page = await person(FINGER);
  await page.request.post('/api/guests', { data: { name: LONGEST } });
  const screens: Screen[] = [];
  for (const players of [2, 3, 4]) {
    const table = await finished(page, game, players);
    screens.push(ending(table, `${game}, the end with ${players}`));
    for (const move of [0, 25]) screens.push(replay(table, move, `${game}, move ${move} with ${players}`));
  }
  if (game === 'knitting-circle') {
    const alone = await finished(page, game, 1);
    screens.push(ending(alone, 'the end alone'), replay(alone, 25, 'looking back alone'), ending(await finished(page, game, 1, { scenario: '8' }), 'the end of a scenario'));
  }
  await measured(page, screens);
});
