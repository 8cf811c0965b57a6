import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { playOn, sitDown } from '../tests/player.ts';

// Screenshots of every screen, and of an opening, a middle and a final position of each game: desktop and phone, both themes.
const folder = process.env.GALLERY ?? join(import.meta.dirname, '../../target/gallery');
mkdirSync(folder, { recursive: true });

const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } } as const;
const GAMES = [['Knitting Circle', 'knitting-circle', 60], ['Arch Ravels', 'arch-ravels', 70], ['Circuitous', 'circuitous', 40]] as const;

for (const [size, viewport] of Object.entries(SIZES)) for (const theme of ['light', 'dark'] as const) {
  const open = async (browser: import('@playwright/test').Browser) =>
    (await browser.newContext({ viewport, colorScheme: theme, reducedMotion: 'reduce', hasTouch: size === 'phone', isMobile: size === 'phone', deviceScaleFactor: size === 'phone' ? 2 : 1 })).newPage();
  const shot = (page: Page, name: string) => page.screenshot({ path: join(folder, `${name}-${size}-${theme}.png`) });

  test(`pages, ${size}, ${theme}`, async ({ browser }) => {
    const page = await open(browser);
    await page.goto('/');
    await expect(page.getByRole('button', { name: 'Play now' }).first()).toBeEnabled();
    await shot(page, 'home');
    await page.goto('/new/knitting-circle');
    await expect(page.getByRole('button', { name: 'Make the table' })).toBeVisible();
    await shot(page, 'new-table');
    await page.getByRole('button', { name: 'Make the table' }).click();
    await expect(page.getByRole('img', { name: /QR/ })).toBeVisible();
    await shot(page, 'waiting-room');
    await page.goto('/profile');
    await expect(page.getByLabel('Your name at the table')).toBeVisible();
    await shot(page, 'profile');
    await page.goto('/table/nowhere');
    await expect(page.getByRole('alert')).toBeVisible();
    await shot(page, 'error');
    await page.goto('/gallery');
    await expect(page.getByRole('heading', { name: 'Pieces' })).toBeVisible();
    await page.screenshot({ path: join(folder, `pieces-${size}-${theme}.png`), fullPage: true });
    await page.context().close();
  });

  for (const [game, id, middle] of GAMES) test(`${game}, ${size}, ${theme}`, async ({ browser }) => {
    const page = await open(browser);
    const hand = size === 'phone' ? 'touch' : 'mouse';
    await sitDown(page, game);
    await shot(page, `${id}-opening`);
    await playOn(page, hand, 77, middle).catch(() => 0);
    await page.evaluate(() => scrollTo(0, 0));
    await shot(page, `${id}-middle`);
    await playOn(page, hand, 78);
    await page.waitForTimeout(300);
    await shot(page, `${id}-score-sheet`);
    await page.getByRole('button', { name: 'Look at the table' }).click();
    await shot(page, `${id}-final`);
    await page.context().close();
  });
}
