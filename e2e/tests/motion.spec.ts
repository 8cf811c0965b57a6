// Pieces travel over a table that is already what it becomes; with less motion a ring tells where they were and are.

import { DESK, GAMES, expect, test } from './people.ts';
import { Player, ready, sitDown } from './player.ts';

interface Seen { most: number; rings: number; moved: boolean; changed: string[] }
declare global {
  interface Window { seen?: Seen }
}

/** Watches what is laid over the table, and what animations ever change. */
const WATCH = () => {
  const seen: Seen = (window.seen = { most: 0, rings: 0, moved: false, changed: [] });
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    for (const frame of frames as Keyframe[]) seen.changed.push(...Object.keys(frame).filter((name) => !seen.changed.includes(name)));
    return animate.call(this, frames, options);
  };
  new MutationObserver(() => {
    const layer = document.querySelector('.motion:not(.lifted)');
    seen.most = Math.max(seen.most, layer?.querySelectorAll(':scope > div').length ?? 0);
    seen.rings = Math.max(seen.rings, layer?.querySelectorAll(':scope > i').length ?? 0);
    seen.moved ||= document.documentElement.dataset.moving !== undefined;
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-moving'] });
};

for (const game of GAMES) {
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    test(`${game}: pieces ${reducedMotion === 'reduce' ? 'leave rings, and nothing travels' : 'travel, a dozen at most, and leave nothing behind'}`, async ({ person }) => {
      const page = await person({ ...DESK, reducedMotion });
      await page.addInitScript(WATCH);
      await sitDown(page, game);
      const player = new Player(page, 'mouse', 7, 2);
      const seen = () => page.evaluate(() => window.seen!);
      for (let touch = 0; touch < 24; touch++) {
        const { most, rings } = await seen();
        if (reducedMotion === 'reduce' ? rings > 0 : most > 0) break;
        await player.once();
        await page.waitForTimeout(100);
      }
      await expect(page.locator('html:not([data-moving])')).toBeAttached();
      await expect(page.locator('.motion > *')).toHaveCount(0);
      const { most, rings, moved, changed } = await seen();
      expect(moved).toBe(true);
      if (reducedMotion === 'reduce') {
        expect([most, changed.filter((name) => name !== 'offset')]).toEqual([0, ['opacity']]);
        expect(rings).toBeGreaterThan(0);
      } else {
        expect(most).toBeGreaterThan(0);
        expect(most).toBeLessThanOrEqual(12);
        // What a compositor can do alone; and the dash of a thread.
        const others = changed.filter((name) => !['transform', 'opacity', 'offset'].includes(name));
        expect(others.filter((name) => !name.startsWith('strokeDash'))).toEqual([]);
      }
    });
  }
}

test('rings go when the window gets another size', async ({ person }) => {
  const page = await person(DESK);
  await sitDown(page, GAMES[0]!);
  const player = new Player(page, 'mouse', 7, 2);
  const rings = page.locator('.motion > i');
  for (let touch = 0; touch < 24 && (await rings.count()) === 0; touch++) await player.once();
  // In the frames after a new size: none may be left, however long they would have stayed.
  expect(await page.evaluate(async () => {
    const left: number[] = [];
    const first = document.querySelectorAll('.motion > i').length;
    dispatchEvent(new Event('resize'));
    for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
    left.push(document.querySelectorAll('.motion > i').length);
    return [first > 0, ...left];
  })).toEqual([true, 0]);
});

test('how loud a table is takes one touch or one key, and is remembered', async ({ person }) => {
  const page = await person(DESK);
  await sitDown(page, GAMES[0]!);
  await page.getByRole('button', { name: 'Sound: soft' }).click();
  await expect(page.getByRole('button', { name: 'Sound: full' })).toBeVisible();
  await page.keyboard.press('m');
  await expect(page.getByRole('button', { name: 'Sound: off' })).toBeVisible();
  await page.reload();
  await ready(page);
  await expect(page.getByRole('button', { name: 'Sound: off' })).toBeVisible();
});
