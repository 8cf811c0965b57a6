// Someone who has never seen the games: touches what glows, reads what stands there, and gets to the score sheet.

import { expect, type Page } from '@playwright/test';

export type Hand = 'mouse' | 'touch' | 'keys';

/** What can be done now, as far as a person can see it. */
const LOOK = `(() => {
  const sheet = document.querySelector('dialog[open] .sheet');
  if (sheet) return { over: true, things: [] };
  if (document.querySelector('.main.busy')) return { busy: true, things: [] };
  for (const el of document.querySelectorAll('[data-n]')) el.removeAttribute('data-n');
  const seen = (el) => { const r = el.getBoundingClientRect(); return r.width > 0 && r.height > 0; };
  const all = [...document.querySelectorAll('[data-piece].glow, [data-choice], [data-button]')].filter(seen);
  return { things: all.map((el, i) => { el.setAttribute('data-n', String(i)); return { n: i, id: el.getAttribute('data-piece') ?? el.getAttribute('data-choice') ?? 'button', words: (el.getAttribute('aria-label') ?? el.textContent ?? '').trim().slice(0, 60), chosen: el.classList.contains('chosen') }; }) };
})()`;

const POINT = (n: number) => {
  const el = document.querySelector(`[data-n="${n}"]`);
  if (!el) return null;
  el.scrollIntoView({ block: 'center', inline: 'center' });
  const r = el.getBoundingClientRect();
  for (const [fx, fy] of [[0.5, 0.5], [0.5, 0.25], [0.5, 0.75], [0.25, 0.5], [0.75, 0.5], [0.15, 0.2], [0.85, 0.8], [0.2, 0.85], [0.8, 0.15]] as const) {
    const x = r.x + r.width * fx, y = r.y + r.height * fy;
    const top = document.elementFromPoint(x, y);
    if (top?.closest('[data-piece], [data-choice], [data-button]') === el) return { x, y };
  }
  return null;
};

interface Thing { n: number; id: string; words: string; chosen: boolean }
interface Look { over?: boolean; busy?: boolean; things: Thing[] }

/** Likes to make progress: the words on the pieces tell what that is. */
const LIKES: [RegExp, number][] = [
  [/^project:|^needle:/, 60], [/^place:|^card:/, 12], [/^(pattern|request|garment):/, 14], [/^play$/, 14], [/^(space|yarn|supply|bowl|seat|amount|center|deck|retain):/, 8],
  [/^tile:(?!hat|bear|mittens|scarf|blanket)/, 6], [/^action:/, 6], [/^button$/, 1.2], [/^(item|tile):/, 0.05], [/^(discard|use)$/, 0.6], [/^paw/, 3],
];
const liking = (thing: Thing) => (thing.chosen ? 0.02 : (LIKES.find(([like]) => like.test(thing.id))?.[1] ?? 4));

export function dice(seed: number) {
  return () => {
    seed = (seed * 1664525 + 1013904223) % 4294967296;
    return seed / 4294967296;
  };
}

export async function look(page: Page): Promise<Look> {
  return (await page.evaluate(LOOK)) as Look;
}

/** Waits until there is something to do or the game is over. */
async function myTurn(page: Page): Promise<Look> {
  for (let tries = 0; tries < 1200; tries++) {
    const seen = await look(page);
    if (seen.over || seen.things.length > 0) return seen;
    await page.waitForTimeout(25);
  }
  throw new Error(`nothing glows: ${await page.locator('.prompt strong').textContent()}`);
}

export async function playOn(page: Page, hand: Hand, seed: number, most = 1500): Promise<number> {
  const roll = dice(seed);
  for (let count = 0; count < most; count++) {
    const seen = await myTurn(page);
    if (seen.over) return count;
    const weights = seen.things.map(liking);
    let at = roll() * weights.reduce((a, b) => a + b, 0);
    const thing = seen.things.find((_, i) => (at -= weights[i]!) < 0) ?? seen.things[0]!;
    if (hand === 'keys') {
      await byKeys(page, roll);
      continue;
    }
    // Where a finger would go: a point at which this thing is really on top.
    const point = (await page.evaluate(POINT, thing.n)) as { x: number; y: number } | null;
    if (!point) continue;
    if (hand === 'touch') await page.touchscreen.tap(point.x, point.y);
    else await page.mouse.click(point.x, point.y);
  }
  throw new Error('the game does not end');
}

/** Arrow keys to something that glows, Enter to touch it. */
async function byKeys(page: Page, roll: () => number) {
  const arrows = ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp'];
  const steps = 1 + Math.floor(roll() * 4);
  for (let i = 0; i < steps; i++) await page.keyboard.press(arrows[Math.floor(roll() * 4)]!);
  await page.keyboard.press('Enter');
}

/** From the home page to the first board of a game. */
export async function sitDown(page: Page, game: string): Promise<void> {
  await page.goto('/');
  const card = page.locator('article.game', { has: page.getByRole('heading', { name: game, exact: true }) });
  await card.getByRole('button', { name: 'Play now' }).click();
  await expect(page.locator('.frame[data-ready="yes"]')).toBeVisible();
}

export async function scoreSheet(page: Page) {
  const sheet = page.getByRole('dialog');
  await expect(sheet).toBeVisible();
  await expect(sheet.getByRole('row', { name: /Total/ })).toBeVisible();
}
