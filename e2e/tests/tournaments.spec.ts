// Two people and a bot play a tournament, from the empty page to the standings.

import type { Page } from '@playwright/test';
import { DESK, NARROW, expect, test } from './people.ts';
import { dice } from './player.ts';
import { Faults, SIZES, TEXTS } from './measure.ts';
import { at } from './screens.ts';

interface Now { table: string | null; waits_for_you: boolean }
interface Tournament { status: string; now: Now | null; standings: { number: number; points: string; twelfths: number }[][] }
interface Table { now: { status: string; version: number; legal: { action: string }[] } }

const idOf = (page: Page) => page.url().split('/').at(-1)!;
const look = async (page: Page, id: string) => (await (await page.request.get(`/api/tournaments/${id}`)).json()) as Tournament;

/** Whatever is legal, as long as it is our turn somewhere in the tournament. */
async function playTurns(page: Page, id: string, roll: () => number): Promise<Tournament> {
  const seen = await look(page, id);
  const table = seen.now?.waits_for_you ? seen.now.table : null;
  for (let acts = 0; table && acts < 50; acts++) {
    const { now } = (await (await page.request.get(`/api/tables/${table}`)).json()) as Table;
    const action = now.legal[Math.floor(roll() * now.legal.length)]?.action;
    if (!action) break;
    await page.request.post(`/api/tables/${table}/actions`, { data: { version: now.version, action } });
  }
  return seen;
}

test('two people and a bot play all against all, and see how it stands', async ({ person }) => {
  test.setTimeout(300_000);
  const ann = await person(DESK);
  await ann.goto('/');
  await ann.getByRole('link', { name: 'Tournaments' }).click();
  await ann.getByRole('link', { name: 'Make a tournament' }).click();
  await ann.getByLabel('What is it called?').fill('Three of us');
  await ann.getByRole('radio', { name: 'Circuitous' }).check();
  await ann.getByRole('radio', { name: 'All play all' }).check();
  await ann.getByLabel('Time').selectOption({ label: 'an hour for each round' });
  await ann.getByText('More', { exact: true }).click();
  await ann.getByLabel('Bots that play for whoever is away').selectOption('playful');
  await ann.getByRole('button', { name: 'Make the tournament' }).click();
  await expect(ann.getByRole('heading', { name: 'You are in' })).toBeVisible();
  await ann.getByLabel('Level of the bot').selectOption('playful');
  await ann.getByRole('button', { name: 'Put one in' }).click();
  await expect(ann.getByText('playful bot', { exact: true }).first()).toBeVisible();

  // The link is the invitation; it is in the list, too.
  const id = idOf(ann);
  const ben = await person(NARROW);
  await ben.goto('/tournaments');
  await ben.getByRole('link', { name: /Three of us/ }).click();
  await ben.getByRole('button', { name: 'Enter' }).click();
  await expect(ben.getByRole('heading', { name: 'You are in' })).toBeVisible();
  await expect(ann.getByText('3 of 16')).toBeVisible();

  await ann.getByRole('button', { name: 'Begin', exact: true }).click();
  await expect(ann.getByRole('heading', { name: /Round 1 of 3/ }).first()).toBeVisible();
  // Who has a game is led there.
  const first = [ann, ben];
  const playing = (await Promise.all(first.map(async (page) => ((await look(page, id)).now?.table ? page : null)))).find((page) => page !== null)!;
  await expect(playing.getByRole('heading', { name: /Your game is on|It is your turn/ })).toBeVisible();
  await playing.getByRole('link', { name: /^(Play|To your table)$/ }).click();
  await expect(playing).toHaveURL(/\/table\//);

  const roll = dice(11);
  let seen = await look(ann, id);
  const end = Date.now() + 240_000;
  while (seen.status === 'running' && Date.now() < end) {
    seen = await playTurns(ann, id, roll);
    await playTurns(ben, id, roll);
  }
  expect(seen.status).toBe('over');

  await ben.goto(`/tournaments/${id}`);
  await ann.goto(`/tournaments/${id}`);
  const standings = seen.standings[0]!;
  expect(standings.map(({ twelfths }) => twelfths).reduce((a, b) => a + b)).toBe(3 * 12 + 3 * 12);
  for (const page of [ann, ben]) {
    const rows = page.getByRole('table').getByRole('row');
    await expect(rows).toHaveCount(4);
    await expect(rows.nth(1)).toContainText(standings[0]!.points);
    await expect(page.getByRole('heading', { name: / wins$/ })).toBeVisible();
  }
  // What decides between equal points is explained, and on a phone it stands below each name.
  await expect(ann.getByRole('columnheader', { name: 'Sonneborn-Berger' })).toBeVisible();
  await expect(ben.getByRole('columnheader', { name: 'Sonneborn-Berger' })).toBeHidden();
  await expect(ben.getByText(/^Berger \d/).first()).toBeVisible();
  await ben.getByText('How points and places come about').click();
  await expect(ben.getByText(/lots are drawn/)).toBeVisible();
  const faults = new Faults();
  for (const { name, open } of [at(`/tournaments/${id}`, 'a tournament'), at('/tournaments'), at('/tournaments/new')]) {
    await open(ben);
    for (const [i, size] of SIZES.filter((_, i) => i % 3 === 0).entries()) await faults.on(ben, name, size, i % 2 ? ['normal'] : TEXTS);
  }
  expect(faults.told).toEqual([]);
  // Each game can be looked at again.
  await ann.getByRole('region', { name: 'Rounds' }).getByRole('link', { name: /^Look back/ }).first().click();
  await expect(ann).toHaveURL(/\/replay\//);
});

test('whom a tournament is not for is told so', async ({ person }) => {
  const ann = await person(DESK);
  await ann.goto('/tournaments/new');
  await ann.getByLabel('What is it called?').fill('For programs');
  await ann.getByRole('radio', { name: 'Programs', exact: true }).check();
  await ann.getByRole('button', { name: 'Make the tournament' }).click();
  await expect(ann.getByText(/they enter with a token/)).toBeVisible();
  await ann.getByText('More', { exact: true }).click();
  await ann.getByRole('button', { name: 'Call the tournament off' }).click();
  await ann.getByRole('button', { name: 'Call it off' }).click();
  await expect(ann.getByRole('heading', { name: 'Called off' })).toBeVisible();
});
