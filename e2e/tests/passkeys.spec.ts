// Signing in with a device: Chromium's own authenticator of software, a real page and a real server.

import type { CDPSession, Page } from '@playwright/test';
import { URL_OF_SERVER } from '../server.ts';
import { cleanBoth } from './axe.ts';
import { DESK, PHONE, THEMES, expect, test, type Manners } from './people.ts';

const PROFILE = `${URL_OF_SERVER.replace('127.0.0.1', 'localhost')}/profile`;

/** A device that can keep passkeys, unlocked by whoever holds it. */
class Device {
  readonly #session: CDPSession;
  readonly #id: string;
  private constructor(session: CDPSession, id: string) {
    this.#session = session;
    this.#id = id;
  }
  static async of(page: Page): Promise<Device> {
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable');
    const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true } as const;
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', { options });
    return new Device(session, authenticatorId);
  }
  async passkeys() {
    return (await this.#session.send('WebAuthn.getCredentials', { authenticatorId: this.#id })).credentials;
  }
  /** As a keychain does that several devices share. */
  async share(other: Device) {
    for (const credential of await this.passkeys()) await other.#session.send('WebAuthn.addCredential', { authenticatorId: other.#id, credential });
  }
  async lock(isLocked: boolean) {
    await this.#session.send('WebAuthn.setUserVerified', { authenticatorId: this.#id, isUserVerified: !isLocked });
  }
}

const signingIn = (page: Page) => page.locator('section', { has: page.getByRole('heading', { name: 'Signing in' }) });
const button = (page: Page, name: string) => signingIn(page).getByRole('button', { name });

/** Someone with a name of their own at the profile page, and a device. */
async function known(person: (manners?: Manners) => Promise<Page>, manners: Manners, name?: string) {
  const page = await person(manners);
  const device = await Device.of(page);
  await page.goto(PROFILE);
  await expect(button(page, 'Add a passkey')).toBeVisible();
  if (name) {
    await page.getByLabel('Your name at the table').fill(name);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  }
  return { page, device };
}

for (const [what, manners] of [['desktop', DESK], ['phone', PHONE]] as const) {
  test(`${what}: a passkey made in one browser signs in in another, until it is deleted`, async ({ person }, testInfo) => {
    const here = await known(person, manners, 'Marigold');
    await expect(signingIn(here.page)).toContainText('You are a guest of this browser');
    await button(here.page, 'Add a passkey').click();
    await expect(signingIn(here.page).getByRole('status')).toContainText('The passkey is there');
    await expect(signingIn(here.page).getByRole('listitem')).toHaveCount(1);
    await expect(signingIn(here.page)).toContainText('You can come back as Marigold with your passkey');
    expect(await here.device.passkeys()).toHaveLength(1);
    await cleanBoth(here.page, `profile with a passkey, ${what}`);
    for (const theme of THEMES) {
      await here.page.emulateMedia({ colorScheme: theme });
      await here.page.screenshot({ path: testInfo.outputPath(`passkeys-${what}-${theme}.png`), fullPage: true });
    }

    const there = await known(person, { ...manners, mayComplain: true });
    await expect(there.page.getByRole('heading', { level: 1 })).not.toHaveText('Marigold');
    await here.device.share(there.device);
    await button(there.page, 'Sign in with a passkey').click();
    await expect(there.page.getByRole('heading', { level: 1 })).toHaveText('Marigold');
    await expect(signingIn(there.page).getByRole('listitem')).toHaveCount(1);

    // A passkey that was deleted signs in nobody, and the page says so.
    await button(there.page, 'Delete the passkey').click();
    await expect(signingIn(there.page).getByRole('status')).toContainText('not known here any more');
    await expect(signingIn(there.page)).toContainText('You are a guest of this browser');
    await button(there.page, 'Sign in with a passkey').click();
    await expect(signingIn(there.page).getByRole('alert')).toContainText('This passkey is not known here');
  });
}

test('what goes wrong with a device is said plainly, and nothing changes', async ({ person }) => {
  const { page, device } = await known(person, { ...DESK, mayComplain: true }, 'Teasel');
  await device.lock(true);
  await button(page, 'Add a passkey').click();
  await expect(signingIn(page).getByRole('alert')).toContainText('Nothing has happened');
  await device.lock(false);
  await button(page, 'Add a passkey').click();
  await expect(signingIn(page).getByRole('listitem')).toHaveCount(1);
  await button(page, 'Add a passkey').click();
  await expect(signingIn(page).getByRole('alert')).toContainText('has a passkey of yours already');
  await expect(signingIn(page).getByRole('listitem')).toHaveCount(1);
});

test('at a number instead of a name the page says where passkeys work', async ({ person }, testInfo) => {
  const page = await person(DESK);
  await page.goto(PROFILE.replace('localhost', '127.0.0.1'));
  await expect(signingIn(page)).toContainText(`Open ${PROFILE} instead`);
  await expect(button(page, 'Add a passkey')).toHaveCount(0);
  await cleanBoth(page, 'profile without passkeys');
  await page.screenshot({ path: testInfo.outputPath('passkeys-number.png'), fullPage: true });
});

test('a login and a password work, too', async ({ person }) => {
  const { page } = await known(person, DESK, 'Yarrow');
  const login = `yarrow-${Date.now()}`;
  const fill = async (where: Page) => {
    await where.getByText('With a password', { exact: true }).click();
    await where.getByLabel('Login').fill(login);
    await where.getByLabel('Password, 8').fill('correct horse');
  };
  await fill(page);
  await button(page, 'Create a login').click();
  await expect(signingIn(page)).toContainText(`with the login ${login} and your password`);
  const there = await known(person, { ...DESK, mayComplain: true });
  await fill(there.page);
  await there.page.getByLabel('Password, 8').fill('wrong horse');
  await button(there.page, 'Sign in').last().click();
  await expect(signingIn(there.page).getByRole('alert')).toContainText('no account with this login and password');
  await there.page.getByLabel('Password, 8').fill('correct horse');
  await there.page.getByLabel('Password, 8').press('Enter');
  await expect(there.page.getByRole('heading', { level: 1 })).toHaveText('Yarrow');
  await button(there.page, 'Sign out').click();
  await expect(there.page.getByRole('heading', { level: 1 })).not.toHaveText('Yarrow');
});
