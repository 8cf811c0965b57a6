// Someone who has never seen the games. They touch what glows, prefer what they have not tried yet, ask for a hint now
// and then, and so get to the score sheet. No rule and no piece of any game is known here.

import { expect, type Locator, type Page } from '@playwright/test';

export type Hand = 'mouse' | 'touch' | 'keys';

/** Something that can be touched now. */
interface Thing { id: string; chosen: boolean; asks: boolean }
interface Sight { over: boolean; prompt: string; version: string; things: Thing[] }

/**
 * What a person sees once there is something to do or the game is over. Waits for it in the page itself: the table
 * changes when it changes, not after some time.
 */
const SEE = (patience: number) =>
  new Promise<Sight>((seen, gaveUp) => {
    const touchable = '[data-piece].glow, [data-choice], [data-button]';
    const now = (): Sight => {
      const frame = document.querySelector<HTMLElement>('.frame');
      const prompt = document.querySelector('.prompt strong')?.textContent ?? '';
      const said = { over: Boolean(document.querySelector('[data-ending="done"]')), prompt, version: frame?.dataset.version ?? '' };
      if (said.over || !frame || document.querySelector('.main.busy')) return { ...said, things: [] };
      const things = [...document.querySelectorAll<HTMLElement>(touchable)].flatMap((el) => {
        const r = el.getBoundingClientRect();
        if (r.width === 0 || r.height === 0) return [];
        const id = el.dataset.piece ?? el.dataset.choice ?? el.dataset.button ?? '';
        return [{ id, chosen: el.classList.contains('chosen'), asks: el.classList.contains('armed') }];
      });
      return { ...said, things };
    };
    const done = (sight: Sight) => sight.over || sight.things.length > 0;
    const first = now();
    if (done(first)) return seen(first);
    const watch = new MutationObserver(() => {
      const sight = now();
      if (!done(sight)) return;
      end();
      seen(sight);
    });
    const late = setTimeout(() => {
      end();
      gaveUp(new Error(`nothing glows: ${now().prompt}`));
    }, patience);
    const end = () => {
      watch.disconnect();
      clearTimeout(late);
    };
    watch.observe(document.documentElement, { subtree: true, childList: true, attributes: true });
  });

/** Brings a thing into view and finds a point where a finger would touch it and nothing else. */
const POINT = (id: string) => {
  const owner = '[data-piece], [data-choice], [data-button]';
  const idOf = (el: HTMLElement) => el.dataset.piece ?? el.dataset.choice ?? el.dataset.button;
  const same = [...document.querySelectorAll<HTMLElement>(owner)].filter((el) => idOf(el) === id && el.getClientRects().length > 0);
  for (const el of same) {
    el.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const r = el.getBoundingClientRect();
    // Drawings are not boxes: their middle may be a hole. Look around in rings from the middle outwards.
    for (const reach of [0, 0.15, 0.3, 0.42, 0.48]) {
      for (let turn = 0; turn < 8; turn++) {
        const x = r.x + r.width * (0.5 + reach * Math.sin((turn * Math.PI) / 4)), y = r.y + r.height * (0.5 - reach * Math.cos((turn * Math.PI) / 4));
        const top = document.elementFromPoint(x, y)?.closest<HTMLElement>(owner);
        if (top && idOf(top) === id) return { x, y };
      }
    }
  }
  return null;
};

export function dice(seed: number) {
  return () => {
    seed = (seed * 1664525 + 1013904223) % 4294967296;
    return seed / 4294967296;
  };
}

export const look = (page: Page, patience = 30_000) => page.evaluate(SEE, patience);
/** Can this page do anything at this moment? */
export const canAct = async (page: Page) => (await page.locator('[data-piece].glow, [data-choice], [data-button]').count()) > 0;

/** How a person plays: what they tried, and how often. */
export class Player {
  readonly page: Page;
  readonly hand: Hand;
  readonly #roll: () => number;
  readonly #tried = new Map<string, number>();
  /** What glows but cannot be reached by this hand: there should be nothing. */
  readonly unreachable = new Set<string>();
  touches = 0;
  hints = 0;
  #lastVersion = '';
  #steps = 0;
  #since = 0;

  /** Asks for a hint at every so manieth position. */
  readonly #asksAt: number;

  constructor(page: Page, hand: Hand, seed: number, asksAt = 5) {
    this.page = page;
    this.hand = hand;
    this.#asksAt = asksAt;
    this.#roll = dice(seed);
  }

