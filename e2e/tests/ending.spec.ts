// How games end: the points are counted once, a touch shows all, and everybody is told what it came to.

import type { Page } from '@playwright/test';
import { cleanBoth } from './axe.ts';
import { DESK, PHONE, expect, test, type Manners } from './people.ts';
import { ready, scoreSheet } from './player.ts';

const IDS = { 'Knitting Circle': 'knitting-circle', 'Arch Ravels': 'arch-ravels', Circuitous: 'circuitous', Hearts: 'hearts' };
const MOVING: Manners = { ...DESK, reducedMotion: 'no-preference' };

interface Outcome { winners: number[]; ranks: number[]; decided_by: string | null; tier: string | null; sheets: { total: number }[] }
interface Seen { table: { id: string; status: string }; now: { outcome: Outcome | null; seats: { name: string }[] } }

/** A table of ours with gentle bots; the deal follows from its name. */
async function sit(page: Page, game: string, players: number, options: Record<string, string> = {}, deal = ''): Promise<string> {
  const { request } = page;
  await request.post('/api/guests', { data: { name: 'Noor' } });
  const seats = [{ kind: 'me' }, ...Array.from({ length: players - 1 }, () => ({ kind: 'bot', level: 'gentle' }))];
  const made = await request.post('/api/tables', { data: { game, options: { players: String(players), ...options }, seats, start: true, pace: 0, level: 'gentle' }, ...(deal ? { headers: { 'x-bobbin-deal': deal } } : {}) });
  return ((await made.json()) as Seen).table.id;
}
const seen = async (page: Page, table: string) => (await (await page.request.get(`/api/tables/${table}`)).json()) as Seen;
/** We get up, and a bot plays on for us to the end. */
async function leave(page: Page, table: string): Promise<Seen> {
  await page.request.post(`/api/tables/${table}/leave`, { data: {} });
  await expect.poll(async () => (await seen(page, table)).table.status, { timeout: 90_000 }).toBe('over');
  return seen(page, table);
}
/** Others' moves are shown without a pause; what the ending shows from its first moment on is kept. */
const INSTANT = () => {
  localStorage.setItem('bobbin-prefs', JSON.stringify({ pace: 0 }));
  const states: string[] = [];
  Object.assign(window, { states });
  new MutationObserver(() => {
    const now = document.querySelector<HTMLElement>('[data-ending]')?.dataset.ending;
    if (now && states.at(-1) !== now) states.push(now);
  }).observe(document, { subtree: true, childList: true, attributes: true });
};
const states = (page: Page) => page.evaluate(() => (window as unknown as { states: string[] }).states);
const counting = (page: Page) => page.locator('[data-ending="counting"]');
const done = (page: Page) => page.locator('[data-ending="done"]');
const next = (page: Page) => page.getByRole('navigation', { name: 'What next' });
const headline = (page: Page) => page.getByRole('heading', { level: 1 });

