import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type APIRequestContext, type Browser, type Page } from '@playwright/test';
import { at, begun, ending, finished, playedOut } from '../tests/screens.ts';

// Screenshots of every screen, and of an opening, a middle and a final position of each game: at every size, both themes. Each game
// is played once, by bots in our place; all pictures of it are of that one game.
const folder = process.env.GALLERY ?? join(import.meta.dirname, '../../target/gallery');
mkdirSync(folder, { recursive: true });

const EVERY = {
  desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 }, small: { width: 360, height: 740 }, sideways: { width: 844, height: 390 },
  tablet: { width: 820, height: 1180 }, square: { width: 1024, height: 768 }, large: { width: 1920, height: 1080 }, huge: { width: 2560, height: 1440 },
};
/** GALLERY_SIZES names some, or all of them; GALLERY_TEXT the texts; GALLERY_PLAYERS how many sit at a table, if not as many as a title proposes. */
const wanted = (process.env.GALLERY_SIZES ?? 'desktop,phone,small,sideways,tablet,large').split(',');
const SIZES = Object.entries(EVERY).filter(([name]) => wanted.includes(name) || wanted.includes('all'));
const HELD = ['phone', 'small', 'sideways', 'tablet'];
const TEXTS = (process.env.GALLERY_TEXT ?? 'normal').split(',');
const PLAYERS = process.env.GALLERY_PLAYERS;
const options = PLAYERS ? { players: PLAYERS } : {};
const THEMES = ['light', 'dark'] as const;
/** A title, and how many of its actions make a middle. */
const GAMES = [['knitting-circle', 90], ['arch-ravels', 110], ['circuitous', 30], ['hearts', 20]] as const;

type State = Awaited<ReturnType<APIRequestContext['storageState']>>;
interface Now { event: number; status: string; legal: unknown[]; to_act: number[] }

/** The same person in each size, text and theme: once with a screen in the hand and once at a desk, whose windows are made larger and smaller. */
async function everyWay(browser: Browser, state: State, name: string, look: (page: Page) => Promise<void>, whole = false) {
  for (const held of [true, false]) {
    const sizes = SIZES.filter(([size]) => HELD.includes(size) === held);
    if (sizes.length === 0) continue;
    const context = await browser.newContext({ storageState: state, viewport: sizes[0]![1], reducedMotion: 'reduce', hasTouch: held, isMobile: held, deviceScaleFactor: held ? 2 : 1 });
    const page = await context.newPage();
    await look(page);
    for (const [size, viewport] of sizes) {
      await page.setViewportSize(viewport);
      for (const text of TEXTS) for (const theme of THEMES) {
        await page.emulateMedia({ colorScheme: theme });
        await page.waitForTimeout(100);
        await page.evaluate((text) => (document.documentElement.dataset.text = text), text);
        await page.waitForTimeout(200);
        const way = [name, ...(PLAYERS ? [PLAYERS] : []), size, theme, ...(text === 'large' ? [text] : [])].join('-');
        await page.screenshot({ path: join(folder, `${way}.png`), fullPage: whole });
      }
    }
    await context.close();
  }
}

async function person(request: APIRequestContext): Promise<State> {
  expect((await request.post('/api/guests', { data: { name: 'Theo' } })).ok()).toBe(true);
  return request.storageState();
}

/** Deals that were seen before: the same pictures each time, but for how far a game has come when it is looked at. */
async function table(request: APIRequestContext, wish: { game: string; [more: string]: unknown }, attempt = 0): Promise<string> {
  const made = await request.post('/api/tables', { data: { start: true, pace: 60, ...wish }, headers: { 'x-bobbin-deal': `${wish.game}-${attempt}` } });
  return ((await made.json()) as { table: { id: string } }).table.id;
}

/** A table as its first seat sees it. */
async function look(request: APIRequestContext, id: string): Promise<Now> {
  const seen = await request.get(`/api/tables/${id}?seat=0`);
  return ((await seen.json()) as { now: Now }).now;
}

const atTable = (id: string) => async (page: Page) => {
  await page.goto(`/table/${id}`);
  await expect(page.locator('.frame[data-ready="yes"]')).toBeVisible();
};

/** How it ended, once all is counted. */
const atEnd = (id: string) => async (page: Page) => {
  await page.goto(`/table/${id}`);
  await expect(page.locator('[data-ending="done"]')).toBeVisible();
};

const PAGES: [string, string][] = [
  ['home', '/'], ['new-table', '/new/knitting-circle'], ['profile', '/profile'], ['alerts', '/alerts'], ['error', '/table/nowhere'], ['rules', '/rules/knitting-circle'], ['learn', '/learn'],
  ['statistics', '/statistics'], ['new-circuitous', '/new/circuitous'], ['daily', '/daily'], ['campaign', '/campaign'], ['bring-a-record', '/replay'],
];

