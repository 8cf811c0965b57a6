// The page without the server: what can be read then, what is kept and for whom, and how a new version comes.

import { createServer, request, type Server as Proxy } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { Server, URL_OF_SERVER } from '../server.ts';
import { cleanBoth } from './axe.ts';
import { DESK, PHONE, expect, test } from './people.ts';
import { Player, card, ready, scoreSheet, sitDown } from './player.ts';

test.use({ serviceWorkers: 'allow' });
const alone = { ...DESK, serviceWorkers: 'allow' as const, mayComplain: true };

/** The worker is there, has all that it brings, and answers for this page. */
const workerReady = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((done) => setTimeout(done, 50));
  });
/** What the browser keeps, by the name of the shelf. */
const kept = (page: Page, shelf: string) =>
  page.evaluate(async (name) => {
    if (!(await caches.has(name))) return [];
    return (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname + new URL(url).search);
  }, shelf);

/** Plays a whole game with a gentle bot, and tells where it can be looked back at. */
async function finishedGame(page: Page): Promise<string> {
  await sitDown(page, 'Circuitous');
  await new Player(page, 'mouse', 11).play();
  await scoreSheet(page);
  return new URL(page.url()).pathname.replace('table', 'replay') + '/3';
}

test('without the server: home says so kindly, and rules, guided games and replays are readable', async ({ person }) => {
  const own = new Server();
  await own.start();
  try {
    const page = await person({ ...alone, baseURL: own.url, atOnce: true });
    const replay = await finishedGame(page);
    const table = replay.split('/')[2]!;
    await page.goto(replay);
    await expect(page.locator('.replay')).toHaveAttribute('data-index', '3');
    await workerReady(page);
    // All of the game is brought, not only what was looked at.
    const last = Math.floor((Number(await page.locator('.replay input[type=range]').getAttribute('max')) || 0) / 24) * 24;
    await expect.poll(() => kept(page, 'bobbin-games')).toContain(`/api/tables/${table}/replay?seat=everything&from=${last}&count=24`);
    // A table that is being played is kept nowhere.
    await sitDown(page, 'Circuitous');
    const running = new URL(page.url()).pathname.split('/').at(-1)!;

    await own.kill();
    await page.goto('/');
    await expect(page.getByRole('alert')).toHaveText('The server does not answer. Try again in a moment.');
    await cleanBoth(page, 'home without the server');
    await page.context().setOffline(true);
    await page.reload();
    await expect(page.getByRole('alert')).toHaveText('You are offline.');
    await cleanBoth(page, 'home, offline');
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/offline.png` });

    await page.getByRole('link', { name: 'Circuitous' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Circuitous, the rules');
    await expect(page.locator('#clause-4\\.1')).toContainText(/\w+ \w+/);
    // Whoever has never opened the rules of a game reads them, too.
    await page.goto('/rules/arch-ravels/2.1');
    await expect(page.locator('#clause-2\\.1')).toBeInViewport();

    await page.goto('/learn/circuitous');
    await page.getByText('What it says, to read').click();
    await expect(page.getByText('Welcome to the path')).toBeVisible();

    await page.goto('/');
    await page.getByRole('listitem').filter({ hasText: 'played it' }).getByRole('link').click();
    await expect(page.locator('.replay[data-ready=yes]')).toBeVisible();
    await page.getByRole('slider').first().focus();
    await page.keyboard.press('End');
    await expect(page.locator('.replay')).not.toHaveAttribute('data-index', '0');

    // A game that is not over cannot be looked at from memory.
    await page.goto(`/table/${running}`);
    await expect(page.getByRole('alert')).toContainText('You are offline');
    const all = await page.evaluate(async () => {
      const found: string[] = [];
      for (const name of await caches.keys()) for (const { url } of await (await caches.open(name)).keys()) found.push(url);
      return found;
    });
    expect(all.filter((url) => url.includes(running))).toEqual([]);

    // Back again, all goes on where it was.
    await page.context().setOffline(false);
    await own.start();
    await page.getByRole('button', { name: 'Try again' }).click();
    await ready(page);
  } finally {
    await own.end();
  }
});

test('whoever signs out or goes for good leaves no game behind, and keeps the rules', async ({ person }) => {
  const page = await person({ ...alone, atOnce: true });
  const replay = await finishedGame(page);
  await page.goto(replay);
  await expect(page.locator('.replay[data-ready=yes]')).toBeVisible();
  await page.goto('/rules/circuitous');
  await expect(page.locator('#clause-4\\.1')).toBeVisible();
  const table = replay.split('/')[2]!;
  await expect.poll(() => kept(page, 'bobbin-games')).toContain(`/api/tables/${table}`);

  await page.goto('/profile');
  await page.getByText('With a password', { exact: true }).click();
  await page.getByLabel('Login').fill(`reader-${Date.now()}`);
  await page.getByLabel('Password, 8').fill('a good long password');
  await page.getByRole('button', { name: 'Create a login' }).click();
  // Both ways out lead to a page that is loaded anew.
  let loaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await loaded;
  await expect.poll(() => kept(page, 'bobbin-games')).toEqual([]);
  expect(await kept(page, 'bobbin-rules')).toContain('/api/games/circuitous');

  // Somebody else comes, looks back at the same game, and goes for good.
  await sitDown(page, 'Circuitous');
  await page.goto(replay);
  await expect(page.locator('.replay[data-ready=yes]')).toBeVisible();
  await expect.poll(() => kept(page, 'bobbin-games')).toContain(`/api/tables/${table}`);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Delete my profile' }).click();
  await page.getByLabel(/^Write .* to confirm/).fill((await page.locator('label[for=sure] b').textContent())!);
  loaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Delete it for good' }).click();
  await loaded;
  await expect(page).toHaveURL('/');
  await expect.poll(() => kept(page, 'bobbin-games')).toEqual([]);
});

/** A server as it is after a new version of the page came: the same page, all its scripts under other names. */
class Renewed {
  isNew = false;
  readonly #proxy: Proxy;
  private constructor(proxy: Proxy) {
    this.#proxy = proxy;
  }

  static async start(): Promise<[Renewed, string]> {
    const proxy = createServer((asked, answer) => {
      const { hostname, port } = new URL(URL_OF_SERVER);
      const path = asked.url!.replace('.new.js', '.js');
      const { 'if-none-match': _tag, ...told } = asked.headers;
      const headers = { ...told, 'accept-encoding': 'identity' };
      const far = request({ hostname, port, path, method: asked.method, headers }, (found) => {
        if (!renewed.isNew || !/javascript|html/.test(found.headers['content-type'] ?? '')) {
          answer.writeHead(found.statusCode!, found.headers);
          return void found.pipe(answer);
        }
        const parts: Buffer[] = [];
        found.on('data', (part: Buffer) => parts.push(part));
        found.on('end', () => {
          const text = Buffer.concat(parts).toString('utf8').replace(/(-[\w-]{8})\.js/g, '$1.new.js');
          const { 'content-length': _length, etag: _etag, link: _link, ...rest } = found.headers;
          answer.writeHead(found.statusCode!, rest);
          answer.end(text);
        });
      });
      far.on('error', () => answer.destroy());
      asked.pipe(far);
    });
    const renewed = new Renewed(proxy);
    await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
    return [renewed, `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`];
  }

  stop() {
    this.#proxy.close();
    this.#proxy.closeAllConnections();
  }
}
const lookForUpdate = (page: Page) => page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
const runs = (page: Page) => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => /\/app-[\w-]+(\.new)?\.js$/.test(name)).at(-1)!);

test('a new version is offered and not forced, not in the middle of a game', async ({ person }) => {
  const [server, baseURL] = await Renewed.start();
  try {
    const page = await person({ ...alone, ...PHONE, baseURL });
    await sitDown(page, 'Circuitous');
    await workerReady(page);
    const before = await runs(page);
    server.isNew = true;
    await lookForUpdate(page);
    await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null)).toBe(true);
    // The game goes on as it was.
    const player = new Player(page, 'touch', 5);
    await player.once();
    const notice = page.getByRole('status').filter({ hasText: 'A new version is ready' });
    await expect(notice).toHaveCount(0);
    expect(await runs(page)).toBe(before);
    expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null)).toBe(true);

    // Away from the table it is said, and may wait.
    await page.evaluate(() => history.pushState(null, '', '/'));
    await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')));
    await expect(notice).toBeVisible();
    await cleanBoth(page, 'home, with a new version');
    expect(await runs(page)).toBe(before);
    await notice.getByRole('button', { name: 'Reload' }).click();
    // While it is loaded anew nobody can be asked.
    await expect.poll(() => runs(page).catch(() => '')).toMatch(/\.new\.js$/);
    await expect(card(page, 'Circuitous')).toHaveCount(1);
    await expect(notice).toHaveCount(0);
  } finally {
    server.stop();
  }
});

test('a push calls to the table that waits, and says no more than whose turn it is', async ({ person, baseURL }) => {
  const page = await person(alone);
  await page.context().grantPermissions(['notifications'], { origin: baseURL! });
  await sitDown(page, 'Circuitous');
  await expect(page.locator('.prompt.mine')).toBeVisible();
  const table = new URL(page.url()).pathname.split('/').at(-1)!;
  await workerReady(page);
  // A browser without windows has no place for notifications: what would stand there is written down.
  const worker = page.context().serviceWorkers().find((each) => each.url().startsWith(baseURL!))!;
  await worker.evaluate(() => {
    const here = self as unknown as { shown: unknown[]; registration: ServiceWorkerRegistration };
    here.shown = [];
    // Without windows there is no sign either: this browser ends when it is asked for one.
    Object.assign(navigator, { setAppBadge: async () => undefined });
    here.registration.showNotification = async (title, { body, tag } = {}) => void here.shown.push({ title, body, tag });
  });
  const cdp = await page.context().newCDPSession(page);
  const registered = new Promise<string>((done) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first) done(first.registrationId);
    });
  });
  await cdp.send('ServiceWorker.enable');
  await page.goto('/rules/circuitous');
  await cdp.send('ServiceWorker.deliverPushMessage', { origin: baseURL!, registrationId: await registered, data: '' });
  await expect.poll(() => worker.evaluate(() => (self as unknown as { shown: unknown[] }).shown)).toEqual([{ title: 'Your turn · Circuitous', tag: `table:${table}` }]);
});