for (const [name, id] of Object.entries(IDS)) {
  test(`${name}: the points are counted once, and a key shows all`, async ({ person }) => {
    test.setTimeout(180_000);
    const page = await person(MOVING);
    await page.addInitScript(INSTANT);
    const table = await sit(page, id, id === 'hearts' ? 4 : 2);
    await page.goto(`/table/${table}`);
    await ready(page);
    const { now } = await leave(page, table);
    await expect(counting(page)).toBeVisible({ timeout: 60_000 });
    // Until the last line nobody knows who has won: neither the page nor its tab says so.
    await expect(headline(page)).not.toContainText(/win/);
    expect(await page.title()).toBe(`The end · ${name}`);
    await expect(next(page)).toBeHidden();
    await page.keyboard.press('Space');
    await expect(done(page)).toBeVisible({ timeout: 500 });
    const won = now.outcome!.winners.includes(0);
    await expect(headline(page)).toContainText(won ? /^You / : /wins|share it|Nobody/);
    expect(await page.title()).toContain(` · ${name}`);
    expect(await page.title()).not.toContain('The end');
    // In this order, always.
    await expect(next(page).locator('.btn')).toHaveText(['Rematch', 'What mattered', '', '']);
    await expect(page.locator('.end > [role="status"]')).toContainText((await headline(page).textContent())!);
    await scoreSheet(page);
    await cleanBoth(page, `${name}, the end`);

    // Who comes back later sees the last picture, and may see it again.
    await page.reload();
    await expect(done(page)).toBeVisible();
    expect(await states(page)).toEqual(['done']);
    await page.getByRole('button', { name: 'Play it again' }).click();
    await expect(counting(page)).toBeVisible();
    await page.mouse.click(640, 700);
    await expect(done(page)).toBeVisible({ timeout: 500 });
    await page.getByRole('button', { name: 'Look at the table' }).click();
    await ready(page);
    await expect(page.locator('.end[data-ending]')).toBeHidden();
    await page.getByRole('button', { name: 'Score sheet' }).first().click();
    await expect(done(page)).toBeVisible();
  });

  test(`${name}: less motion shows the last picture at once`, async ({ person }) => {
    test.setTimeout(180_000);
    const page = await person(DESK);
    await page.addInitScript(INSTANT);
    const table = await sit(page, id, id === 'hearts' ? 4 : 2);
    await page.goto(`/table/${table}`);
    await ready(page);
    await leave(page, table);
    await expect(done(page)).toBeVisible({ timeout: 60_000 });
    expect(await states(page)).toEqual(['done']);
    expect(await page.locator('.snippets').count()).toBe(0);
  });
}

test('it is counted to its end, and the story is told', async ({ person }) => {
  const page = await person(MOVING);
  const table = await sit(page, 'knitting-circle', 3);
  await leave(page, table);
  await page.goto(`/table/${table}`);
  await page.getByRole('button', { name: 'Play it again' }).click();
  await expect(done(page)).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('img', { name: /^Points over \d+ moves/ })).toBeVisible();
  const moments = page.locator('.e-mattered a');
  await expect(moments).toHaveCount(2);
  const [, index] = /\/replay\/\w+\/(\d+)/.exec((await moments.first().getAttribute('href'))!)!;
  await moments.first().click();
  await expect(page.locator(`.replay[data-ready="yes"][data-index="${index}"]`)).toBeVisible();
});

test('who loses sees the same stage, and no yarn falls; a tie is counted last', async ({ person }) => {
  test.setTimeout(240_000);
  const page = await person(MOVING);
  await page.addInitScript(INSTANT);
  const found = { lost: false, tie: false };
  for (let n = 0; n < 40 && !(found.lost && found.tie); n++) {
    const table = await sit(page, 'circuitous', 3, {}, `ending ${n}`);
    const { now } = await leave(page, table);
    const { winners, decided_by: decided, sheets } = now.outcome!;
    const [first, other] = [now.seats[winners[0]!]?.name, sheets.some(({ total }, seat) => !winners.includes(seat) && total === sheets[winners[0]!]?.total)];
    if (!found.lost && winners.length === 1 && winners[0] !== 0 && !decided) {
      found.lost = true;
      await page.goto(`/table/${table}`);
      await page.getByRole('button', { name: 'Play it again' }).click();
      await expect(done(page)).toBeVisible({ timeout: 20_000 });
      await expect(headline(page)).toHaveText(new RegExp(`^${first} wins by \\d+$`));
      expect(await page.locator('.snippets').count()).toBe(0);
      await expect(next(page).locator('.btn').first()).toHaveText('Rematch');
    } else if (!found.tie && winners.length === 1 && decided && other) {
      found.tie = true;
      await page.goto(`/table/${table}`);
      await expect(done(page)).toBeVisible();
      await expect(headline(page)).toHaveText(winners[0] === 0 ? 'You win' : `${first} wins`);
      await expect(page.locator('.e-head p')).toContainText(decided);
      await scoreSheet(page);
      await expect(page.getByRole('row', { name: new RegExp(`${decided}.*wins the tie`, 'i') })).toBeVisible();
    }
  }
  expect(found).toEqual({ lost: true, tie: true });
});

