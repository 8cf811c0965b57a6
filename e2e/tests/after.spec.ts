// Looking back, learning, and reasons to come back.

import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { clean } from './axe.ts';
import { DESK, PHONE, expect, test } from './people.ts';
import { Player, anyPlay, card } from './player.ts';

const IDS = { 'Knitting Circle': 'knitting-circle', 'Arch Ravels': 'arch-ravels', Circuitous: 'circuitous' };

/** A finished game: its person sits down, leaves, and a bot plays on for them to the end. */
async function finished(page: Page, game: string, options: Record<string, string> = { players: '2' }): Promise<string> {
  const { request } = page;
  await request.post('/api/guests', { data: { name: 'Noor' } });
  const seats = [{ kind: 'me' }, ...Array.from({ length: Number(options.players) - 1 }, () => ({ kind: 'bot', level: 'gentle' }))];
  const made = await request.post('/api/tables', { data: { game, options, seats, start: true, pace: 0, level: 'gentle' } });
  const { table } = (await made.json()) as { table: { id: string } };
  await request.post(`/api/tables/${table.id}/leave`, { data: {} });
  await expect.poll(async () => ((await (await request.get(`/api/tables/${table.id}`)).json()) as { table: { status: string } }).table.status, { timeout: 90_000 }).toBe('over');
  return table.id;
}

const ready = (page: Page, index: number) => expect(page.locator(`.replay[data-ready="yes"][data-index="${index}"]`)).toBeVisible();
/** What a position shows: the sentence, and every piece of the board with its name. */
const shown = (page: Page) => page.evaluate(() => [document.querySelector('.told strong')?.textContent, ...[...document.querySelectorAll('.stage [data-piece]')].map((el) => `${el.getAttribute('data-piece')} ${el.getAttribute('aria-label') ?? ''}`)].join('\n'));

for (const [name, id] of Object.entries(IDS)) {
  test(`${name}: a replay link opens the exact position`, async ({ person }) => {
    const page = await person(DESK);
    const table = await finished(page, id);
    await page.goto(`/replay/${table}/0`);
    await ready(page, 0);
    // Nothing is secret any more: without a word about who looks, everything is shown.
    await expect(page.locator('.replay[data-viewer="everything"]')).toBeVisible();
    if (id === 'circuitous') await expect(page.getByRole('list', { name: /^Hand of/ })).toBeVisible();
    for (let i = 1; i <= 3; i++) {
      await page.keyboard.press('ArrowRight');
      await ready(page, i);
    }
    await page.getByRole('slider', { name: 'Move' }).fill('21');
    await ready(page, 21);
    await page.getByRole('group', { name: 'As seen by' }).getByRole('button').nth(2).click();
    await expect(page.locator('.replay[data-viewer="1"]')).toBeVisible();
    const here = await shown(page);
    expect(page.url()).toContain(`/replay/${table}/21?seat=1`);

    const other = await person(DESK);
    await other.goto(page.url());
    await ready(other, 21);
    expect(await shown(other)).toBe(here);
    // An address beyond the end shows the end, once the server has said that there is no such position.
    const lost = await person({ ...DESK, mayComplain: true });
    await lost.goto(`/replay/${table}/99999`);
    const slider = lost.getByRole('slider', { name: 'Move' });
    await expect(slider).toBeVisible();
    await ready(lost, Number(await slider.getAttribute('max')));

    await page.keyboard.press('End');
    const of = Number(await page.getByRole('slider', { name: 'Move' }).getAttribute('max'));
    await ready(page, of);
    await page.keyboard.press('Home');
    await ready(page, 0);
    await page.getByLabel('Speed').selectOption('8');
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    const at = async () => Number(await page.locator('.replay').getAttribute('data-index'));
    await expect.poll(at).toBeGreaterThan(3);
    await page.getByRole('button', { name: 'Pause' }).click();
    const stopped = Number(await page.getByRole('slider', { name: 'Move' }).inputValue());
    await ready(page, stopped);
  });
}

test('the deal is verified in the browser, and a position can be kept as a picture', async ({ person }) => {
  const page = await person(DESK);
  const table = await finished(page, 'knitting-circle');
  await page.goto(`/replay/${table}/30?seat=everything`);
  await ready(page, 30);
  await page.getByRole('button', { name: 'Deal verified' }).click();
  await expect(page.getByText('is the commitment that everyone was shown at the start')).toBeVisible();
  await page.getByRole('button', { name: 'Picture, record' }).click();
  for (const [kind, head] of [['PNG', '\x89PNG'], ['SVG', '<svg xmlns']] as const) {
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: kind }).click()]);
    expect(download.suggestedFilename()).toBe(`knitting-circle-${table}-30.${kind.toLowerCase()}`);
    const bytes = readFileSync(await download.path());
    expect(bytes.toString('latin1', 0, head.length)).toBe(head);
    expect(bytes.length).toBeGreaterThan(20_000);
  }
});

