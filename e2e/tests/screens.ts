// Every screen that is not a table being played, as somebody comes to it: what is measured, and how to get there.

import type { Page } from '@playwright/test';
import { expect } from './people.ts';
import { dice } from './player.ts';

export interface Screen { name: string; open: (page: Page) => Promise<void> }

/** A game of ours that bots play to its end: we sit down and leave. */
export async function finished(page: Page, game: string, players: number, options: Record<string, string> = {}): Promise<string> {
  const id = await begun(page, game, players, options);
  await leave(page, id);
  return id;
}

/** A table of ours with gentle bots that lose no time. */
export async function begun(page: Page, game: string, players: number, options: Record<string, string> = {}): Promise<string> {
  const seats = [{ kind: 'me' }, ...Array.from({ length: players - 1 }, () => ({ kind: 'bot', level: 'gentle' }))];
  const made = await page.request.post('/api/tables', { data: { game, options: { players: String(players), ...options }, seats, start: true, pace: 0, level: 'gentle' } });
  return ((await made.json()) as { table: { id: string } }).table.id;
}

/** We get up, and a bot plays on for us to the end. */
export async function leave(page: Page, table: string): Promise<void> {
  await page.request.post(`/api/tables/${table}/leave`, { data: {} });
  await expect.poll(async () => ((await (await page.request.get(`/api/tables/${table}`)).json()) as { table: { status: string } }).table.status, { timeout: 120_000 }).toBe('over');
}

/** An attempt of our own, which nobody plays for us: whatever is legal, until it is over. */
export async function playedOut(page: Page, table: string): Promise<void> {
  const roll = dice(7);
  interface Now { status: string; version: number; legal: { action: string }[] }
  const look = async () => ((await (await page.request.get(`/api/tables/${table}`)).json()) as { now: Now }).now;
  for (let n = 0; n < 3000; n++) {
    const { status, version, legal } = await look();
    if (status === 'over') return;
    if (legal.length === 0) await page.waitForTimeout(50);
    else await page.request.post(`/api/tables/${table}/actions`, { data: { seat: 0, version, action: legal[Math.floor(roll() * legal.length)]!.action, key: `${table}-${n}` } });
  }
  throw new Error('the attempt does not end');
}

/** A page by its address, once all of it is there. */
export const at = (path: string, name = path): Screen => ({
  name,
  open: async (page) => {
    await page.goto(path);
    await expect(page.locator('h1, h2').first()).toBeVisible();
    await page.waitForLoadState('networkidle');
  },
});

/** A table that waits for its players. */
export const waitingRoom = (table: string, name: string): Screen => ({
  name,
  open: async (page) => {
    await page.goto(`/table/${table}`);
    await expect(page.getByRole('img', { name: /QR/ })).toBeVisible();
  },
});

/** A page with all that is folded on it unfolded. */
export const unfolded = (screen: Screen): Screen => ({
  name: `${screen.name}, unfolded`,
  open: async (page) => {
    await screen.open(page);
    await page.evaluate(() => document.querySelectorAll('details').forEach((folded) => (folded.open = true)));
  },
});

/** How a game ended, counted and told. */
export const ending = (table: string, name: string): Screen => ({
  name,
  open: async (page) => {
    await page.goto(`/table/${table}`);
    await expect(page.locator('[data-ending="done"]')).toBeVisible();
    await expect(page.getByText('Looking back')).toBeHidden({ timeout: 60_000 });
    await page.evaluate(() => document.querySelectorAll('details').forEach((folded) => (folded.open = true)));
  },
});

/** A position of a game that is looked back at: the last one if it was shorter. */
export const replay = (table: string, move: number, name: string): Screen => ({
  name,
  open: async (page) => {
    const { of } = (await (await page.request.get(`/api/tables/${table}/replay?seat=everything&from=0&count=1&views=false`)).json()) as { of: number };
    const index = Math.min(move, of);
    await page.goto(`/replay/${table}/${index}`);
    await expect(page.locator('.replay[data-ready="yes"]')).toHaveAttribute('data-index', String(index));
    await page.waitForLoadState('networkidle');
  },
});
