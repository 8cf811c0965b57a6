// The pages before a game: the first one, for newcomers and for those who come back, a new table, the waiting room.

import { cleanBoth } from './axe.ts';
import { DESK, PHONE, expect, test } from './people.ts';
import { ready, sitDown, withFriends } from './player.ts';

for (const [where, screen] of [['desk', DESK], ['phone', PHONE]] as const)
  test(`a newcomer on a ${where} finds one game to begin with, and no empty panel`, async ({ person }) => {
    const page = await person(screen);
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pull up a chair.');
    await expect(page.locator('article.game')).toHaveCount(3);
    await expect(page.locator('article.game').first()).toContainText('Begin here');
    await expect(page.getByRole('region', { name: 'More to do' }).getByRole('link')).toHaveCount(3);
    // Nothing is counted that is not there, and the example is for builders.
    await expect(page.locator('main')).not.toContainText(/\b0\b|Hearts|Nobody|No table/);
    await cleanBoth(page, 'home of a newcomer');
    await page.getByRole('button', { name: 'Play your first game' }).click();
    await ready(page);
    await expect(page.getByRole('note', { name: 'Guide' })).toBeVisible();
  });

test('who comes back finds what waits for them first', async ({ person }) => {
  const page = await person(DESK);
  await sitDown(page, 'Circuitous');
  const table = new URL(page.url()).pathname;
  await expect(page.locator('.prompt.mine')).toBeVisible();
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A table waits for you.');
  const own = page.getByRole('region', { name: 'Your tables' }).getByRole('link');
  await expect(own).toHaveCount(1);
  await expect(own).toContainText('Your turn');
  await expect(own.locator('.picture svg')).toBeVisible();
  await expect(page.locator('main')).not.toContainText('Lately');
  await cleanBoth(page, 'home of who comes back');
  await own.click();
  await expect(page).toHaveURL(table);
});

test('the example game is behind a door of its own', async ({ person }) => {
  const page = await person(DESK);
  await page.goto('/');
  await page.getByRole('link', { name: 'Make a game of your own' }).click();
  await expect(page.getByRole('heading', { name: 'Hearts' })).toBeVisible();
  await cleanBoth(page, 'make a game');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await ready(page);
});

test('a new table is a sentence, and is as it was the last time', async ({ person }) => {
  const page = await person(DESK);
  await withFriends(page, 'Circuitous');
  const [players, company, clock] = ['Players', 'Company', 'Clock'].map((name) => page.getByRole('combobox', { name }));
  await expect(page.getByRole('button', { name: 'Set the table' })).toBeVisible();
  await players!.selectOption({ label: 'three' });
  await company!.selectOption({ label: 'gentle bots' });
  await clock!.selectOption({ label: 'a day for each turn' });
  await expect(page.getByText('Undo, hints and chat are on')).toBeVisible();
  // What the sentence does not say is folded; a seat of its own makes it a mix.
  await page.getByText('More', { exact: true }).click();
  await page.getByRole('combobox', { name: 'Seat 3' }).selectOption({ label: 'Bot, sharp' });
  await expect(company!).toHaveValue('mixed');
  await page.getByRole('checkbox', { name: 'Chat' }).uncheck();
  await cleanBoth(page, 'new table, unfolded');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await ready(page);
  await page.goto('/new/circuitous');
  await expect(players!).toHaveValue('3');
  await expect(company!).toHaveValue('mixed');
  await expect(clock!).toHaveValue('day');
  await expect(page.getByText('Undo and hints are on')).toBeVisible();
});

test('a waiting room is a round table: who comes walks in, a free cushion takes a bot', async ({ person }) => {
  const owner = await person(DESK);
  await owner.goto('/new/arch-ravels');
  await owner.getByRole('combobox', { name: 'Players' }).selectOption({ label: 'four' });
  await owner.getByRole('button', { name: 'Set the table' }).click();
  await expect(owner.getByRole('button', { name: 'Start with bots for the three free seats' })).toBeVisible();
  const id = new URL(owner.url()).pathname.split('/').at(-1)!;
  await expect(owner.locator('.code')).toHaveText(id);
  // A code is read out in groups, and typed as it was heard.
  const guest = await person({ ...PHONE, mayComplain: true });
  await guest.goto('/');
  await guest.getByLabel('Link or code').fill(` ${id.slice(0, 4).toUpperCase()} ${id.slice(4, 8)} ${id.slice(8)}`);
  await guest.getByRole('button', { name: 'Join' }).click();
  await guest.getByLabel('Your name at the table').fill('Otto');
  await guest.getByRole('button', { name: 'Take a seat' }).click();
  await expect(owner.getByText('Otto has sat down.')).toBeVisible();
  await expect(owner.locator('.comes')).toHaveCount(1);
  await owner.getByRole('button', { name: 'A bot for seat 3' }).click();
  await expect(owner.getByRole('button', { name: 'Start with a bot for the free seat' })).toBeVisible();
  await owner.getByRole('button', { name: 'A bot for seat 4' }).click();
  await expect(owner.getByText('Every seat is taken.')).toBeVisible();
  await expect(guest.getByRole('list', { name: 'Seats' }).getByText('bot, steady')).toHaveCount(2);
  // A bot gets up without being asked twice.
  await owner.getByRole('list', { name: 'Seats' }).getByRole('button', { name: /^Remove/ }).last().click();
  await expect(owner.getByRole('button', { name: 'Start with a bot for the free seat' })).toBeVisible();
  await cleanBoth(owner, 'waiting room');
  await cleanBoth(guest, 'waiting room on a phone');
  await owner.getByRole('button', { name: 'Start with a bot for the free seat' }).click();
  for (const page of [owner, guest]) await ready(page);
});
