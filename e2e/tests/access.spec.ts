// For everyone: no axe violations on any screen in either theme, nothing that scrolls sideways, nothing that jumps.

import type { Page } from '@playwright/test';
import { DESK, GAMES, NARROW, PHONE, expect, test } from './people.ts';
import { clean, cleanBoth } from './axe.ts';
import { anyPlay, look, playOn, ready, sitDown, withFriends } from './player.ts';

const narrow = async (page: Page, what: string) => {
  const over = await page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const wide = [...document.querySelectorAll('body *')].filter((el) => el.getBoundingClientRect().right > width + 1);
    return { by: document.documentElement.scrollWidth - width, wide: wide.slice(0, 3).map((el) => el.outerHTML.slice(0, 120)) };
  });
  expect(over.by, `${what} scrolls sideways: ${over.wide.join(' | ')}`).toBeLessThanOrEqual(0);
};

/** Whoever is to act sees something that they may touch, without looking for it. */
const inSight = (page: Page) =>
  page.evaluate(() => {
    const seen = (el: Element) => {
      const r = el.getBoundingClientRect(), x = r.x + r.width / 2, y = r.y + r.height / 2;
      if (r.width === 0 || x < 0 || x > innerWidth || y < 0 || y > innerHeight) return false;
      return !document.elementsFromPoint(x, y)[0]?.closest('.prompt, nav.tabs') || el.closest('.prompt') !== null;
    };
    return [...document.querySelectorAll('[data-piece].glow, [data-choice], [data-button]')].some(seen);
  });

/** The screens around a game, one after the other. */
async function around(page: Page, check: (page: Page, what: string) => Promise<void>) {
  await page.goto('/');
  await expect(anyPlay(page)).toBeEnabled();
  await check(page, 'home');
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
  await check(page, 'settings');
  await page.keyboard.press('Escape');
  for (const game of GAMES) {
    await withFriends(page, game);
    await expect(page.getByRole('button', { name: 'Set the table' })).toBeVisible();
    await check(page, `new table of ${game}`);
  }
  await page.getByRole('button', { name: 'Set the table' }).click();
  await expect(page.getByRole('img', { name: /QR/ })).toBeVisible();
  await check(page, 'waiting room');
  await page.goto('/profile');
  await expect(page.getByLabel('Your name at the table')).not.toHaveValue('');
  await check(page, 'profile');
  for (const [path, what] of [['/table/nowhere', 'no such table'], ['/new/nothing', 'no such game'], ['/nowhere', 'no such page']] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await check(page, what);
  }
  await page.goto('/gallery');
  await expect(page.getByRole('heading', { name: 'Pieces' })).toBeVisible();
  await check(page, 'pieces');
}

/** What stands beside a board. */
async function beside(page: Page, check: (page: Page, what: string) => Promise<void>) {
  await page.getByRole('tab', { name: 'Chat' }).click();
  await expect(page.getByLabel('Say something')).toBeVisible();
  await check(page, 'chat');
  await page.getByRole('tab', { name: 'Rules' }).click();
  await expect(page.locator('.rules p').nth(3)).toBeVisible();
  await check(page, 'rules');
  await page.getByRole('tab', { name: 'Log' }).click();
}

test('no axe violations around a game', async ({ person }) => {
  await around(await person({ ...DESK, mayComplain: true }), cleanBoth);
});

test('no axe violations around a game on a phone', async ({ person }) => {
  await around(await person({ ...PHONE, mayComplain: true }), clean);
});

for (const game of [...GAMES, 'Hearts']) {
  test(`no axe violations at a table of ${game}`, async ({ person }) => {
    const page = await person();
    await sitDown(page, game);
    await look(page);
    await cleanBoth(page, `${game}, opening`);
    // Not to the end: Circuitous may be over after eight cards.
    await playOn(page, 'mouse', 5, game === 'Hearts' || game === 'Circuitous' ? 8 : 20);
    await look(page);
    await cleanBoth(page, `${game}, later`);
    await page.locator('[data-hint]').click();
    await expect(page.locator('.hints')).toBeVisible();
    await clean(page, `${game}, hints`);
    await beside(page, (each, what) => clean(each, `${game}, ${what}`));
    await page.getByRole('button', { name: 'Settings' }).click();
    await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
    await clean(page, `${game}, settings`);
  });
}

test('nothing scrolls sideways at 360 px around a game', async ({ person }) => {
  await around(await person({ ...NARROW, mayComplain: true }), narrow);
});

for (const game of [...GAMES, 'Hearts']) {
  test(`nothing scrolls sideways at 360 px at a table of ${game}`, async ({ person }) => {
    const page = await person(NARROW);
    await sitDown(page, game);
    await look(page);
    await narrow(page, game);
    for (let i = 0; i < 15; i++) {
      await playOn(page, 'touch', 9 + i, 1);
      await narrow(page, `${game}, after ${i + 1} touches`);
      if ((await look(page)).over) break;
      await expect.poll(() => inSight(page), { message: `${game}, after ${i + 1} touches: what glows is out of sight` }).toBe(true);
    }
    await clean(page, `${game} on a phone`);
    await page.getByRole('button', { name: 'Scores' }).click();
    await narrow(page, `${game}, scores`);
    await clean(page, `${game} on a phone, scores`);
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('button', { name: 'Log', exact: true }).click();
    await beside(page, narrow);
  });
}
