// Every state of the page around a game can be reached, says what is going on and what can be done.

import type { Page } from '@playwright/test';
import { clean, cleanBoth } from './axe.ts';
import { DESK, GAMES, PHONE, expect, test } from './people.ts';
import { Player, anyPlay, look, ready, sitDown } from './player.ts';
import { canAct } from './together.ts';

const broken = { ...DESK, mayComplain: true };

/** Holds some answers of the server back until they are let go. */
async function hold(page: Page, url: string | RegExp) {
  let letGo = () => {};
  const held = new Promise<void>((done) => (letGo = done));
  await page.route(url, async (route) => {
    await held;
    await route.continue();
  });
  return letGo;
}
/** No answer comes from the server any more. */
const silence = (page: Page, url = '**/api/**') => page.route(url, (route) => route.abort('connectionrefused'));

test('loading: a table says so', async ({ person }) => {
  const page = await person();
  await sitDown(page, 'Circuitous');
  const letGo = await hold(page, /\/api\/tables\/[^/]+\/opening/);
  await page.goto(page.url());
  await expect(page.getByRole('status')).toContainText('Setting the table');
  await cleanBoth(page, 'table, loading');
  letGo();
  await ready(page);
});

test('no answer: every page says so and can be tried again', async ({ person }) => {
  const page = await person(broken);
  await sitDown(page, 'Circuitous');
  const table = page.url();
  await page.goto('/');
  await expect(anyPlay(page)).toBeEnabled();

  await silence(page);
  await anyPlay(page).click();
  await expect(page.getByRole('alert')).toContainText('The server does not answer');
  await cleanBoth(page, 'home, no answer to a click');
  for (const path of ['/', '/new/circuitous', '/profile', table]) {
    await page.goto(path);
    await expect(page.getByRole('alert')).toContainText('The server does not answer');
    await cleanBoth(page, `${path}, no answer`);
  }
  await page.unroute('**/api/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await ready(page);
});

test('a lost connection: the table stays, with a line that says why it waits', async ({ person }) => {
  const page = await person(broken);
  await sitDown(page, 'Circuitous');
  await look(page);
  await page.context().setOffline(true);
  await expect(page.locator('.banner')).toContainText('You are offline');
  await cleanBoth(page, 'offline');
  await silence(page, '**/api/**');
  await page.context().setOffline(false);
  await expect(page.locator('.banner')).toContainText('Reconnecting');
  await cleanBoth(page, 'reconnecting');
  await page.unroute('**/api/**');
  await expect(page.locator('.banner')).toBeHidden();
});

test('a table that is gone, or not one’s own, says so', async ({ person }) => {
  const page = await person(broken);
  await page.goto('/table/nowhere');
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await sitDown(page, 'Circuitous');
  await page.route('**/events*', (route) => route.fulfill({ status: 404, body: '' }));
  await page.reload();
  await expect(page.getByText('This table is gone')).toBeVisible();
  await cleanBoth(page, 'gone');
});

/** Touches what does not glow, some of each kind, until a rule says why it cannot be; plays on where nothing was meant. */
async function askWhy(page: Page, player: Player) {
  const notice = page.locator('.prompt .notice');
  for (let plays = 0; plays < 10; plays++) {
    await look(page);
    const dark = page.locator('.main [data-piece]:not(.glow):not(.chosen):visible');
    const ids = await dark.evaluateAll((pieces) => pieces.map((piece) => (piece as HTMLElement).dataset.piece!));
    const kind = (id: string) => id.split(':')[0];
    const some = ids.filter((id, i) => ids.slice(0, i).filter((before) => kind(before) === kind(id)).length < 2);
    for (const id of some) {
      // A touch that begins something else asks nothing.
      const answered = page.waitForResponse('**/why-not', { timeout: 1000 }).catch(() => null);
      await page.locator(`.main [data-piece="${id}"]:visible`).first().dispatchEvent('click');
      const answer = await answered;
      if (!answer) continue;
      await expect(notice.locator('.rule')).toBeVisible();
      if (((await answer.json()) as { answer: string }).answer === 'refused') return notice;
    }
    await player.once();
  }
  throw new Error('nothing is explained');
}

for (const [i, game] of GAMES.entries()) {
  for (const [where, screen] of [['at a desk', DESK], ['on a phone', PHONE]] as const) {
    test(`${game}: what cannot be done is explained, with the rule, ${where}`, async ({ person }) => {
      const page = await person(screen);
      await sitDown(page, game);
      const player = new Player(page, screen === DESK ? 'mouse' : 'touch', 50 + i);
      for (let steps = 0; steps < 4; steps++) await player.once();
      const notice = await askWhy(page, player);
      await expect(notice).toContainText(/\w+ \w+/);
      const rule = notice.locator('.rule');
      const clause = /\d+(\.\d+)*/.exec((await rule.textContent())!)![0];
      await clean(page, `${game}, why not`);
      await rule.click();
      const shown = page.locator(`.rules [data-clause="${clause}"]`);
      await expect(shown).toHaveClass(/now/);
      await expect(shown).toBeInViewport();
      await clean(page, `${game}, the rule`);
    });
  }
}

test('an action that the rules refuse is refused in words, with the rule', async ({ person }) => {
  const page = await person(broken);
  await sitDown(page, 'Knitting Circle');
  await look(page);
  // The page itself never sends such a thing: it is put in its mouth.
  await page.route('**/actions', (route) => route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), action: 'done' }) }));
  const player = new Player(page, 'mouse', 3);
  const notice = page.locator('.prompt .notice');
  /** Plays until an action was answered. */
  const answered = async () => {
    const answer = page.waitForResponse('**/actions');
    let isHere = false;
    void answer.then(() => (isHere = true));
    // Whoever goes on touching while the answer is under way does not read it.
    while (!isHere) {
      await player.once();
      await canAct(page);
    }
    return (await answer).status();
  };
  expect(await answered()).toBe(422);
  await expect(notice.locator('.rule')).toBeVisible();
  await cleanBoth(page, 'refused');
  // What comes too late is refused, too, and the table goes on.
  await page.unroute('**/actions');
  await page.route('**/actions', (route) => route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), version: 999 }) }));
  expect(await answered()).toBe(409);
  await expect(notice).toContainText('Something has happened since');
  await page.unroute('**/actions');
  expect(await answered()).toBe(200);
  await expect(notice).toBeHidden();
});

