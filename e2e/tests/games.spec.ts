// A whole game of each title, from the home page to the score sheet, by each hand. The player knows no rules.

import type { Locator, Page } from '@playwright/test';
import { cleanBoth } from './axe.ts';
import { DESK, PHONE, expect, test } from './people.ts';
import { Player, card, ready, scoreSheet, sitDown, tabTo, type Hand } from './player.ts';

/** What is chosen where a table is set up by hand; by mouse, one click starts the game as it comes. */
interface Plan { name: string; /** Beside two players. */ choices: [option: string, choice: string][]; /** Aimless players take hours: these ask for a hint so often, */ asksAt?: number; /** and this bot brings the game to its end. */ bot?: string }
const GAMES: Plan[] = [
  { name: 'Knitting Circle', choices: [['Requests', 'Without requests']] },
  { name: 'Arch Ravels', choices: [], asksAt: 1, bot: 'sharp bots' },
  { name: 'Circuitous', choices: [['Distance', 'Short, 16 inches']] },
];
const HANDS: { hand: Hand; how: string; screen: typeof DESK }[] = [
  // Motion as it is by default; the others ask for less.
  { hand: 'mouse', how: 'by mouse', screen: { ...DESK, reducedMotion: 'no-preference' } },
  { hand: 'touch', how: 'by touch on a phone', screen: PHONE },
  { hand: 'keys', how: 'by keyboard alone', screen: DESK },
];

async function begin(page: Page, hand: Hand, game: Plan) {
  const bot = game.bot ?? 'gentle bots';
  await page.goto('/');
  if (hand === 'mouse') {
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('radio', { name: 'At once' }).click();
    await page.getByRole('button', { name: 'Close' }).click();
    return sitDown(page, game.name);
  }
  const friends = card(page, game.name).getByRole('link', { name: 'friends' });
  const choices = game.choices.map(([option, choice]) => page.getByRole('group', { name: option }).getByRole('radio', { name: choice, exact: true }));
  const [players, company, more] = [page.getByRole('combobox', { name: 'Players' }), page.getByRole('combobox', { name: 'Company' }), page.getByText('More', { exact: true })];
  const start = page.getByRole('button', { name: 'Start', exact: true });
  await expect(friends).toBeVisible();
  if (hand === 'touch') {
    await friends.tap();
    // The list of a select belongs to the system and not to the page.
    await players.selectOption({ label: 'two' });
    await company.selectOption({ label: bot });
    if (choices.length) await more.tap();
    for (const choice of choices) await choice.tap();
    await start.tap();
  } else {
    await tabTo(page, friends);
    await page.keyboard.press('Enter');
    await expect(players).toBeVisible();
    await tabTo(page, players);
    await page.keyboard.type('two');
    await tabTo(page, company);
    await page.keyboard.type(bot);
    if (choices.length) {
      await tabTo(page, more);
      await page.keyboard.press('Enter');
    }
    for (const choice of choices) {
      await expect(choice).toBeVisible();
      // Tab leads to a group of choices, the arrows to one of them.
      await tabTo(page, choice.locator('xpath=ancestor::fieldset').locator('input:checked'));
      for (let i = 0; i < 6 && !(await choice.isChecked()); i++) await page.keyboard.press('ArrowRight');
    }
    await tabTo(page, start);
    await page.keyboard.press('Enter');
  }
  await ready(page);
}

for (const [i, game] of GAMES.entries()) {
  for (const [j, { hand, how, screen }] of HANDS.entries()) {
    test(`${game.name}: a whole game ${how}`, async ({ person }) => {
      // A game of Arch Ravels takes some 300 touches.
      test.setTimeout(480_000);
      const page = await person({ ...screen, atOnce: hand !== 'mouse' });
      await begin(page, hand, game);
      const player = new Player(page, hand, 11 + 10 * i + j, game.asksAt);
      const began = Date.now();
      const touches = await player.play();
      await scoreSheet(page);
      await cleanBoth(page, `${game.name}, score sheet`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 'scrolls sideways').toBeLessThanOrEqual(0);
      console.log(`${game.name} ${how}: ${touches} touches, ${player.hints} hints, ${((Date.now() - began) / 1000).toFixed(1)} s`);
      expect([...player.unreachable]).toEqual([]);
    });
  }
}

