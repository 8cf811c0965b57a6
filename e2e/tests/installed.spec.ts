// The page as something that is installed: what a device is told of it, and the links it hands over.

import { cleanBoth } from './axe.ts';
import { DESK, GAMES, PHONE, expect, test } from './people.ts';
import { ready, sitDown } from './player.ts';

test('a device is told all that it needs to install the page', async ({ person }) => {
  const page = await person(PHONE);
  await page.goto('/');
  const cdp = await page.context().newCDPSession(page);
  const { url, errors, data } = await cdp.send('Page.getAppManifest');
  expect(new URL(url).pathname).toBe('/manifest.webmanifest');
  expect(errors).toEqual([]);
  const told = JSON.parse(data!) as { icons: { src: string }[]; shortcuts: { name: string; url: string }[] };
  expect(told.shortcuts.map(({ name }) => name)).toEqual(GAMES);
  const answer = await page.request.get('/manifest.webmanifest');
  expect(answer.headers()['content-type']).toContain('application/manifest+json');
  for (const { src } of [...told.icons, { src: '/icons/touch-180.png' }]) {
    const icon = await page.request.get(src);
    expect(icon.headers()['content-type'], src).toMatch(/^image\/(png|svg\+xml)/);
  }
  for (const shortcut of told.shortcuts) {
    await page.goto(shortcut.url);
    await expect(page).toHaveTitle(`New table · ${shortcut.name}`);
    await expect(page.getByRole('button', { name: 'Set the table' })).toBeVisible();
  }
});

test('the window is painted with the ground of the theme that is chosen', async ({ person }) => {
  const page = await person({ ...DESK, colorScheme: 'light' });
  await page.goto('/');
  const grounds = () => page.locator('meta[name=theme-color]').evaluateAll((all) => all.map((meta) => (meta as HTMLMetaElement).content));
  await expect.poll(grounds).toEqual(['#f3eadb', '#f3eadb']);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(grounds).toEqual(['#1d1916', '#1d1916']);
});

test('a link that is shared with the installed page opens its table', async ({ person }) => {
  const page = await person(PHONE);
  await sitDown(page, 'Circuitous');
  const table = page.url();
  await page.goto(`/open?${new URLSearchParams({ title: 'A game', text: `Look at this: ${table}.` })}`);
  await ready(page);
  expect(page.url()).toBe(table);
  // A link to somewhere else is not followed; a code may be typed.
  await page.goto(`/open?${new URLSearchParams({ url: 'https://other.example/table/abc' })}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no table in this link');
  await cleanBoth(page, 'a link to elsewhere');
  await page.getByLabel('Link or code').fill(table);
  await page.getByRole('button', { name: 'Join' }).click();
  await ready(page);
  expect(page.url()).toBe(table);
});