test('whoever has the link but no seat can watch', async ({ person }) => {
  const page = await person();
  await sitDown(page, 'Circuitous');
  const watcher = await person();
  await watcher.goto(page.url());
  await ready(watcher);
  const band = watcher.getByRole('region', { name: 'You are watching' });
  await expect(band).toContainText('You see what everyone sees');
  // No verb that is not theirs, and the table from any side, without a word of what is hidden there.
  await expect(band.getByRole('button')).toHaveCount(0);
  await watcher.getByLabel('Follow').selectOption({ index: 1 });
  await expect(watcher.locator('main')).not.toContainText('Hidden');
  await expect(watcher.locator('.glow')).toHaveCount(0);
  await cleanBoth(watcher, 'watching');
});

test('the bar names the steps of a turn and shows which it is; a phone folds them', async ({ person }) => {
  const page = await person();
  await sitDown(page, 'Arch Ravels');
  await look(page);
  const steps = page.getByRole('list', { name: 'Steps' });
  await expect(steps.locator('[aria-current=step]')).toHaveText('Marker');
  await expect(steps.getByRole('listitem')).toHaveText(['Marker', 'Actions', 'Restock', 'Projects']);
  await page.locator('[data-piece^="action:"].glow').first().click();
  await expect(steps.locator('[aria-current=step]')).toHaveText('Actions');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(steps).toBeHidden();
});