test('a record is taken along and brought back; a broken one is refused with its line', async ({ person }) => {
  const page = await person({ ...DESK, mayComplain: true });
  const table = await finished(page, 'circuitous');
  const record = await (await page.request.get(`/api/tables/${table}/record.txt`)).text();
  await page.goto('/replay');
  const file = (text: string) => ({ name: 'game.txt', mimeType: 'text/plain', buffer: Buffer.from(text) });

  const lines = record.split('\n');
  const at = lines.findIndex((line) => /^10 \d /.test(line));
  const broken = lines.with(at, lines[at]!.replace(/^(10 \d ).*/, '$1nonsense')).join('\n');
  await page.getByLabel('Choose a file').setInputFiles(file(broken));
  await expect(page.getByRole('alert')).toContainText(`Line ${at + 1}`);
  await expect(page.getByRole('alert')).toContainText('Nothing was kept');

  await page.getByLabel('Choose a file').setInputFiles(file(record.replace(/^seed ../m, 'seed 00')));
  await expect(page.getByRole('alert')).toContainText('Line');
  await page.getByLabel('Choose a file').setInputFiles(file('x'.repeat(300 * 1024)));
  await expect(page.getByRole('alert')).toContainText('300 KiB');
  await clean(page, 'a refused record');

  await page.getByLabel('Choose a file').setInputFiles(file(record));
  await expect(page).toHaveURL(/\/replay\/(?!.*nonsense)\w+\/0/);
  await ready(page, 0);
  expect(page.url()).not.toContain(table);
  await page.keyboard.press('End');
  await expect(page.getByRole('button', { name: 'Deal verified' })).toBeVisible();

  // Several games in one text, as the page itself hands them out: one is chosen.
  await page.goto('/replay');
  await page.getByLabel('Choose a file').setInputFiles(file(`${record}\n${record}`));
  const which = page.getByRole('group', { name: /2 games are in this text/ }).getByRole('button');
  await expect(which).toHaveCount(2);
  await clean(page, 'a text with several records');
  await which.nth(1).click();
  await ready(page, 0);
});

