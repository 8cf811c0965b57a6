import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { playNow } from './player.ts';

const assets = join(import.meta.dirname, '../../web/dist/assets');

const GAMES = ['Knitting Circle', 'Arch Ravels', 'Circuitous'];
const size = (name: string) => gzipSync(readFileSync(join(assets, name)), { level: 9 }).length;

// The service worker brings its files beside the page, later.
test.use({ serviceWorkers: 'allow' });

// What is not needed for a first game (replays, rules, statistics) is loaded when somebody goes there.
test('at most 110 kB of compressed script from the first visit to the first board', async ({ browser }) => {
  for (const game of GAMES) {
    const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
    const scripts = new Set<string>();
    page.on('response', (answer) => {
      const name = /\/assets\/([^/]+\.js)$/.exec(answer.url())?.[1];
      if (name) scripts.add(name);
    });
    await page.goto('/');
    await playNow(page, game).click();
    await expect(page.locator('.frame[data-ready="yes"]')).toBeVisible();
    const bytes = [...scripts].reduce((sum, name) => sum + size(name), 0);
    console.log(`${game}: ${(bytes / 1000).toFixed(1)} kB of compressed script in ${scripts.size} files`);
    expect(scripts.size).toBeGreaterThan(0);
    expect(bytes).toBeLessThanOrEqual(110_000);
    await page.context().close();
  }
  const all = readdirSync(assets).filter((name) => name.endsWith('.js'));
  console.log(`${(all.reduce((sum, name) => sum + size(name), 0) / 1000).toFixed(1)} kB in ${all.length} files, all pages together`);
});

test('the first board after the click, on a fresh profile', async ({ browser }) => {
  for (const game of GAMES) {
    const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
    await page.goto('/');
    const button = playNow(page, game);
    await expect(button).toBeEnabled();
    const began = Date.now();
    await button.click();
    await expect(page.locator('.frame[data-ready="yes"]')).toBeVisible();
    console.log(`${game}: first board after ${Date.now() - began} ms`);
    await page.context().close();
  }
});
