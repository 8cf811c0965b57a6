// What is seen of the page from outside: the title and icon of its tab, and the number at its sign.

import type { Page } from '@playwright/test';
import { DESK, expect, test as base } from './people.ts';
import { sitDown } from './player.ts';
import { oneTurn, other, test, turn } from './together.ts';

const PLAIN = '/favicon.svg';
const MARKED = '/favicon-turn.svg';
const icon = (page: Page) => page.locator('link[rel=icon]').first();

/** A device that shows numbers at its signs, and writes down which. */
const withSign = (page: Page) =>
  page.addInitScript(() => {
    const shown: number[] = [];
    Object.assign(window, { shown });
    const take = (count: number) => Promise.resolve(void shown.push(count));
    Object.assign(navigator, { setAppBadge: take, clearAppBadge: () => take(0) });
  });
const sign = (page: Page) => page.evaluate(() => (window as unknown as { shown: number[] }).shown.at(-1));

test('the tab calls whoever is to act, by its title and its icon, and nobody else', async ({ together }) => {
  const seated = await together('Circuitous');
  for (let turns = 0; turns < 3; turns++) {
    const acts = await turn(seated);
    const waits = other(seated, acts);
    await expect(acts.page).toHaveTitle('● Your turn · Circuitous');
    await expect(icon(acts.page)).toHaveAttribute('href', MARKED);
    await expect(waits.page).toHaveTitle(/ plays · Circuitous$/);
    await expect(icon(waits.page)).toHaveAttribute('href', PLAIN);
    await oneTurn(seated);
  }
  // Both are pictures that the server has.
  for (const href of [PLAIN, MARKED]) {
    const answer = await seated[0].page.request.get(href);
    expect(answer.status()).toBe(200);
    expect(answer.headers()['content-type']).toContain('image/svg+xml');
  }
});

base('the home page says how many tables wait, and so does the sign of an installed page', async ({ person }) => {
  const page = await person(DESK);
  await withSign(page);
  await page.goto('/');
  await expect(page).toHaveTitle('Bobbin');
  await expect(icon(page)).toHaveAttribute('href', PLAIN);
  for (let tables = 1; tables <= 2; tables++) {
    await sitDown(page, 'Circuitous');
    await expect(page).toHaveTitle('● Your turn · Circuitous');
    await expect.poll(() => sign(page)).toBe(tables);
  }
  await page.goto('/');
  await expect(page).toHaveTitle('● Two tables wait · Bobbin');
  await expect(icon(page)).toHaveAttribute('href', MARKED);
  expect(await sign(page)).toBe(2);
  // Where nothing waits the tab is quiet again, and each page has its own title.
  await page.goto('/rules/circuitous/1.1');
  await expect(page).toHaveTitle('Rules, 1.1 · Circuitous');
  await expect(icon(page)).toHaveAttribute('href', PLAIN);
  await page.goto('/nowhere');
  await expect(page).toHaveTitle('Nothing here · Bobbin');
});
