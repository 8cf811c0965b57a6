// How one is called when one does not look: set up, chosen and taken away on the page.

import type { Page } from '@playwright/test';
import { cleanBoth } from './axe.ts';
import { DESK, NARROW, expect, test } from './people.ts';

const part = (page: Page, title: string) => page.locator('section.panel', { has: page.getByRole('heading', { name: title, exact: true }) });

test('a program is told, for what one chooses, but in quiet hours', async ({ person }) => {
  const page = await person({ ...DESK, timezoneId: 'Europe/Berlin' });
  await page.goto('/profile');
  await page.getByRole('link', { name: 'How, and when' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Being called');
  await expect(page).toHaveTitle('Being called · Bobbin');
  await expect(part(page, 'By mail')).toContainText('This server sends no mail');
  await expect(page.getByRole('heading', { name: 'What for, and when' })).toHaveCount(0);

  const hook = part(page, 'A program of yours, or Discord');
  await hook.getByText('Set an address').click();
  await hook.getByLabel('Where it listens').fill('https://hooks.example.org/bobbin');
  await hook.getByRole('button', { name: 'Tell it', exact: true }).click();
  await expect(hook.getByRole('listitem')).toContainText('hooks.example.org');
  const secret = hook.getByLabel('The secret that alerts are signed with');
  await expect(secret).toHaveValue(/^[a-z2-9]{32}$/);
  const first = await secret.inputValue();
  await hook.getByRole('button', { name: 'Make another secret' }).click();
  await expect(secret).not.toHaveValue(first);

  const turn = page.getByRole('group', { name: 'My turn' }).getByLabel('My program');
  await expect(turn).toHaveValue('not_looking');
  await turn.selectOption('At once');
  await expect(part(page, 'What for, and when').getByRole('status')).toHaveText('Saved.');
  const hours = part(page, 'Your hours');
  await expect(hours.getByLabel('Your time zone')).toHaveValue('Europe/Berlin');
  await hours.getByLabel('Leave me alone at night').check();
  await hours.getByLabel('to', { exact: true }).fill('07:30');
  await hours.getByRole('button', { name: 'Save' }).click();
  await expect(hours.getByRole('status')).toHaveText('Saved.');
  await cleanBoth(page, 'being called');

  await page.reload();
  await expect(turn).toHaveValue('at_once');
  await expect(hours.getByLabel('to', { exact: true })).toHaveValue('07:30');
  await expect(hook.getByLabel('The secret that alerts are signed with')).toHaveCount(0);
  await hook.getByRole('button', { name: 'Tell it no more' }).click();
  await expect(hook.getByRole('listitem')).toHaveCount(0);
});

test('what is no address is told so, and a link that is none of ours too', async ({ person }) => {
  const page = await person({ ...NARROW, mayComplain: true });
  await page.goto('/alerts');
  const hook = part(page, 'A program of yours, or Discord');
  await hook.getByText('Set an address').click();
  await hook.getByLabel('Where it listens').fill('https://192.168.0.1/');
  await hook.getByRole('button', { name: 'Tell it', exact: true }).click();
  await expect(hook.getByRole('alert')).toContainText('This address is not public');
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide).toBeLessThanOrEqual(0);
  await page.goto('/alerts?unsubscribe=nobody.x');
  await page.getByRole('button', { name: 'No more mail' }).click();
  await expect(page.getByRole('alert')).toContainText('There is no such link');
  await page.goto('/alerts?confirm=nobody.x');
  await page.getByRole('button', { name: 'Yes, write to me' }).click();
  await expect(page.getByRole('alert')).toContainText('There is no such link');
});