test('a new table fills the window, and its sentence stays in sight', async ({ person }) => {
  const page = await person();
  await page.goto('/new/arch-ravels');
  const make = page.getByRole('button', { name: 'Set the table' });
  for (const [width, height] of [
    [1280, 800],
    [1440, 900],
    [1920, 1080],
    [390, 844],
    [820, 1180],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(make).toBeInViewport();
    const { y, height: own } = (await page.locator('main form').boundingBox())!;
    expect(y + own, `${width} × ${height}`).toBeGreaterThan(0.95 * height);
    expect(y + own, `${width} × ${height}`).toBeLessThanOrEqual(height);
  }
});

test('in the waiting room each chooses a character on their own plate, and plays it', async ({ person }) => {
  const page = await person(broken);
  await page.goto('/new/arch-ravels');
  await page.getByRole('button', { name: 'Set the table' }).click();
  const mine = page.getByLabel('Your character');
  await mine.selectOption({ label: 'Theo, Thrifty Shopper' });
  await expect(mine).toHaveValue('theo');
  const friend = await person({ ...PHONE, mayComplain: true });
  await friend.goto(page.url());
  const seats = friend.getByRole('list', { name: 'Seats' });
  await expect(seats).toContainText('Theo, Thrifty Shopper');
  await friend.getByRole('button', { name: 'Take a seat' }).click();
  // The other side of a board that is taken is refused in words, and nothing else is chosen.
  const theirs = friend.getByLabel('Your character');
  await theirs.selectOption('rebecca');
  await expect(friend.getByRole('alert')).toContainText('Theo and Rebecca are two sides of one board');
  await expect(theirs).toHaveValue('random');
  await theirs.selectOption('amara');
  await expect(page.getByRole('list', { name: 'Seats' })).toContainText('Amara, Master Crafter');
  await expect(page).toHaveTitle('● All are here · Arch Ravels');
  await cleanBoth(page, 'waiting room with characters');
  await cleanBoth(friend, 'waiting room with characters, phone');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await ready(page);
  await expect(page.getByLabel('Character board')).toContainText('plays Theo, Thrifty Shopper');
});

test('a friend who comes late takes the seat that a bot keeps, and the one who left sees it gone', async ({ person }) => {
  const page = await person(broken);
  await page.goto('/new/circuitous');
  await page.getByRole('button', { name: 'Set the table' }).click();
  await expect(page).toHaveTitle('Waiting for 1 more · Circuitous');
  await page.getByRole('button', { name: 'Start with a bot for the free seat' }).click();
  await ready(page);
  const friend = await person();
  await friend.goto(page.url());
  await ready(friend);
  const take = friend.getByRole('button', { name: 'Take the free seat' });
  await expect(take).toBeVisible();
  await cleanBoth(friend, 'a free seat');
  await take.click();
  await expect(friend.getByRole('region', { name: 'You are watching' })).toHaveCount(0);
  await ready(friend);
  await expect(friend.locator('.tabs')).toContainText('Sound');
  await expect(page.locator('.prompt .notice')).toContainText('plays on for');
  // Who leaves gives the seat up: whoever watches can take it, and the one who left is told.
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Leave the table …' }).click();
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto(friend.url());
  await expect(page.getByText('A bot plays for you.')).toBeVisible();
  const third = await person(PHONE);
  await third.goto(friend.url());
  await ready(third);
  await third.getByRole('button', { name: 'Take the free seat' }).click();
  await expect(page.getByText('This seat is not yours any more')).toBeVisible();
  await page.getByRole('button', { name: 'Watch' }).click();
  await ready(page);
  await expect(page.getByRole('button', { name: 'Take the free seat' })).toHaveCount(0);
});

test('a table with an open seat says that a bot will take it, and what keeps it from starting', async ({ person }) => {
  const page = await person(broken);
  await page.goto('/new/circuitous');
  await page.getByRole('button', { name: 'Set the table' }).click();
  const start = page.getByRole('button', { name: 'Start with a bot for the free seat' });
  await page.route('**/start', (route) => route.abort());
  await start.click();
  await expect(page.getByRole('alert')).toBeVisible();
  await cleanBoth(page, 'waiting room, refused');
  await page.unroute('**/start');
  await start.click();
  await ready(page);
});
