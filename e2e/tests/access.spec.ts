import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { look, playOn, sitDown } from './player.ts';

const THEMES = ['light', 'dark'] as const;
const GAMES = ['Knitting Circle', 'Arch Ravels', 'Circuitous'];

async function clean(page: Page, what: string) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const told = violations.map((v) => `${what}: ${v.id}: ${v.nodes.slice(0, 3).map((n) => `${n.html.slice(0, 160)} ${n.any[0]?.message ?? ''}`).join(' | ')}`);
  expect(told).toEqual([]);
}
const narrow = async (page: Page, what: string) => {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(over, `${what} scrolls sideways`).toBeLessThanOrEqual(0);
};

for (const theme of THEMES) {
  test(`no axe violations on the pages around a game, ${theme}`, async ({ browser }) => {
    const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme: theme, reducedMotion: 'reduce' })).newPage();
    await page.goto('/');
    await expect(page.getByRole('button', { name: 'Play now' }).first()).toBeEnabled();
    await clean(page, 'home');
    await page.getByRole('button', { name: 'Settings' }).click();
    await clean(page, 'settings');
    await page.keyboard.press('Escape');
    await page.locator('article.game').first().getByRole('link', { name: 'With friends' }).click();
    await expect(page.getByRole('button', { name: 'Make the table' })).toBeVisible();
    await clean(page, 'new table');
    await page.getByRole('button', { name: 'Make the table' }).click();
    await expect(page.getByRole('img', { name: /QR/ })).toBeVisible();
    await clean(page, 'waiting room');
    await page.goto('/profile');
    await expect(page.getByLabel('Your name at the table')).toBeVisible();
    await clean(page, 'profile');
    await page.goto('/table/nowhere');
    await expect(page.getByRole('alert')).toBeVisible();
    await clean(page, 'no such table');
    await page.goto('/gallery');
    await expect(page.getByRole('heading', { name: 'Pieces' })).toBeVisible();
    await clean(page, 'pieces');
    await page.context().close();
  });

  for (const game of GAMES) {
    test(`no axe violations at a table of ${game}, ${theme}`, async ({ browser }) => {
      const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme: theme, reducedMotion: 'reduce' })).newPage();
      await sitDown(page, game);
      await look(page);
      await clean(page, `${game}, opening`);
      await playOn(page, 'mouse', 5, 25).catch(() => 0);
      await clean(page, `${game}, later`);
      await page.getByRole('tab', { name: 'Rules' }).click();
      await expect(page.locator('.rules p').first()).toBeVisible();
      await clean(page, `${game}, rules`);
      await page.context().close();
    });
  }
}

test('nothing scrolls sideways at 360 px', async ({ browser }) => {
  const page = await (await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, reducedMotion: 'reduce' })).newPage();
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Play now' }).first()).toBeEnabled();
  await narrow(page, 'home');
  for (const path of ['/profile', '/new/knitting-circle', '/gallery']) {
    await page.goto(path);
    await page.waitForTimeout(300);
    await narrow(page, path);
  }
  for (const game of GAMES) {
    await sitDown(page, game);
    await narrow(page, game);
    await playOn(page, 'touch', 3, 15).catch(() => 0);
    await narrow(page, `${game}, later`);
    for (const part of ['Scores', 'Log, rules']) {
      await page.getByRole('button', { name: part }).click();
      await narrow(page, `${game}, ${part}`);
    }
  }
  await page.context().close();
});

test('the layout does not move when it is another player’s turn', async ({ browser }) => {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })).newPage();
  await sitDown(page, 'Knitting Circle');
  const places = () => page.evaluate(() => ['.prompt', '.acts [data-undo]', '.mid', '.rail'].map((s) => { const r = document.querySelector(s)?.getBoundingClientRect(); return r ? [Math.round(r.y), Math.round(r.height)] : null; }));
  await playOn(page, 'mouse', 8, 3).catch(() => 0);
  const before = await places();
  await page.evaluate(() => document.querySelector('.frame')?.setAttribute('data-before', 'yes'));
  await playOn(page, 'mouse', 9, 3).catch(() => 0);
  const after = await places();
  expect(after[0]?.[1]).toBe(before[0]?.[1]);
  expect(after[3]).toEqual(before[3]);
  await page.context().close();
});
