// A table that is larger than the window: moved with a pointer or a finger, zoomed with the wheel or two.

import type { Page } from '@playwright/test';
import { DESK, expect, PHONE, test } from './people.ts';
import { sitDown } from './player.ts';

async function felt(page: Page) {
  await sitDown(page, 'Circuitous');
  const { x, y, height } = (await page.locator('svg.board').boundingBox())!;
  return { x: x + 20, y: y + height / 3 };
}
/** How it was moved and zoomed. */
const moved = (page: Page) => page.locator('svg.board > g').evaluate((g) => {
  const { e, f, a } = (g as SVGGElement).transform.baseVal.consolidate()!.matrix;
  return [e, f, a].map((n) => Math.round(n * 1000) / 1000);
});

test('wheel, pointer and keys', async ({ person }) => {
  const page = await person(DESK);
  const { x, y } = await felt(page);
  await page.mouse.move(x, y);
  await page.mouse.wheel(0, -500);
  await expect.poll(() => moved(page).then(([, , k]) => k)).toBe(2);
  const [before, down] = await moved(page);
  await page.mouse.down();
  await page.mouse.move(x + 60, y + 40, { steps: 5 });
  await page.mouse.up();
  await page.mouse.move(x, y);
  expect(await moved(page)).toEqual([before! + 60, down! + 40, 2]);
  await page.keyboard.press('f');
  await expect.poll(() => moved(page)).toEqual([0, 0, 1]);
});

test('one finger and two', async ({ person }) => {
  const page = await person(PHONE);
  const { x, y } = await felt(page);
  const cdp = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...at: [number, number][]) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: at.map(([x, y], id) => ({ x, y, id })) });
  await touch('touchStart', [x, y]);
  for (let i = 1; i <= 5; i++) await touch('touchMove', [x + i * 8, y + i * 4]);
  await touch('touchEnd');
  await expect.poll(() => moved(page)).toEqual([40, 20, 1]);
  await touch('touchStart', [x, y], [x + 40, y]);
  for (let i = 1; i <= 5; i++) await touch('touchMove', [x, y], [x + 40 + i * 8, y]);
  await touch('touchEnd');
  await expect.poll(() => moved(page).then(([, , k]) => k)).toBe(2);
});

test('places beyond the edge are told there, and brought in from there', async ({ person }) => {
  const page = await person(PHONE);
  await felt(page);
  await page.locator('.held.glow').first().tap();
  await expect(page.locator('.ghost.glow').first()).toBeVisible();
  const window = (await page.locator('.felt').boundingBox())!;
  /** How far below the upper edge the middles of the places lie. */
  const heights = async () => (await page.locator('.ghost.glow').all().then((all) => Promise.all(all.map((ghost) => ghost.boundingBox())))).map((box) => box!.y + box!.height / 2 - window.y);
  // The table is dragged until the lowest place is at the edge.
  const cdp = await page.context().newCDPSession(page);
  const far = Math.max(...(await heights()));
  const from = { x: window.x + 12, y: window.y + 0.86 * window.height };
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] });
  for (let i = 1; i <= 10; i++) await cdp.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: from.x, y: from.y - (far * i) / 10 }] });
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect.poll(async () => Math.round(Math.max(...(await heights())))).toBeLessThan(1);
  const edge = page.getByRole('button', { name: /^\d+ more places? beyond the top edge$/ });
  // By a click: after touches that are made up a browser takes the next tap for the end of a fling.
  await edge.click();
  await expect(edge).toBeHidden();
  const now = await heights();
  expect(Math.min(...now)).toBeGreaterThan(20);
  expect(Math.max(...now)).toBeLessThan(window.height - 20);
});
