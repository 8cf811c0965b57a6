import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';

const assets = join(import.meta.dirname, '../../web/dist/assets');

test('at most 150 kB of compressed script, all of it together', () => {
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
  const bytes = scripts.reduce((sum, name) => sum + gzipSync(readFileSync(join(assets, name)), { level: 9 }).length, 0);
  console.log(`${(bytes / 1000).toFixed(1)} kB of compressed script in ${scripts.length} files`);
  expect(bytes).toBeLessThanOrEqual(150_000);
});

test('the first board after the click, on a fresh profile', async ({ browser }) => {
  for (const game of ['Knitting Circle', 'Arch Ravels', 'Circuitous']) {
    const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
    await page.goto('/');
    const button = page.locator('article.game', { has: page.getByRole('heading', { name: game, exact: true }) }).getByRole('button', { name: 'Play now' });
    await expect(button).toBeEnabled();
    const began = Date.now();
    await button.click();
    await expect(page.locator('.frame[data-ready="yes"]')).toBeVisible();
    console.log(`${game}: first board after ${Date.now() - began} ms`);
    await page.context().close();
  }
});
