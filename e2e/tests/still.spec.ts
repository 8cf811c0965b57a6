// While others play, nothing on the page jumps: what one looks at stays where it is.

import type { Page } from '@playwright/test';
import { DESK, GAMES, expect } from './people.ts';
import { Player, look, sitDown } from './player.ts';
import { oneTurn, other, test, turn } from './together.ts';

interface Shift { value: number; what: string[] }

/** Counts every shift of the layout from now on, as the browser itself reports it. */
async function watch(page: Page) {
  await page.evaluate(() => {
    const found: Shift[] = [];
    const told = (node: Node | null) => (node instanceof Element ? `${node.closest('[data-piece]')?.getAttribute('data-piece') ?? ''} ${node.tagName}.${node.getAttribute('class')}` : String(node?.nodeName));
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number; sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[] }[]) {
        // A log grows at its top: that is what it is for.
        const what = entry.sources.filter(({ node }) => !(node instanceof Element && node.closest('.log'))).map(({ node, previousRect: a, currentRect: b }) => `${told(node)} ${[a, b].map((r) => [r.x, r.y, r.width, r.height].map(Math.round)).join(' to ')}`);
        if (what.length > 0) found.push({ value: entry.value, what });
      }
    });
    observer.observe({ type: 'layout-shift' });
    Object.assign(window, { shifts: () => (observer.takeRecords(), found) });
  });
}
const shifts = (page: Page) => page.evaluate(() => (window as unknown as { shifts: () => Shift[] }).shifts());

/** Where the parts of the page are that hold everything else. */
const places = (page: Page) =>
  page.evaluate(() => Object.fromEntries(['.bar', '.main > *', '.prompt', '[data-undo]', '[data-hint]', '.rail', '.talk', '.tabs'].map((name) => {
    const r = document.querySelector(name)?.getBoundingClientRect();
    return [name, r ? [r.x, r.y, r.width, r.height].map(Math.round) : null];
  })));

for (const game of GAMES) {
  test(`${game}: nothing jumps while the other plays`, async ({ together }) => {
    const seated = await together(game);
    for (let round = 0; round < 4; round++) {
      const who = await turn(seated);
      const { page } = other(seated, who);
      const before = await places(page);
      await watch(page);
      await oneTurn(seated);
      expect(await places(page)).toEqual(before);
      // A number that gets a second digit moves its neighbour a little, a sentence of two lines stands higher than one; 0.1 is what browsers' makers hold to be good.
      const found = await shifts(page);
      expect(found.reduce((sum, shift) => sum + shift.value, 0), JSON.stringify(found)).toBeLessThan(0.005);
    }
  });
}

/** Where the middle of each piece is that can be touched and is in sight. */
const middles = (page: Page) =>
  page.evaluate(() => [...document.querySelectorAll<HTMLElement>('[data-piece].glow')].flatMap((el) => {
    const r = el.getBoundingClientRect();
    const [x, y] = [r.x + r.width / 2, r.y + r.height / 2];
    return r.width > 0 && x > 0 && y > 0 && x < innerWidth && y < innerHeight ? [{ id: el.dataset.piece!, x, y }] : [];
  }));

for (const game of GAMES) {
  test(`${game}: what can be touched stays where it is under the pointer`, async ({ person }) => {
    const page = await person();
    await page.goto('/');
    await sitDown(page, game);
    const player = new Player(page, 'mouse', 7);
    for (let round = 0; round < 8; round++) {
      await look(page);
      const before = await middles(page);
      for (const piece of before.slice(0, 4)) {
        const previewed = page.waitForResponse(/preview/, { timeout: 600 }).catch(() => null);
        await page.mouse.move(piece.x, piece.y);
        await previewed;
        // There may be several of one kind; one of them is where it was.
        const now = (await middles(page)).filter(({ id }) => id === piece.id);
        expect(Math.min(...now.map(({ x, y }) => Math.hypot(x - piece.x, y - piece.y))), piece.id).toBeLessThan(2);
      }
      await player.once();
    }
  });
}

test('whoever has scrolled in the log reads on when something happens', async ({ person }) => {
  const page = await person({ ...DESK, atOnce: true });
  // Of the three the game that is far from its end when its log is long enough.
  await sitDown(page, 'Arch Ravels');
  const player = new Player(page, 'mouse', 7, 1);
  const log = page.locator('.log');
  const room = () => log.evaluate((el) => el.scrollHeight - el.clientHeight);
  for (let touch = 0; touch < 60 && (await room()) < 160; touch++) await player.once();
  await page.waitForTimeout(200);
  expect(await log.evaluate((el) => el.scrollTop), 'what is new is in sight').toBe(0);
  await log.evaluate((el) => (el.scrollTop = 80));
  const before = await room();
  for (let touch = 0; touch < 20 && (await room()) <= before; touch++) await player.once();
  await page.waitForTimeout(200);
  expect(await room()).toBeGreaterThan(before);
  expect(await log.evaluate((el) => el.scrollTop)).toBeGreaterThanOrEqual(80);
});