test('insight: progress, the five moments, luck and skill that add up, and what if', async ({ person }) => {
  const page = await person(DESK);
  const moment = page.locator('.moments a').first();
  test.setTimeout(240_000);
  // In a game of gentle bots it may be that no move stands out, and the page says so.
  for (let game = 0; game < 4 && !(await moment.isVisible()); game++) {
    const table = await finished(page, 'circuitous', { players: '2' });
    await page.goto(`/replay/${table}/5`);
    await ready(page, 5);
    await page.getByRole('button', { name: 'Work it out' }).click();
    await expect(page.getByRole('progressbar').or(page.getByRole('heading', { name: 'Luck and skill' }))).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Luck and skill' })).toBeVisible({ timeout: 120_000 });
    await expect(page.getByText('Each row adds up to its result.')).toBeVisible();
    await expect(moment.or(page.getByText('No move stood out.'))).toBeVisible();
  }
  const index = Number(/\/replay\/\w+\/(\d+)/.exec((await moment.getAttribute('href'))!)![1]);
  await moment.click();
  await ready(page, index);
  await clean(page, 'replay with insight');
  await page.locator('.moments').getByRole('button', { name: /What if/ }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Play on', exact: true }).click();
  await expect(page.locator('.frame[data-ready="yes"]')).toBeVisible();
  await new Player(page, 'mouse', 5).once();
});

for (const [name, id] of Object.entries(IDS)) {
  test(`${name}: the guided first game teaches, ends, and leads to a free one`, async ({ person }) => {
    test.setTimeout(480_000);
    const page = await person({ ...DESK, atOnce: true });
    await page.goto('/');
    const first = page.getByRole('button', { name: 'Play your first game' });
    if (await card(page, name).locator(first).count()) await first.click();
    else {
      await page.goto(`/learn/${id}`);
      await page.getByRole('button', { name: 'Start' }).click();
    }
    const coach = page.getByRole('note', { name: 'Guide' });
    await expect(coach).toBeVisible();
    await expect(coach).not.toHaveAttribute('data-step', '');
    const step = await coach.getAttribute('data-step');
    await coach.getByRole('button', { name: 'Got it' }).click();
    await expect(coach).not.toHaveAttribute('data-step', step!);
    const player = new Player(page, 'mouse', 17);
    await player.play();
    const said = (await page.locator('.coach').getAttribute('data-said'))!.split(' ');
    expect(said.length).toBeGreaterThanOrEqual(6);
    expect(said).toContain('free');
    await expect(page.locator('.coach')).toHaveAttribute('data-step', 'end');
    const lesson = page.url();
    await page.getByRole('navigation', { name: 'What next' }).getByRole('button', { name: 'Play a free game' }).click();
    await expect(page.locator('.frame[data-ready="yes"]')).toBeVisible();
    await expect(page).not.toHaveURL(lesson);
    await expect(coach).toBeHidden();
    await expect(page.locator('.end[data-ending]')).toBeHidden();
  });
}

test('everyone begins the guided game alike, and it can be skipped', async ({ person }) => {
  const pages = [await person(DESK), await person(PHONE)];
  for (const page of pages) {
    await page.goto('/learn/circuitous');
    await page.getByRole('button', { name: 'Start' }).click();
    await expect(page.locator('.frame[data-ready="yes"]')).toBeVisible();
    await expect(page.getByRole('note', { name: 'Guide' })).toBeVisible();
  }
  const hands = await Promise.all(pages.map((page) => page.locator('.hand [data-piece]').evaluateAll((all) => all.map((el) => el.getAttribute('data-piece')))));
  expect(hands[0]!.length).toBe(5);
  expect(hands[1]).toEqual(hands[0]);
  await clean(pages[0]!, 'guided game');
  await clean(pages[1]!, 'guided game on a phone');
  // Beside the table the guide takes nothing from it; on a phone it can be folded.
  expect(await pages[0]!.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBeLessThanOrEqual(0);
  await expect(pages[0]!.locator('.hand .held').last()).toBeInViewport({ ratio: 1 });
  const seam = () => pages[1]!.locator('.prompt').boundingBox();
  const before = await seam();
  await pages[1]!.getByRole('button', { name: 'Fold the guide' }).click();
  await expect(pages[1]!.getByRole('button', { name: 'Got it' })).toBeHidden();
  expect(await seam(), 'it takes no room from the table').toEqual(before);
  await pages[1]!.getByRole('button', { name: 'Unfold the guide' }).click();
  await pages[1]!.getByRole('button', { name: 'Skip the guide' }).click();
  await expect(pages[1]!.getByRole('note', { name: 'Guide' })).toBeHidden();
  await pages[1]!.reload();
  await expect(pages[1]!.locator('.frame[data-ready="yes"]')).toBeVisible();
  await expect(pages[1]!.getByRole('note', { name: 'Guide' })).toBeHidden();
});

test('the daily deal is the same for two profiles, and each has one attempt', async ({ person }) => {
  test.setTimeout(480_000);
  const [ann, ben] = [await person({ ...DESK, atOnce: true }), await person(DESK)];
  const hands: (string | null)[][] = [];
  for (const page of [ann, ben]) {
    await page.goto('/');
    await page.getByRole('link', { name: 'Today’s deal' }).click();
    await page.locator('[data-deal="circuitous"]').getByRole('button', { name: 'Play the deal' }).click();
    await expect(page.locator('.frame[data-ready="yes"]')).toBeVisible();
    hands.push(await page.locator('.hand [data-piece]').evaluateAll((all) => all.map((el) => el.getAttribute('data-piece'))));
  }
  expect(hands[0]!.length).toBe(5);
  expect(hands[1]).toEqual(hands[0]);

  const attempt = ann.url();
  await ann.goto('/daily');
  const deal = (page: Page) => page.locator('[data-deal="circuitous"]');
  await expect(deal(ann).getByRole('button', { name: 'Play the deal' })).toBeHidden();
  await deal(ann).getByRole('link', { name: 'Go on' }).click();
  await expect(ann).toHaveURL(attempt);
  await new Player(ann, 'mouse', 23).play();
  // One attempt: its rank and the board come before all else, and no rematch.
  await expect(ann.locator('[data-daily]')).toContainText('1st of 1');
  await expect(ann.locator('[data-daily]').getByRole('row', { name: /you/ })).toBeVisible();
  const next = ann.getByRole('navigation', { name: 'What next' });
  await expect(next.getByRole('link').first()).toHaveText('Today’s board');
  await expect(next.getByText('Rematch')).toHaveCount(0);
  await clean(ann, 'the end of a daily deal');
  await next.getByRole('link').first().click();
  await expect(deal(ann).getByRole('row', { name: /you/ })).toBeVisible();
  await expect(deal(ann)).toContainText(/1st of \d/);
  await expect(deal(ann).getByRole('button', { name: 'Play the deal' })).toBeHidden();
  await clean(ann, 'daily deal');
  await deal(ann).getByRole('link', { name: 'Replay of your game' }).click();
  await ready(ann, 0);

  await ben.goto('/daily');
  await expect(deal(ben).getByText('1 person played so far')).toBeVisible();
  const again = await ben.request.post('/api/daily/circuitous');
  await expect(deal(ben).getByRole('link', { name: 'Go on' })).toHaveAttribute('href', `/table/${((await again.json()) as { table: string }).table}`);
});

test('a scenario is completed, and the chart shows it', async ({ person }) => {
  test.setTimeout(600_000);
  const page = await person({ ...DESK, atOnce: true });
  await page.goto('/campaign');
  const goal = page.locator('[data-goal="scenario-1"]');
  const card = page.locator('[data-opening]');
  await expect(goal).toHaveAttribute('data-done', 'no');
  await expect(card).toContainText('The window seat');
  // Whoever follows the hints of the page gets there; chance decides whether at the first attempt.
  for (let attempt = 0; attempt < 3 && (await goal.getAttribute('data-done')) === 'no'; attempt++) {
    await goal.getByRole('button', { name: 'Row 1' }).click();
    await card.getByRole('button', { name: /^Play/ }).click();
    await expect(page.locator('.frame[data-ready="yes"]')).toBeVisible();
    // The table says what is played and how far one is, in its bar and beside it.
    await expect(page.getByRole('banner')).toContainText(/First Loops.*\d+ of \d+/);
    await expect(page.locator('.goal').getByText('Scenario 1')).toBeVisible();
    await expect(page.locator('.goal').getByText(/^\d+ points or more$/)).toBeVisible();
    await byHints(page);
    await page.goto('/campaign');
    await expect(goal).toBeVisible();
  }
  await expect(goal).toHaveAttribute('data-done', 'yes');
  await expect(goal.getByRole('button', { name: '1 of 1 button' })).toBeVisible();
  await expect(page.getByRole('img', { name: '1 of 14 rows are knitted' })).toBeVisible();
  // The next row lies open; the one that is done leads back to its game.
  await expect(card).toHaveAttribute('data-opening', 'scenario-2');
  await clean(page, 'campaign');
  await goal.getByRole('button', { name: 'Row 1' }).click();
  await card.getByRole('link', { name: 'Look back' }).click();
  await ready(page, 0);
  await page.goto('/statistics');
  await expect(page.getByRole('heading', { name: 'Knitting Circle' })).toBeVisible();
  await expect(page.getByText(/^Alone at Knitting Circle your best is/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your wardrobe' }).getByRole('link').first()).toBeVisible();
  await clean(page, 'statistics');
});

/** Plays the best of each hint, as the page gets it. */
async function byHints(page: Page) {
  const table = /\/table\/(\w+)/.exec(page.url())![1]!;
  interface Now { status: string; version: number; legal: { action: string }[] }
  for (let n = 0; n < 400; n++) {
    const { now } = (await (await page.request.get(`/api/tables/${table}`)).json()) as { now: Now };
    if (now.status === 'over') return;
    const hint = now.legal.length > 1 ? ((await (await page.request.post(`/api/tables/${table}/hint`, { data: { seat: 0 } })).json()) as { best: { action: string }[] }).best[0] : undefined;
    const action = hint?.action ?? now.legal[0]!.action;
    await page.request.post(`/api/tables/${table}/actions`, { data: { seat: 0, version: now.version, action, key: `${table}-${n}` } });
  }
  throw new Error('the game does not end');
}

test('a profile is deleted after a plain question', async ({ person }) => {
  const page = await person({ ...DESK, mayComplain: true });
  const table = await finished(page, 'circuitous');
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Delete my profile' }).click();
  const last = page.getByRole('button', { name: 'Delete it for good' });
  await expect(last).toBeDisabled();
  await clean(page, 'deleting a profile');
  await page.getByLabel('Write Noor to confirm').fill('Noor');
  await last.click();
  await expect(page).toHaveURL('/');
  await expect(anyPlay(page)).toBeEnabled();
  await page.goto(`/replay/${table}/3`);
  await ready(page, 3);
  await expect(page.getByText('Noor', { exact: true })).toHaveCount(0);
});

test('rules are found by word and by clause', async ({ person }) => {
  const page = await person(DESK);
  await page.goto('/rules/knitting-circle/5.3');
  await expect(page.locator('.clause.now')).toContainText('5.3');
  await expect(page.locator('.clause.now')).toBeInViewport();
  await clean(page, 'rules');
  await page.getByLabel('Find in the rules').fill('ugly button');
  await expect(page.getByRole('status')).toContainText(/\d+ clauses/);
  await expect(page.locator('.clause mark').first()).toHaveText(/ugly/i);
  await page.getByRole('link', { name: 'Circuitous' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Circuitous');
});

test('nothing scrolls sideways on a phone', async ({ person }) => {
  const page = await person(PHONE);
  const tables: string[] = [];
  for (const id of Object.values(IDS)) tables.push(await finished(page, id));
  for (const path of ['/learn', '/daily', '/campaign', '/statistics', '/replay', '/rules/arch-ravels', '/profile', ...tables.map((id) => `/replay/${id}/12?seat=0`)]) {
    await page.goto(path);
    await expect(page.locator('h1').first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(over, path).toBeLessThanOrEqual(0);
  }
});
