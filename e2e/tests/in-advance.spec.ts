// What is said ahead of one's turn: it is touched while somebody else is to act, and done when the turn comes.

import type { Page } from '@playwright/test';
import { expect, finishTurn, other, test, turn } from './together.ts';

const small = (page: Page) => page.locator('.prompt .small');
const log = (page: Page) => page.locator('.log');
const glowing = (page: Page) =>
  page.evaluate(() => [...document.querySelectorAll<HTMLElement>('.main [data-piece].glow')].map((el) => el.dataset.piece!));

test('a turn is prepared by touching, done when it comes, and nobody else is told before', async ({ together }) => {
  const seated = await together('Arch Ravels');
  const acts = await turn(seated);
  const waits = other(seated, acts);
  const prepare = waits.page.getByRole('button', { name: 'Prepare' });
  await expect(prepare).toBeVisible();
  await expect(acts.page.getByRole('button', { name: 'Prepare' })).toHaveCount(0);
  const said = await log(acts.page).textContent();
  await prepare.click();
  await expect(waits.page.locator('.prompt strong')).toHaveText('Touch what you will do when it is your turn.');
  if (process.env.SHOTS) await waits.page.screenshot({ path: `${process.env.SHOTS}/prepare.png` });
  // What the other could take, one could take, too; what comes last is least likely to be taken by then.
  const prepared = small(waits.page).getByText(/^When it is your turn: /);
  for (const id of (await glowing(acts.page)).reverse()) {
    const piece = waits.page.locator(`.main [data-piece="${id}"]`).first();
    if (!(await piece.isVisible())) continue;
    await piece.click();
    if (await prepared.waitFor({ timeout: 1000 }).then(() => true, () => false)) break;
    await waits.page.getByRole('button', { name: 'Stop' }).click();
    await prepare.click();
  }
  await expect(prepared).toBeVisible();
  if (process.env.SHOTS) await waits.page.screenshot({ path: `${process.env.SHOTS}/prepared.png` });
  expect(await log(acts.page).textContent(), 'nobody else is told').toBe(said);

  // It is there after a reload, can be forgotten and prepared anew.
  await waits.page.reload();
  await expect(prepared).toBeVisible();

  await finishTurn(acts);
  const came = small(waits.page).getByText(/^As you had prepared: |^What you had prepared cannot be done: /);
  const done = expect(log(waits.page)).not.toHaveText(said ?? '');
  await Promise.all([done, expect(came.or(waits.page.locator('.prompt.mine'))).toBeVisible()]);
});

test('what is prepared can be forgotten, and an only choice is done for whoever wants that', async ({ together }) => {
  const seated = await together('Arch Ravels');
  const acts = await turn(seated);
  const { page } = other(seated, acts);
  await page.getByRole('button', { name: 'Prepare' }).click();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByRole('button', { name: 'Prepare' })).toBeVisible();

  await page.getByRole('button', { name: 'Settings' }).click();
  const skips = page.getByRole('dialog').getByLabel('Where I have only one choice, do it for me');
  await skips.check();
  await expect(skips).toBeChecked();
  await page.reload();
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(skips).toBeChecked();
  await skips.uncheck();
  await expect(skips).not.toBeChecked();
});