  /** Touches until the game is over; tells how many touches it took. */
  async play(most = 1500): Promise<number> {
    while (this.touches < most) if (!(await this.once())) return this.touches;
    throw new Error(`the game does not end after ${most} touches: ${await this.page.locator('.prompt strong').textContent()}`);
  }

  /** One touch; false if the game is over. */
  async once(patience?: number): Promise<boolean> {
    const sight = await look(this.page, patience);
    if (sight.over) return false;
    // What glowed when they looked may be somebody's name plate when they touch it: that opens, and they close it.
    const opened = this.page.locator('dialog[open]');
    if ((await opened.count()) > 0) await this.#press(opened.getByRole('button', { name: 'Close' }));
    const isNew = sight.version !== this.#lastVersion;
    if (isNew) this.#steps++;
    this.#since = isNew ? 0 : this.#since + 1;
    this.#lastVersion = sight.version;
    this.touches++;
    // A beginner asks now and then, and whoever goes round in circles asks.
    const asks = isNew ? this.#steps % this.#asksAt === 0 : this.#since % 12 === 0;
    if (asks && sight.things.length > 1 && (await this.#hint())) return true;
    const thing = this.#choose(sight.things);
    this.#tried.set(thing.id, (this.#tried.get(thing.id) ?? 0) + 1);
    // What stopped glowing between the look and the touch was not out of reach.
    if (!(await this.#touch(thing.id)) && (await this.#glows(thing.id)) && !(await this.#touch(thing.id))) this.unreachable.add(`${thing.id} (${sight.prompt})`);
    return true;
  }

  /** What was tried least; what is held already, last. */
  #choose(things: Thing[]): Thing {
    // "Touch it again": whoever has touched it meant it.
    const asking = things.find((thing) => thing.asks);
    if (asking) return asking;
    const fresh = things.filter((thing) => !thing.chosen);
    const open = fresh.length > 0 ? fresh : things;
    const least = Math.min(...open.map((thing) => this.#tried.get(thing.id) ?? 0));
    const best = open.filter((thing) => (this.#tried.get(thing.id) ?? 0) === least);
    return best[Math.floor(this.#roll() * best.length)]!;
  }

  #glows = async (id: string) => (await look(this.page)).things.some((thing) => thing.id === id);

  async #touch(id: string): Promise<boolean> {
    if (this.hand === 'keys') return keysTo(this.page, id);
    const point = await this.page.evaluate(POINT, id);
    if (!point) return false;
    if (this.hand === 'touch') await this.page.touchscreen.tap(point.x, point.y);
    else await this.page.mouse.click(point.x, point.y);
    return true;
  }

  /** The page's own hint: its first line. There is none if the table changes while the server thinks. */
  async #hint(): Promise<boolean> {
    const button = this.page.locator('[data-hint]');
    if ((await button.getAttribute('aria-disabled')) === 'true') return false;
    if (this.hand === 'keys') await this.page.keyboard.press('h');
    else if (!(await this.#press(button).then(() => true, () => false))) return false;
    await expect(button).toHaveText('Hint');
    const first = this.page.locator('.hints .hint').first();
    if (!(await first.isVisible())) return false;
    this.hints++;
    await this.#press(first);
    return true;
  }

  async #press(what: Locator) {
    if (this.hand === 'touch') await what.tap();
    else if (this.hand === 'mouse') await what.click();
    else {
      await tabTo(this.page, what);
      await this.page.keyboard.press('Enter');
    }
  }
}

/** Where the keyboard is, and which way the thing lies from there. */
const HEADING = (id: string) => {
  const idOf = (el: Element | null) => (el instanceof HTMLElement || el instanceof SVGElement ? (el.dataset.piece ?? el.dataset.choice ?? el.dataset.button) : undefined);
  const active = document.activeElement;
  if (idOf(active) === id) return { there: true, dx: 0, dy: 0, at: id };
  const target = [...document.querySelectorAll('[data-piece], [data-choice], [data-button]')].find((el) => idOf(el) === id && el.getClientRects().length > 0);
  const from = active?.getBoundingClientRect(), to = target?.getBoundingClientRect();
  if (!from || !to || active === document.body) return { there: false, dx: 0, dy: 1, at: '' };
  return { there: false, dx: to.x + to.width / 2 - from.x - from.width / 2, dy: to.y + to.height / 2 - from.y - from.height / 2, at: idOf(active) ?? '' };
};

/** Arrow keys towards it, as far as they lead; then Tab; Enter touches it. */
async function keysTo(page: Page, id: string): Promise<boolean> {
  const been = new Set<string>();
  for (let steps = 0; steps < 25; steps++) {
    const { there, dx, dy, at } = await page.evaluate(HEADING, id);
    if (there) return page.keyboard.press('Enter').then(() => true);
    const across = dx > 0 ? 'ArrowRight' : 'ArrowLeft', along = dy > 0 ? 'ArrowDown' : 'ArrowUp';
    const keys = Math.abs(dx) > Math.abs(dy) ? [across, along] : [along, across];
    const key = keys.find((each) => !been.has(`${at} ${each}`));
    if (!key) break;
    been.add(`${at} ${key}`);
    await page.keyboard.press(key);
  }
  const what = page.locator(['piece', 'choice', 'button'].map((kind) => `[data-${kind}="${id}"]:visible`).join(', ')).first();
  if ((await what.count()) === 0) return false;
  const found = await tabTo(page, what).then(() => true, () => false);
  if (found) await page.keyboard.press('Enter');
  return found;
}

/** How many stops of the Tab key lie between the focus and this, as far as the order of the page tells. */
const STOPS = (target: Element) => {
  const stops = [...document.querySelectorAll<HTMLElement>('a[href], button:not([disabled]), input:not([disabled]), select, textarea, [tabindex]')].filter((el) => el.tabIndex >= 0 && el.getClientRects().length > 0);
  return stops.indexOf(target as HTMLElement) - stops.indexOf(document.activeElement as HTMLElement);
};

/** Tab, or Tab backwards, until this has the focus. */
export async function tabTo(page: Page, what: Locator, most = 150): Promise<void> {
  const isThere = () => what.evaluate((el) => el === document.activeElement);
  if (await isThere()) return;
  const stops = await what.evaluate(STOPS);
  for (let i = 0; i < Math.abs(stops); i++) await page.keyboard.press(stops > 0 ? 'Tab' : 'Shift+Tab');
  // Radio buttons share a stop, so the count may be off.
  for (let i = 0; i < most; i++) {
    if (await isThere()) return;
    await page.keyboard.press(stops > 0 ? 'Shift+Tab' : 'Tab');
  }
  throw new Error(`Tab does not lead to ${what}`);
}

/** Plays on with one hand for some touches or to the end; tells how many it took. */
export async function playOn(page: Page, hand: Hand, seed: number, most?: number): Promise<number> {
  const player = new Player(page, hand, seed);
  if (most === undefined) return player.play();
  while (player.touches < most && (await player.once()));
  return player.touches;
}

/** From the home page to the first board of a game, by one click. */
export async function sitDown(page: Page, game: string): Promise<void> {
  await page.goto(pageOf(game));
  await playNow(page, game).click();
  await ready(page);
}

/** From there to the sentence that makes a table of one's own; the example has its card on a page for builders. */
export async function withFriends(page: Page, game: string): Promise<void> {
  await page.goto(pageOf(game));
  await card(page, game).getByRole('link', { name: 'friends' }).click();
  await expect(page.getByRole('combobox', { name: 'Players' })).toBeVisible();
}
const pageOf = (game: string) => (game === 'Hearts' ? '/build' : '/');

/** What begins a free game at once: beside the guided one it is a word. */
export const playNow = (page: Page, game: string) => card(page, game).getByRole('button', { name: /^Play( without the guide)?$/ });
/** The same of whichever game comes first: there once the games are known. */
export const anyPlay = (page: Page) => page.getByRole('button', { name: /^Play( without the guide)?$/ }).first();

/** The card of a game on the home page. */
export const card = (page: Page, game: string) => page.locator('article.game', { has: page.getByRole('heading', { name: game, exact: true }) });
export const ready = (page: Page) => expect(page.locator('.frame[data-ready="yes"]')).toBeVisible();

export async function scoreSheet(page: Page) {
  const end = page.locator('[data-ending="done"]');
  await expect(end).toBeVisible();
  // Where the scene tells everything by itself, the sheet is folded.
  const folded = end.locator('summary', { hasText: 'Score sheet' });
  if (await folded.isVisible()) await folded.click();
  await expect(end.getByRole('region', { name: 'Score sheet' }).getByRole('row', { name: /Total/ })).toBeVisible();
}
