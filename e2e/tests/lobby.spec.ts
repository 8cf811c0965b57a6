// Two people who do not know each other find each other in the lobby, and play.

import type { Page } from '@playwright/test';
import { Server } from '../server.ts';
import { cleanBoth } from './axe.ts';
import { DESK, PHONE, expect, test } from './people.ts';
import { Player, ready } from './player.ts';

// Everybody is in one lobby: a server of its own, and one test after the other.
test.describe.configure({ mode: 'serial' });
const server = new Server();
test.beforeAll(() => server.start());
test.afterAll(() => server.end());
const desk = { ...DESK, baseURL: server.url };
const phone = { ...PHONE, baseURL: server.url };

const seeks = (page: Page) => page.getByRole('region', { name: 'Who looks for players' }).getByRole('listitem');

/** Somebody at the lobby, under a name of their own. */
async function inLobby(page: Page, name: string): Promise<Page> {
  await page.request.post('/api/guests', { data: { name } });
  await page.goto('/lobby');
  await expect(page.getByRole('button', { name: /^Play somebody now/ })).toHaveCount(3);
  return page;
}
/** Says what one looks for. */
async function look(page: Page, wish: Record<string, string>) {
  for (const [part, label] of Object.entries(wish)) await page.getByRole('combobox', { name: part }).selectOption({ label });
  await page.getByRole('button', { name: 'Look for players' }).click();
}
/** Both are at the same table, and whoever is first does something that the other hears of. */
async function theyPlay(one: Page, other: Page) {
  for (const page of [one, other]) await ready(page);
  expect(new URL(one.url()).pathname).toBe(new URL(other.url()).pathname);
  const acts = (await one.locator('.prompt.mine').isVisible()) ? one : other;
  const hears = acts === one ? other : one;
  const before = await hears.locator('.frame').getAttribute('data-version');
  const player = new Player(acts, 'mouse', 7);
  await expect.poll(async () => {
    if (await acts.locator('.prompt.mine').isVisible()) await player.once();
    return (await hears.locator('.log li').count()) > 0 || (await hears.locator('.frame').getAttribute('data-version')) !== before;
  }, { timeout: 60_000 }).toBe(true);
}

test('nobody is there, and it is said kindly; a seek is taken with one touch and both are led to the table', async ({ person }) => {
  const [ann, ben] = [await inLobby(await person(desk), 'Annika'), await inLobby(await person(phone), 'Benno')];
  await expect(ann.getByRole('heading', { name: 'Nobody looks for a game just now.' })).toBeVisible();
  await cleanBoth(ann, 'an empty lobby');
  await look(ann, { Game: 'Circuitous', Players: 'two players', Speed: 'now, 10 minutes each' });
  await expect(seeks(ann)).toContainText('Stop looking');
  await expect(seeks(ben)).toContainText('Annika');
  await expect(seeks(ben)).toContainText('Two players, now, 10 minutes each.');
  await cleanBoth(ben, 'a lobby with a seek');
  await ben.getByRole('button', { name: 'Play Circuitous with Annika' }).click();
  await theyPlay(ann, ben);
  await expect(ann.getByText(/^(10:0\d|9:\d\d)$/).first()).toBeVisible();
});

test('two who press the button at the same time play each other', async ({ person }) => {
  const [ann, ben] = [await inLobby(await person(desk), 'Clementine'), await inLobby(await person(desk), 'Dorothea')];
  const play = (page: Page) => page.getByRole('button', { name: 'Play somebody now: Circuitous' }).click();
  await Promise.all([play(ann), play(ben)]);
  // More could come: they are waited for a little.
  for (const page of [ann, ben]) await page.waitForURL(/\/table\//, { timeout: 30_000 });
  await theyPlay(ann, ben);
  // Somebody else may look on.
  const eve = await inLobby(await person(desk), 'Evelina');
  const watch = eve.getByRole('region', { name: 'Watch a game' }).getByRole('link', { name: /Clementine/ });
  await expect(watch).toContainText('Dorothea');
  await cleanBoth(eve, 'a lobby with games to watch');
  await watch.click();
  await expect(eve.locator('.frame[data-ready="yes"]')).toBeVisible();
});

test('a bot is played meanwhile, and one is called from its table', async ({ person }) => {
  const ann = await inLobby(await person(desk), 'Florentine');
  await ann.getByRole('button', { name: 'Play somebody now: Arch Ravels' }).click();
  await ann.getByRole('button', { name: 'Play a bot meanwhile' }).click({ timeout: 30_000 });
  await ready(ann);
  const withBot = new URL(ann.url()).pathname;
  await expect(ann.getByRole('complementary', { name: 'Looking for a game' })).toBeVisible();
  const ben = await inLobby(await person(phone), 'Gottfried');
  await ben.getByRole('button', { name: /^Play Arch Ravels with Florentine/ }).click();
  const call = ann.getByRole('complementary', { name: 'A game was found' });
  await expect(call).toContainText('Gottfried is here', { timeout: 30_000 });
  await cleanBoth(ann, 'called from a table');
  expect(new URL(ann.url()).pathname, 'nobody is taken from a table').toBe(withBot);
  await call.getByRole('button', { name: 'Play' }).click();
  await ben.waitForURL(/\/table\//);
  await expect.poll(() => new URL(ann.url()).pathname).toBe(new URL(ben.url()).pathname);
  await ready(ann);
});

test('a game by days is among one’s tables, and who stops looking is not found', async ({ person }) => {
  const ann = await inLobby(await person(desk), 'Henrietta');
  await look(ann, { Game: 'Knitting Circle', Players: 'two players', Speed: 'a day for each turn' });
  await expect(seeks(ann)).toContainText('You');
  await ann.goto('/');
  const ben = await inLobby(await person(desk), 'Ignatius');
  await look(ben, { Game: 'Arch Ravels', Speed: 'a day for each turn' });
  await ben.getByRole('button', { name: 'Stop looking for Arch Ravels' }).click();
  await expect(seeks(ben).filter({ hasText: 'Arch Ravels' })).toHaveCount(0);
  await ben.getByRole('button', { name: 'Play Knitting Circle with Henrietta' }).click();
  await ready(ben);
  await ann.goto('/');
  await expect(ann.getByRole('region', { name: 'Your tables' }).getByRole('link')).toContainText('Ignatius');
});
