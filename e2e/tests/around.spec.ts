// The people around a table: friends, invitations by name, pages of one's own, and blocking.

import type { Page } from '@playwright/test';
import { cleanBoth } from './axe.ts';
import { DESK, PHONE, expect, test, type Manners } from './people.ts';
import { ready } from './player.ts';

type Person = (manners?: Manners) => Promise<Page>;
const PASSWORD = 'correct horse';
const stamp = () => Date.now().toString(36).slice(-6);

/** Someone with a name and a login, so that they may have a page. */
async function account(person: Person, name: string, manners: Manners = DESK): Promise<Page> {
  const page = await person(manners);
  await page.request.post('/api/guests', { data: { name } });
  const login = `${name.toLowerCase()}-${stamp()}`;
  expect((await page.request.put('/api/me/password', { data: { login, password: PASSWORD } })).ok()).toBe(true);
  return page;
}

/** Shows their page, by the page itself. */
async function showPage(page: Page, handle: string) {
  await page.goto('/people');
  await page.getByLabel('Its handle').fill(handle);
  await page.getByRole('button', { name: 'Show my page' }).click();
  await expect(page.getByText('Everybody can see your page.')).toBeVisible();
}

test('two people become friends, one invites the other, and they play', async ({ person }) => {
  const ann = await account(person, 'Annika');
  const ben = await account(person, 'Benno', PHONE);
  const handle = `annika-${stamp()}`;
  await showPage(ann, handle);
  await cleanBoth(ann, 'people');

  await ben.goto('/people');
  await ben.getByLabel('Find somebody by their handle').fill(`@${handle}`);
  await ben.getByRole('button', { name: 'Look' }).click();
  await expect(ben.getByRole('heading', { level: 1 })).toHaveText('Annika');
  await cleanBoth(ben, 'somebody’s page');
  await ben.getByRole('button', { name: 'Ask to be friends' }).click();
  await expect(ben.getByRole('status').filter({ hasText: 'You have asked' })).toBeVisible();

  await ann.goto('/');
  await ann.getByRole('link', { name: 'One asks to be your friend' }).click();
  await ann.getByRole('button', { name: 'Be friends with Benno' }).click();
  await expect(ann.getByText('Benno is your friend now.')).toBeVisible();

  const made = await ann.request.post('/api/tables', { data: { game: 'circuitous', options: { distance: 'short' } } });
  const { id } = ((await made.json()) as { table: { id: string } }).table;
  await ann.goto(`/table/${id}`);
  await ann.getByText('Invite by name').click();
  await ann.getByRole('button', { name: 'Invite Benno', exact: true }).click();
  await expect(ann.getByRole('list', { name: 'Invited' })).toContainText('Benno');
  await cleanBoth(ann, 'inviting from the waiting room');

  await ben.goto('/');
  await expect(ben.getByRole('heading', { name: 'You are invited' })).toBeVisible();
  await cleanBoth(ben, 'home with an invitation');
  await ben.getByRole('button', { name: 'Sit down with Annika' }).click();
  await expect(ben).toHaveURL(new RegExp(`/table/${id}`));
  await ann.getByRole('button', { name: 'Start' }).click();
  for (const page of [ann, ben]) await ready(page);
});

test('a page is there for everybody while it is on, and gone when it is off', async ({ person }) => {
  const ann = await account(person, 'Annelie');
  const handle = `annelie-${stamp()}`;
  await showPage(ann, handle);
  const stranger = await person({ ...PHONE, mayComplain: true });
  await stranger.goto(`/people/${handle}`);
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('Annelie');
  await ann.getByRole('button', { name: 'Hide my page' }).click();
  await expect(ann.getByText('Your page is gone.')).toBeVisible();
  await stranger.reload();
  await expect(stranger.getByText('Nobody shows a page at this address.')).toBeVisible();
});

test('who is blocked stops seeing the game, and finds no way back', async ({ person }) => {
  const ann = await account(person, 'Annouk');
  const eve = await person({ ...DESK, mayComplain: true });
  await eve.request.post('/api/guests', { data: { name: 'Evelyn' } });
  const first = await eve.request.post('/api/tables', { data: { game: 'circuitous' } });
  const met = ((await first.json()) as { table: { id: string } }).table.id;
  await ann.request.post(`/api/tables/${met}/join`, { data: {} });
  const made = await ann.request.post('/api/tables', {
    data: { game: 'circuitous', listed: true, seats: [{ kind: 'me' }, { kind: 'bot', level: 'gentle' }], start: true, pace: 10_000 },
  });
  const { id } = ((await made.json()) as { table: { id: string } }).table;
  await eve.goto(`/table/${id}`);
  await ready(eve);
  // By hand, at the table where they both sit.
  await ann.goto(`/table/${met}`);
  await ann.getByRole('button', { name: /Evelyn/ }).first().click();
  await ann.getByRole('button', { name: /^Block/ }).click();
  await expect(ann.getByText('cannot sit down with you again')).toBeVisible();
  await expect(eve.getByText('not open to you').first()).toBeVisible();
  await eve.goto('/tables');
  await expect(eve.locator(`a[href*="${id}"]`)).toHaveCount(0);
});
