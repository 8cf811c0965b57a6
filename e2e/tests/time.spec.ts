// What people at a table do for each other: time, days off, and an end that both agree to.

import type { Page } from '@playwright/test';
import { DESK, PHONE } from './people.ts';
import { expect, other, test, turn } from './together.ts';

const settings = (page: Page) => page.getByRole('button', { name: 'Settings' }).click();
const inSheet = (page: Page, button: string | RegExp) => page.getByRole('dialog').getByRole('button', { name: button });
const close = (page: Page) => page.keyboard.press('Escape');

test('time is given, days are taken off, and both end it', async ({ together }) => {
  const seated = await together('Circuitous', [['Clock', 'a clock of our own']]);
  const acts = await turn(seated);
  const waits = other(seated, acts);
  const [actor, watcher] = [acts.page, waits.page];

  await settings(watcher);
  await inSheet(watcher, /^Give .* 3 days more$/).click();
  await expect(actor.getByText(/has given you 3 days more/)).toBeVisible();
  await close(watcher);

  await settings(actor);
  await expect(inSheet(actor, /^Give/)).toHaveCount(0);
  await actor.getByRole('dialog').getByLabel('Days off').selectOption({ label: '7 days' });
  await inSheet(actor, 'Take them').click();
  await expect(actor.getByText(/You have days off until/)).toBeVisible();
  await expect(watcher.getByRole('list', { name: 'Time' })).toContainText('off until');
  await inSheet(actor, 'I am back').click();
  await expect(watcher.getByRole('list', { name: 'Time' })).not.toContainText('off until');

  await inSheet(actor, 'End the game without a result …').click();
  await inSheet(actor, 'End it').click();
  await expect(inSheet(actor, 'Play on after all')).toBeVisible();
  await close(actor);
  const wish = watcher.locator('.banner');
  await expect(wish).toContainText('would end this game without a result');
  await wish.getByRole('button', { name: 'End it' }).click();
  for (const page of [actor, watcher])
    await expect(page.locator('.banner')).toContainText('You all agreed to end this game');
  await actor.reload();
  await expect(actor.locator('.banner')).toContainText('You all agreed to end this game');
});

for (const [name, manners] of Object.entries({ desk: DESK, phone: PHONE }))
  test(`a clock of our own says what is wrong with it (${name})`, async ({ person }) => {
    const page = await person(manners);
    await page.goto('/new/circuitous');
    await page.getByLabel('Clock', { exact: true }).selectOption({ label: 'a clock of our own' });
    await page.getByLabel('How much').fill('31');
    await expect(page.getByRole('alert')).toHaveText('A turn has 30 days at most.');
    await page.getByRole('radio', { name: 'For the whole game' }).click();
    await page.getByLabel('How much').fill('20');
    await page.getByLabel('Unit').selectOption('minute');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.getByRole('button', { name: 'Set the table' }).click();
    // How the table is run is folded, and one of the page's facts.
    await expect(page.getByText(/20 minutes each for the whole game, and 10 seconds more/)).toBeAttached();
  });
