// One person, one name: at every label, in the log and on the tab. The log is read by turns, with pieces in its lines.

import type { Page } from '@playwright/test';
import { DESK, PHONE, expect, test } from './people.ts';
import { Player, ready } from './player.ts';

const BIRD = /^[A-Z][a-z]+$/;
const nameOf = async (page: Page) => ((await (await page.request.get('/api/me')).json()) as { name: string } | null)?.name ?? '';
const become = async (page: Page, name: string) => void (await page.request.post('/api/guests', { data: { name } }));
type Wish = { kind: 'me' | 'open' } | { kind: 'bot'; level: string };
/** A new table of two; where every seat is taken the game begins. */
async function make(page: Page, game: string, seats: [Wish, Wish]): Promise<string> {
  const start = seats.every(({ kind }) => kind !== 'open');
  const made = await page.request.post('/api/tables', { data: { game, options: { players: '2' }, seats, start, pace: 0 } });
  return ((await made.json()) as { table: { id: string } }).table.id;
}
async function sit(page: Page, game: string, seats: [Wish, Wish]) {
  await page.goto(`/table/${await make(page, game, seats)}`);
  await ready(page);
}
const log = (page: Page) => page.getByRole('list', { name: 'Log, newest first' });

for (const [id, game] of [['knitting-circle', 'Knitting Circle'], ['arch-ravels', 'Arch Ravels'], ['circuitous', 'Circuitous']] as const)
  test(`${game}: a newcomer is a bird, the bot an herb, and both have one name everywhere`, async ({ person }) => {
    const page = await person();
    expect(await nameOf(page)).toBe('');
    await page.goto('/profile');
    await expect.poll(() => nameOf(page)).toMatch(BIRD);
    const me = await nameOf(page);
    await sit(page, id, [{ kind: 'me' }, { kind: 'bot', level: 'gentle' }]);
    const scores = page.locator('.scores');
    await expect(scores).toContainText(me);
    await expect(scores).toContainText('Basil');
    for (const label of [/\bYou\b/, /\bseat \d/i]) {
      await expect(page.locator('.main')).not.toContainText(label);
      await expect(scores).not.toContainText(label);
    }
    await expect(page.locator('.main .tag', { hasText: 'bot' }).first()).toBeVisible();
    await expect(page).toHaveTitle(`● Your turn · ${game}`);
    const player = new Player(page, 'mouse', 7);
    await expect
      .poll(async () => {
        if (await page.locator('.glow, [data-button]').count()) await player.once(3000).catch(() => {});
        return (await log(page).locator('.turn').allTextContents()).join(' ');
      }, { timeout: 60_000 })
      .toMatch(new RegExp(`${me}[^]*Basil|Basil[^]*${me}`));
    // A block says who it was once, by a mark of the title and the name, and those who listen hear whole sentences.
    for (const block of await log(page).locator('.turn').all()) {
      await expect(block.locator('.name')).toHaveCount(1);
      await expect(block.locator('.mark svg, .mark i')).toHaveCount(1);
    }
    await expect(log(page)).not.toContainText(/\bYou\b/);
  });

test('of two with one name at a table the second has a number there, and keeps the name elsewhere', async ({ person }) => {
  const [ann, ben] = [await person(), await person(PHONE)];
  for (const page of [ann, ben]) await become(page, 'Wren');
  const table = await make(ann, 'circuitous', [{ kind: 'me' }, { kind: 'open' }]);
  expect((await ben.request.post(`/api/tables/${table}/join`, { data: {} })).ok()).toBe(true);
  expect((await ann.request.post(`/api/tables/${table}/start`)).ok()).toBe(true);
  for (const page of [ann, ben]) await page.goto(`/table/${table}`);
  for (const page of [ann, ben]) await ready(page);
  await expect(ann.locator('.scores')).toContainText('Wren 2');
  // Who begins is luck: one is told so, the other by whom.
  await expect(ann).toHaveTitle(/plays|Your turn/);
  const [acts, waits, name] = (await ann.title()).includes('Your turn') ? [ann, ben, 'Wren'] : [ben, ann, 'Wren 2'];
  await expect(acts).toHaveTitle('● Your turn · Circuitous');
  await expect(waits).toHaveTitle(`${name} plays · Circuitous`);
  await expect(waits.locator('.prompt')).toContainText(`${name} is choosing.`);
  expect(await nameOf(ben)).toBe('Wren');
  // What is said while the log is not open leaves a mark on its tab.
  await ann.request.post(`/api/tables/${table}/chat`, { data: { text: 'Good evening' } });
  await expect(ben.getByRole('button', { name: 'Log' }).locator('sup')).toContainText('1');
});

test('a round of the log is a divider, and tiles that fill the circle are one line', async ({ person }) => {
  const page = await person(DESK);
  await become(page, 'Wren');
  const table = await make(page, 'knitting-circle', [{ kind: 'me' }, { kind: 'bot', level: 'gentle' }]);
  interface Seen { now: { version: number; legal: { action: string; picks: string[] }[]; view: { round: number } } }
  // The first round is played as it comes.
  for (let tries = 0; tries < 400; tries++) {
    const { now } = (await (await page.request.get(`/api/tables/${table}`)).json()) as Seen;
    if (now.view.round > 1) break;
    const action = now.legal.find(({ picks }) => picks.length === 0) ?? now.legal[0];
    if (action) await page.request.post(`/api/tables/${table}/actions`, { data: { version: now.version, action: action.action } });
    else await page.waitForTimeout(50);
  }
  await page.goto(`/table/${table}`);
  await ready(page);
  await expect(log(page).locator('.round')).toHaveCount(2);
  await expect(log(page).locator('.round').first()).toContainText(/Round 2: \w+ begins/);
  await expect(log(page).getByText('tiles fill the circle')).toHaveCount(2);
  await expect(log(page)).not.toContainText('is done');
  await expect(log(page).locator('.turn .piece svg').first()).toBeVisible();
});
