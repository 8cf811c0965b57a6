// Good manners: whoever owns an account, a table or their own peace keeps it, and who loses a right is told so calmly.

import type { Page } from '@playwright/test';
import { cleanBoth } from './axe.ts';
import { DESK, PHONE, expect, test, type Manners } from './people.ts';
import { anyPlay, ready, sitDown } from './player.ts';

const PASSWORD = 'correct horse';
type Person = (manners?: Manners) => Promise<Page>;

/** A part of the profile by its title. */
const part = (page: Page, title: string) => page.locator('section', { has: page.getByRole('heading', { name: title, exact: true }) });
const signingIn = (page: Page) => part(page, 'Signing in');
const devices = (page: Page) => part(page, 'Where you are signed in');

/** Writes a login and a password into the form of a guest. */
async function fill(page: Page, login: string) {
  await page.getByText('With a password', { exact: true }).click();
  await page.getByLabel('Login').fill(login);
  await page.getByLabel('Password, 8').fill(PASSWORD);
}

/** Someone with a name at their profile. */
async function named(person: Person, name: string, manners: Manners = DESK) {
  const page = await person(manners);
  await page.goto('/profile');
  await expect(devices(page).getByRole('listitem')).toHaveCount(1);
  await page.getByLabel('Your name at the table').fill(name);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  return page;
}

/** The same person on two devices; the second may be told that it was signed out. */
async function onTwoDevices(person: Person, name: string, login: string): Promise<[Page, Page]> {
  const here = await named(person, name, { ...DESK, mayComplain: true });
  await fill(here, login);
  await signingIn(here).getByRole('button', { name: 'Create a login' }).click();
  await expect(signingIn(here)).toContainText(`with the login ${login} and your password`);
  const there = await person({ ...PHONE, mayComplain: true });
  await there.goto('/profile');
  await fill(there, login);
  await signingIn(there).getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(there.getByRole('heading', { level: 1 })).toHaveText(name);
  await here.reload();
  await expect(devices(here).getByRole('listitem')).toHaveCount(2);
  return [here, there];
}

test('each device is listed, and one that is ended is told so at its table', async ({ person }) => {
  const [here, there] = await onTwoDevices(person, 'Marigold', `marigold-${Date.now()}`);
  await expect(devices(here).getByRole('listitem').first()).toContainText('this device');
  await expect(devices(here).getByRole('listitem').last()).toContainText('last used today');
  await cleanBoth(here, 'profile with two devices');
  await sitDown(there, 'Circuitous');
  const table = new URL(there.url()).pathname;

  await devices(here).getByRole('listitem').last().getByRole('button', { name: /^Sign out/ }).click();
  await expect(devices(here).getByRole('status')).toContainText('is signed out');
  await expect(devices(here).getByRole('listitem')).toHaveCount(1);
  await expect(there.getByRole('heading', { level: 1 })).toHaveText('You were signed out');
  await cleanBoth(there, 'signed out at a table');

  // Signing in again leads back to the table.
  await there.getByRole('link', { name: 'Sign in' }).click();
  await expect(signingIn(there)).toContainText('You are a guest of this browser');
  const login = /login (\S+)/.exec((await signingIn(here).textContent()) ?? '')![1]!;
  await fill(there, login);
  await signingIn(there).getByRole('button', { name: 'Sign in', exact: true }).click();
  await ready(there);
  expect(new URL(there.url()).pathname).toBe(table);
});

test('a new password asks for the old one, and signs all other devices out', async ({ person }) => {
  const login = `yarrow-${Date.now()}`;
  const [here, there] = await onTwoDevices(person, 'Yarrow', login);
  await here.getByText('Change login or password', { exact: true }).click();
  await here.getByLabel('New password').fill('another horse');
  const set = here.getByRole('button', { name: 'Set the new password' });
  await expect(set).toBeDisabled();
  await here.getByLabel('Your password so far').fill('wrong horse');
  await set.click();
  await expect(signingIn(here).getByRole('alert')).toContainText('not your password so far');
  await expect(devices(here).getByRole('listitem')).toHaveCount(2);
  await cleanBoth(here, 'a new password');
  await here.getByLabel('Your password so far').fill(PASSWORD);
  await here.getByLabel('Your password so far').press('Enter');
  await expect(signingIn(here).getByRole('status')).toContainText('All other devices were signed out');
  await expect(devices(here).getByRole('listitem')).toHaveCount(1);
  await there.reload();
  await expect(there.getByRole('heading', { level: 1 })).not.toHaveText('Yarrow');
});

