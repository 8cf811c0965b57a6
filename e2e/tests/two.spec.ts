import { join } from 'node:path';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { URL_OF_SERVER, folder, startServer } from '../server.ts';
import { look, playOn } from './player.ts';

async function guest(browser: Browser) {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })).newPage();
  const traffic: string[] = [];
  const heard: string[] = [];
  await page.exposeFunction('__heard', (text: string) => heard.push(text));
  // All that comes in over the stream, as the page's own code reads it.
  await page.addInitScript(() => {
    const read = ReadableStreamDefaultReader.prototype.read as (this: unknown) => Promise<{ value?: Uint8Array }>;
    ReadableStreamDefaultReader.prototype.read = async function (this: unknown) {
      const part = await read.call(this);
      if (part.value) (window as unknown as { __heard: (text: string) => void }).__heard(new TextDecoder().decode(part.value));
      return part;
    } as typeof ReadableStreamDefaultReader.prototype.read;
  });
  page.on('response', async (answer) => {
    if (answer.url().includes('/api/') && !answer.url().includes('/events')) traffic.push(await answer.text().catch(() => ''));
  });
  return { page, traffic, heard };
}

/** Two people at one table of Circuitous, which has hands to hide. */
async function together(browser: Browser, base = URL_OF_SERVER) {
  const [ann, ben] = [await guest(browser), await guest(browser)];
  await ann.page.goto(`${base}/new/circuitous`);
  await ann.page.getByRole('button', { name: 'Make the table' }).click();
  await expect(ann.page.getByRole('img', { name: /QR/ })).toBeVisible();
  await ben.page.goto(ann.page.url());
  await ben.page.getByRole('button', { name: 'Take a seat' }).click();
  await expect(ann.page.getByRole('button', { name: 'Start' })).toBeVisible();
  await ann.page.getByRole('button', { name: 'Start' }).click();
  for (const { page } of [ann, ben]) await expect(page.locator('.frame[data-ready="yes"]')).toBeVisible();
  return { ann, ben };
}

const words = (page: Page) => page.locator('.log li').first().textContent();
const turn = async (a: Page, b: Page) => {
  for (let tries = 0; tries < 200; tries++) {
    for (const page of [a, b]) if ((await look(page)).things.length > 0) return page;
    await a.waitForTimeout(50);
  }
  throw new Error('nobody is to act');
};
/** One turn by whoever is to act, until the other one is. */
async function oneTurn(a: Page, b: Page, seed: number) {
  const page = await turn(a, b);
  for (let i = 0; i < 60 && (await turn(a, b)) === page; i++) await playOn(page, 'mouse', seed + i, 1).catch(() => 0);
  return page;
}

test('each sees the other’s actions, and nothing of the other’s hand', async ({ browser }) => {
  const { ann, ben } = await together(browser);
  for (let i = 0; i < 4; i++) await oneTurn(ann.page, ben.page, 40 + i * 60);
  await expect.poll(async () => (await words(ann.page))?.length).toBeGreaterThan(5);
  const counts = await Promise.all([ann, ben].map(({ page }) => page.locator('.felt .played').count()));
  expect(counts[0]).toBe(counts[1]);
  for (const [i, person] of [ann, ben].entries()) {
    const all = [...person.heard, ...person.traffic].join('\n');
    const hands = [...all.matchAll(/"hand":(null|\[[^\]]*\])/g)].map((m) => m[1]);
    expect(hands.length).toBeGreaterThan(0);
    // Every view has two seats: one hand is shown, the other is null.
    const views = [...all.matchAll(/"seats":\[\{"color":"black","hand":(null|\[[^\]]*\]).*?\{"color":"blue","hand":(null|\[[^\]]*\])/g)];
    expect(views.length).toBeGreaterThan(0);
    for (const view of views) expect(view[2 - i]).toBe('null');
    // Nor does the page itself keep any of it.
    const shown = await person.page.evaluate(() => document.querySelectorAll('.hand [data-piece]').length);
    expect(shown).toBeGreaterThan(0);
  }
  await Promise.all([ann, ben].map(({ page }) => page.context().close()));
});

test('a reload and a lost connection change nothing', async ({ browser }) => {
  const { ann, ben } = await together(browser);
  await oneTurn(ann.page, ben.page, 7);
  const before = await ann.page.locator('.felt .played').count();
  await ann.page.reload();
  await expect(ann.page.locator('.frame[data-ready="yes"]')).toBeVisible();
  expect(await ann.page.locator('.felt .played').count()).toBe(before);
  await ann.page.context().setOffline(true);
  await expect(ann.page.locator('.banner')).toBeVisible({ timeout: 60_000 });
  await ann.page.context().setOffline(false);
  await expect(ann.page.locator('.banner')).toBeHidden({ timeout: 30_000 });
  await oneTurn(ann.page, ben.page, 99);
  await expect.poll(async () => [await ann.page.locator('.felt .played').count(), await ann.page.locator('.piles').textContent()].length).toBe(2);
  await Promise.all([ann, ben].map(({ page }) => page.context().close()));
});

test('a restart of the server changes nothing', async ({ browser }) => {
  test.skip(Boolean(process.env.BOBBIN_URL), 'only where the test starts the server itself');
  const database = `sqlite:${join(folder, 'restart.db')}`;
  let server = await startServer('7192', database);
  const { ann, ben } = await together(browser, 'http://127.0.0.1:7192');
  await oneTurn(ann.page, ben.page, 3);
  const before = await ben.page.locator('.felt .played').count();
  server.kill('SIGKILL');
  await expect(ben.page.locator('.banner')).toBeVisible({ timeout: 20_000 });
  server = await startServer('7192', database);
  await expect(ben.page.locator('.banner')).toBeHidden({ timeout: 30_000 });
  expect(await ben.page.locator('.felt .played').count()).toBe(before);
  await oneTurn(ann.page, ben.page, 200);
  server.kill();
  await Promise.all([ann, ben].map(({ page }) => page.context().close()));
});