/** A table of Circuitous with what a hand does there. */
const circuitous = (page: Page) => {
  const held = page.locator('.held.glow'), ghosts = page.locator('.ghost.glow'), laid = page.locator('[data-piece^="card:"]');
  const end = page.getByRole('button', { name: 'End turn' });
  const middle = async (what: Locator) => {
    const box = (await what.boundingBox())!;
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const turn = () => expect(held.first()).toBeVisible({ timeout: 30_000 });
  /** Is there a place for the card that was taken up? Where cards can lie is asked for when the turn begins. */
  const fits = () => ghosts.first().waitFor({ timeout: 2_000 }).then(() => true, () => false);
  /** Takes a card up and carries it to the nth place there is for it; false if there is none. */
  const carry = async (card: Locator, nth: number) => {
    const from = await middle(card);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x, from.y - 30, { steps: 3 });
    const isPlace = await fits();
    if (isPlace) {
      const to = await middle(ghosts.nth(nth % (await ghosts.count())));
      // Let go beside it: it is drawn on.
      await page.mouse.move(to.x + 8, to.y + 8, { steps: 5 });
    }
    await page.mouse.up();
    return isPlace;
  };
  return { held, ghosts, laid, end, turn, fits, carry, middle };
};

test('Circuitous: a card is laid by two clicks, by one drag, by keys, and taken back by one undo', async ({ person }) => {
  const page = await person(DESK);
  await sitDown(page, 'Circuitous');
  const { held, ghosts, laid, end, turn, fits, carry } = circuitous(page);
  const undo = page.locator('[data-undo]');
  const hows = {
    clicks: async (n: number) => {
      await held.nth(n).click();
      if (!(await fits())) return false;
      await ghosts.first().click();
      return true;
    },
    drag: (n: number) => carry(held.nth(n), 0),
    keys: async (n: number) => {
      await page.keyboard.press(String(n + 1));
      if (!(await fits())) return false;
      await expect(page.locator('.ghost:focus')).toHaveCount(1);
      await page.keyboard.press('Enter');
      return true;
    },
  };
  await turn();
  for (const [how, lay] of Object.entries(hows)) {
    const before = await laid.count(), count = await held.count();
    let done = false;
    for (let n = 0; n < count && !done; n++) if (!(done = await lay(n))) await page.keyboard.press('Escape');
    expect(done, how).toBe(true);
    await expect(laid, how).toHaveCount(before + 1);
    await expect(end).toBeVisible();
    await undo.click();
    await expect(laid, how).toHaveCount(before);
    await turn();
    await expect(held).toHaveCount(count);
  }
});

test('Circuitous: a key leads to the places of its card, however late they are known', async ({ person }) => {
  const page = await person(DESK);
  // Where cards can lie is asked for when the turn begins; the net is slow.
  let asked = 0;
  await page.route('**/preview', async (route) => {
    if (route.request().postDataJSON().next) {
      asked++;
      await new Promise((done) => setTimeout(done, 1_500));
    }
    await route.continue();
  });
  await sitDown(page, 'Circuitous');
  const { turn, ghosts } = circuitous(page);
  await turn();
  expect(asked).toBeGreaterThan(0);
  await page.keyboard.press(String(1 + (await page.locator('.held').evaluateAll((held) => held.findIndex((card) => card.matches('.glow'))))));
  await expect(ghosts).toHaveCount(0);
  await expect(page.locator('.ghost:focus')).toHaveCount(1);
});

test('Circuitous: a whole game by drag alone; turns end by themselves', async ({ person }) => {
  test.setTimeout(480_000);
  const page = await person(DESK);
  await begin(page, 'mouse', GAMES.find(({ name }) => name === 'Circuitous')!);
  const { held, laid, end, turn, carry, middle } = circuitous(page);
  const over = page.locator('.end[data-ending]');
  let waited = false;
  for (let turns = 0; !(await over.isVisible()); turns++) {
    expect(turns).toBeLessThan(60);
    await Promise.race([turn(), over.waitFor()]);
    if (await over.isVisible()) break;
    const before = await laid.count();
    let done = false;
    for (let n = 0; n < (await held.count()) && !done; n++) done = await carry(held.nth((n + turns) % (await held.count())), turns);
    if (!done) {
      const [from, to] = [await middle(held.first()), await middle(page.locator('.pile.used'))];
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x, to.y, { steps: 5 });
      await page.mouse.up();
    } else await expect(laid).toHaveCount(before + 1);
    await Promise.race([end.waitFor(), over.waitFor()]);
    if (await over.isVisible()) break;
    // Once it is left alone.
    if (waited) await end.click();
    else await expect(end).toBeHidden({ timeout: 15_000 });
    waited = true;
  }
  await scoreSheet(page);
});