test('a token is shown once, listed without its secret, and deleted', async ({ person }) => {
  const page = await named(person, 'Ottilie');
  const programs = part(page, 'Programs');
  await programs.getByText('Make a token', { exact: true }).click();
  await programs.getByLabel('What it is for').fill('A bot of mine');
  await programs.getByRole('button', { name: 'Make the token' }).click();
  await expect(programs.getByLabel('The secret of')).toHaveValue(/^bobbin_/);
  await cleanBoth(page, 'a new token');
  await page.reload();
  await expect(programs.getByRole('listitem')).toContainText('not used yet');
  await expect(programs.getByLabel('The secret of')).toHaveCount(0);
  await programs.getByRole('button', { name: 'Delete the token A bot of mine' }).click();
  await expect(programs.getByRole('status')).toContainText('is deleted');
  await expect(programs.getByRole('listitem')).toHaveCount(0);
});

/** Two people in a waiting room. */
async function together(person: Person, name: string, manners: Manners): Promise<[Page, Page]> {
  const owner = await named(person, 'Tansy');
  await owner.goto('/new/circuitous');
  await owner.getByRole('button', { name: 'Set the table' }).click();
  await expect(owner.getByRole('img', { name: /QR/ })).toBeVisible();
  const guest = await person({ ...manners, mayComplain: true });
  await guest.goto(new URL(owner.url()).pathname);
  await guest.getByLabel('Your name at the table').fill(name);
  await guest.getByRole('button', { name: 'Take a seat' }).click();
  await expect(guest.getByText('Waiting for the start')).toBeVisible();
  return [owner, guest];
}

test('a stranger is removed from the waiting room, reads why, and finds the way home', async ({ person }) => {
  const [owner, stranger] = await together(person, 'Bramble', PHONE);
  const table = new URL(owner.url()).pathname;
  await expect(owner.getByText('Bramble has sat down.')).toBeVisible();
  await owner.getByRole('button', { name: 'Remove Bramble' }).click();
  // It is asked once more, and the answer that changes nothing is the nearer one.
  await expect(owner.getByText('They cannot come back to this table')).toBeVisible();
  await expect(owner.getByRole('button', { name: 'Keep' })).toBeFocused();
  await cleanBoth(owner, 'waiting room, asking');
  await owner.getByRole('button', { name: 'Keep' }).click();
  await expect(owner.getByRole('button', { name: 'Remove Bramble' })).toBeFocused();
  await owner.getByRole('button', { name: 'Remove Bramble' }).click();
  await owner.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(owner.getByText('Bramble was removed from the table.')).toBeVisible();
  await expect(owner.getByRole('button', { name: 'Start with a bot for the free seat' })).toBeVisible();

  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('You do not sit at this table any more');
  await cleanBoth(stranger, 'removed');
  await stranger.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(anyPlay(stranger)).toBeEnabled();
  // Who comes back all the same is refused in the server's words.
  await stranger.goto(table);
  await stranger.getByRole('button', { name: 'Take a seat' }).click();
  await expect(stranger.getByRole('alert')).toContainText('has given your seat away');
});

test('what a muted neighbor says is hidden, until it is wanted again', async ({ person }) => {
  const [owner, guest] = await together(person, 'Thistle', DESK);
  await owner.getByRole('button', { name: 'Start', exact: true }).click();
  for (const page of [owner, guest]) {
    await ready(page);
    await page.getByRole('tab', { name: 'Chat' }).click();
  }
  const says = async (text: string) => {
    await guest.getByLabel('Say something').fill(text);
    await guest.getByLabel('Say something').press('Enter');
    await expect(guest.getByText(text)).toBeVisible();
  };
  const chat = owner.getByRole('list', { name: 'Chat' });
  await says('First words');
  await expect(chat).toContainText('First words');

  // From the name beside what was said, or from the plate at the table.
  await chat.getByRole('button', { name: 'Thistle' }).click();
  await owner.getByRole('dialog').getByRole('button', { name: /^Mute/ }).click();
  await expect(owner.getByRole('dialog').getByRole('status')).toContainText('What Thistle says is hidden');
  await cleanBoth(owner, 'a neighbor, muted');
  await owner.getByRole('dialog').getByRole('button', { name: /^Report/ }).click();
  await owner.getByLabel('What has happened?').fill('Nothing: it was only tried.');
  await cleanBoth(owner, 'a report');
  await owner.getByRole('button', { name: 'Send the report' }).click();
  await expect(owner.getByRole('dialog').getByRole('status')).toContainText('Thank you');
  await owner.getByRole('button', { name: 'Close' }).click();
  await says('More words');
  await expect(chat).toContainText('2 messages hidden');
  await expect(chat).not.toContainText('words');
  // It holds after a reload, and can be read all the same.
  await owner.reload();
  await ready(owner);
  await owner.getByRole('tab', { name: 'Chat' }).click();
  await expect(chat).toContainText('2 messages hidden');
  await chat.getByRole('button', { name: 'Show' }).click();
  await expect(chat).toContainText('More words');

  await owner.goto('/profile');
  const distance = part(owner, 'People you keep at a distance');
  await expect(distance.getByRole('listitem')).toContainText('muted');
  await distance.getByRole('button', { name: 'Let Thistle come near again' }).click();
  await expect(distance.getByRole('status')).toContainText('may come near again');
  await expect(distance).toContainText('Nobody.');
});