test('pages', async ({ browser, request }) => {
  const state = await person(request);
  for (const [name, path] of PAGES) await everyWay(browser, state, name, async (page) => {
    await page.goto(path);
    await expect(page.locator('main h1, main h2').first()).toBeVisible();
    await page.waitForLoadState('networkidle');
  });
  await everyWay(browser, state, 'pieces', async (page) => void (await page.goto('/gallery')), true);
  await everyWay(browser, state, 'settings', async (page) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Settings' }).click();
  });
  const open = await table(request, { game: 'arch-ravels', start: false });
  await everyWay(browser, state, 'waiting-room', async (page) => {
    await page.goto(`/table/${open}`);
    await expect(page.getByRole('img', { name: /QR/ })).toBeVisible();
  });
  // Who begins is drawn by lot; the screen is handed over where it is not the first seat.
  const two = { game: 'circuitous', options: { players: '2' }, seats: [{ kind: 'guest', name: 'Mira' }, { kind: 'me' }], clock: { kind: 'live', seconds: 600 } };
  let shared = '';
  let attempt = 0;
  do shared = await table(request, two, attempt++);
  while ((await look(request, shared)).to_act.includes(0));
  const here = (page: Page) => page.getByRole('button', { name: /^I am / });
  const curtain = async (page: Page) => {
    await page.goto(`/table/${shared}`);
    await expect(here(page)).toBeVisible();
  };
  await everyWay(browser, state, 'hand-over', curtain);
  await everyWay(browser, state, 'clocks', async (page) => {
    await curtain(page);
    await here(page).click();
    await expect(page.locator('.frame[data-ready="yes"]')).toBeVisible();
  });
});

test('pages of who comes back', async ({ browser, page }) => {
  const { request } = page;
  const state = await person(request);
  let scenario = '';
  for (const [game] of GAMES.slice(0, 3)) {
    await finished(page, game, 2);
    await finished(page, game, 3);
    await begun(page, game, 3);
  }
  for (const goal of ['1', '2']) scenario = await finished(page, 'knitting-circle', 1, { scenario: goal });
  const deal = (await (await request.post('/api/daily/circuitous')).json()) as { table: string };
  await playedOut(page, deal.table);
  for (const { name, open } of [at('/', 'home-back'), at('/daily', 'daily-back'), at('/campaign', 'campaign-back'), at('/statistics', 'statistics-back'), at('/tables', 'tables-back'), ending(deal.table, 'daily-ending'), ending(scenario, 'campaign-ending')])
    await everyWay(browser, state, name, open, true);
});

test('guided games', async ({ browser, request }) => {
  const state = await person(request);
  for (const [game] of GAMES.slice(0, 3)) await everyWay(browser, state, `guided-${game}`, async (page) => {
    await page.goto(`/learn/${game}`);
    await page.getByRole('button', { name: 'Start' }).click();
    await expect(page.locator('.frame[data-ready="yes"]')).toBeVisible();
  });
});

for (const [game, middle] of GAMES) test(game, async ({ browser, request }) => {
  const state = await person(request);
  let id = '';
  const now = () => look(request, id);
  const until = async (enough: (now: Now) => boolean) => {
    await expect.poll(async () => enough(await now()), { timeout: 400_000, intervals: [100] }).toBe(true);
  };
  /** Somebody plays for us until then. */
  const watch = async (enough: (now: Now) => boolean) => {
    await request.post(`/api/tables/${id}/leave`, { data: {} });
    await until(enough);
  };
  const ours = ({ legal, status }: Now) => legal.length > 0 || status === 'over';
  // A game may be over before what is called its middle: then another one is played.
  let attempt = 0;
  do {
    id = await table(request, { game, level: 'steady', seats: [{ kind: 'me' }], options }, attempt++);
    await until(ours);
    await everyWay(browser, state, `${game}-opening`, atTable(id));
    await watch(({ event, status }) => event >= middle || status === 'over');
    await request.post(`/api/tables/${id}/take-back`, { data: { seat: 0 } });
    await until(ours);
  } while ((await now()).status === 'over');
  await everyWay(browser, state, `${game}-middle`, atTable(id));
  if (process.env.PICTURES) return copyFileSync(join(folder, `${game}-middle-desktop-light.png`), join(process.env.PICTURES, `${game}.png`));
  await watch(({ status }) => status === 'over');
  await everyWay(browser, state, `${game}-score-sheet`, atEnd(id));
  await everyWay(browser, state, `${game}-final`, async (page) => {
    await atEnd(id)(page);
    await page.getByRole('button', { name: 'Look at the table' }).click();
    await expect(page.locator('.frame[data-ready="yes"]')).toBeVisible();
  });
  await everyWay(browser, state, `${game}-replay`, async (page) => {
    await page.goto(`/replay/${id}/10`);
    await page.waitForLoadState('networkidle');
  });
});