test('alone the title counts, with the way to the next; a scenario has its goals', async ({ person }) => {
  test.setTimeout(120_000);
  const page = await person(DESK);
  const alone = await sit(page, 'knitting-circle', 1);
  const { now } = await leave(page, alone);
  await page.goto(`/table/${alone}`);
  const { tier, sheets } = now.outcome!;
  await expect(headline(page)).toHaveText(tier ?? `${sheets[0]!.total} points`);
  await expect(page.locator('.e-head p')).toContainText(/points? more for|no higher title/);
  await expect(page.getByRole('region', { name: 'Titles' })).toBeVisible();
  await cleanBoth(page, 'the end of a game alone');
  await next(page).getByRole('button', { name: 'Try again' }).click();
  await expect(page).not.toHaveURL(`/table/${alone}`);
  await ready(page);

  const scenario = await sit(page, 'knitting-circle', 1, { scenario: '8' });
  await leave(page, scenario);
  await page.goto(`/table/${scenario}`);
  await expect(headline(page)).toHaveText(/Not this time|\d of 3 goals|You did it/);
  await expect(page.getByRole('region', { name: /^Scenario 8/ }).getByRole('listitem')).toHaveCount(3);
  await cleanBoth(page, 'the end of a scenario');
});

test('who watches is offered no rematch', async ({ person }) => {
  const [page, other] = [await person(DESK), await person(DESK)];
  const table = await sit(page, 'circuitous', 2);
  await leave(page, table);
  await other.goto(`/table/${table}`);
  await expect(done(other)).toBeVisible();
  await expect(next(other).locator('.btn').first()).toHaveText('What mattered');
  await expect(headline(other)).not.toContainText('You');
});

const SIZES = ['360x740', '390x844', '844x390', '820x1180', '1024x768', '1180x820', '1280x720', '1280x800', '1366x650', '1600x900', '1920x1080', '2560x1440'];

for (const [name, id] of Object.entries(IDS)) {
  test(`${name}: the end fits every window`, async ({ person }) => {
    test.setTimeout(300_000);
    const page = await person(PHONE);
    const most = await sit(page, id, 4);
    await leave(page, most);
    for (const text of ['normal', 'large']) {
      await page.addInitScript((text) => localStorage.setItem('bobbin-prefs', JSON.stringify({ text })), text);
      await page.goto(`/table/${most}`);
      await expect(done(page)).toBeVisible();
      await expect(page.getByText('Looking back')).toBeHidden({ timeout: 30_000 });
      for (const size of SIZES) {
        const [width, height] = size.split('x').map(Number) as [number, number];
        await page.setViewportSize({ width, height });
        // What is measured by scripts is drawn with the frame after the next.
        await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
        const where = `${size}, ${text} text`;
        const problems = await page.evaluate(() => {
          const end = document.querySelector('.end[data-ending]')!;
          const found: string[] = [];
          if (end.scrollWidth > end.clientWidth) found.push(`scrolls sideways by ${end.scrollWidth - end.clientWidth}`);
          for (const button of document.querySelectorAll<HTMLElement>('.e-acts .btn, .end header .btn')) {
            const { x, y, width, height } = button.getBoundingClientRect();
            const what = button.textContent?.trim() || button.ariaLabel;
            if (height < 38 || width < 38) found.push(`${what} is ${width} x ${height}`);
            if (!button.contains(document.elementFromPoint(x + width / 2, y + height / 2))) found.push(`${what} cannot be touched`);
            if (button.scrollWidth > button.clientWidth + 1) found.push(`${what} is cut`);
          }
          for (const element of document.querySelectorAll<HTMLElement>('.end *')) {
            const own = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim());
            const printed = element.closest('svg, .sr, .e-tag, [aria-hidden]');
            if (own && !printed && parseFloat(getComputedStyle(element).fontSize) < 12.9) found.push(`small: ${element.textContent!.trim().slice(0, 30)} ${getComputedStyle(element).fontSize}`);
          }
          return [...new Set(found)];
        });
        expect(problems, where).toEqual([]);
      }
    }
  });
}
