import { expect, test } from '@playwright/test';
import { playOn, scoreSheet, sitDown } from './player.ts';

const GAMES = ['Knitting Circle', 'Arch Ravels', 'Circuitous'];

for (const [i, game] of GAMES.entries()) {
  test(`${game}: a whole game by mouse`, async ({ browser }) => {
    const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })).newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (line) => line.type() === 'error' && errors.push(line.text()));
    await sitDown(page, game);
    const touches = await playOn(page, 'mouse', 11 + i);
    await scoreSheet(page);
    console.log(`${game} by mouse: ${touches} touches`);
    expect(errors.filter((text) => !/40[019]|422/.test(text))).toEqual([]);
    await page.context().close();
  });

  test(`${game}: a whole game by touch on a phone`, async ({ browser }) => {
    const page = await (await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, reducedMotion: 'reduce' })).newPage();
    await sitDown(page, game);
    await playOn(page, 'touch', 21 + i);
    await scoreSheet(page);
    await page.context().close();
  });

  test(`${game}: a whole game by keyboard alone`, async ({ browser }) => {
    const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })).newPage();
    await page.goto('/');
    const button = page.locator('article.game', { has: page.getByRole('heading', { name: game, exact: true }) }).getByRole('button', { name: 'Play now' });
    await expect(button).toBeEnabled();
    for (let i = 0; i < 30 && !(await button.evaluate((el) => el === document.activeElement)); i++) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.locator('.frame[data-ready="yes"]')).toBeVisible();
    await playOn(page, 'keys', 31 + i, 4000);
    await scoreSheet(page);
    await page.context().close();
  });
}
