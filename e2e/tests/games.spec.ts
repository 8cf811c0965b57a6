// A whole game of each title, from the home page to the score sheet, by each hand. The player knows no rules.

import type { Page } from '@playwright/test';
import { cleanBoth } from './axe.ts';
import { DESK, PHONE, expect, test } from './people.ts';
import { Player, card, ready, scoreSheet, sitDown, tabTo, type Hand } from './player.ts';

/** What is chosen where a table is set up by hand; by mouse, one click starts the game as it comes. */
interface Plan { name: string; choices: [option: string, choice: string][]; /** Aimless players take hours: these ask for a hint so often, */ asksAt?: number; /** and this bot brings the game to its end. */ bot?: string }
const GAMES: Plan[] = [
  { name: 'Knitting Circle', choices: [['Players', 'Two'], ['Requests', 'Without requests']] },
  { name: 'Arch Ravels', choices: [['Players', '2']], asksAt: 1, bot: 'Bot, sharp' },
  { name: 'Circuitous', choices: [['Players', 'Two'], ['Distance', 'Short, 16 inches']] },
];
const HANDS: { hand: Hand; how: string; screen: typeof DESK }[] = [
  // Motion as it is by default; the others ask for less.
  { hand: 'mouse', how: 'by mouse', screen: { ...DESK, reducedMotion: 'no-preference' } },
  { hand: 'touch', how: 'by touch on a phone', screen: PHONE },
  { hand: 'keys', how: 'by keyboard alone', screen: DESK },
];

async function begin(page: Page, hand: Hand, game: Plan) {
  const bot = game.bot ?? 'Bot, gentle';
  await page.goto('/');
  if (hand === 'mouse') {
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('radio', { name: 'At once' }).click();
    await page.getByRole('button', { name: 'Close' }).click();
    return sitDown(page, game.name);
  }
  const friends = card(page, game.name).getByRole('link', { name: 'With friends' });
  const choices = game.choices.map(([option, choice]) => page.getByRole('group', { name: option }).getByRole('radio', { name: choice, exact: true }));
  const seat = page.getByRole('combobox', { name: /^Seat 2/ });
  const start = page.getByRole('button', { name: 'Start', exact: true });
  await expect(friends).toBeVisible();
  if (hand === 'touch') {
    await friends.tap();
    for (const choice of choices) await choice.tap();
    // The list of a select belongs to the system and not to the page.
    await seat.selectOption({ label: bot });
    await start.tap();
  } else {
    await tabTo(page, friends);
    await page.keyboard.press('Enter');
    for (const choice of choices) {
      await expect(choice).toBeVisible();
      // Tab leads to a group of choices, the arrows to one of them.
      await tabTo(page, choice.locator('xpath=ancestor::fieldset').locator('input:checked'));
      for (let i = 0; i < 6 && !(await choice.isChecked()); i++) await page.keyboard.press('ArrowRight');
    }
    await tabTo(page, seat);
    await page.keyboard.type(bot);
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
      const page = await person(screen);
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

test('Circuitous: a chosen card shows where it could lie, and to touch a place plays and lays it', async ({ person }) => {
  const page = await person(DESK);
  await page.goto('/');
  await sitDown(page, 'Circuitous');
  const hand = page.locator('.held.glow');
  const laid = page.locator('[data-piece^="card:"]');
  const coming = page.locator('.ghost.coming');
  // The first card of a game can only be played: choosing it is enough.
  for (let turn = 0; turn < 8; turn++) {
    await expect(hand.first()).toBeVisible({ timeout: 20_000 });
    const before = await laid.count();
    await hand.nth(turn % (await hand.count())).click();
    const place = page.locator('.ghost').first();
    if (!(await place.waitFor({ timeout: 3_000 }).then(() => true, () => false))) {
      await page.keyboard.press('Escape');
      continue;
    }
    const isComing = (await coming.count()) > 0;
    await place.click();
    await expect(laid).toHaveCount(before + 1);
    if (isComing) return;
    await page.getByRole('button', { name: 'End turn' }).click();
  }
  throw new Error('no card could be laid from the hand');
});
