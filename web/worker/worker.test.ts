import { expect, test } from 'vitest';
import { asCaches, FakeCaches } from '../src/lib/fake-caches.ts';
import { PUBLIC } from '../src/lib/shelves.ts';
import { opened, told, type Device, type WaitingTable } from './calls.ts';
import { Shelf } from './shelf.ts';
import { wayOf } from './ways.ts';

const HERE = 'https://bobbin.example';
const files = new Set(['/index.html', '/favicon.svg', '/assets/app-1.js']);
const way = (path: string, mode = 'cors', method = 'GET') =>
  wayOf({ method, mode, url: new URL(path, HERE).href }, HERE, files);

test('pages and files are answered by the worker', () => {
  expect(way('/', 'navigate')).toBe('page');
  expect(way('/table/abc', 'navigate')).toBe('page');
  expect(way('/rules/knots/5.3', 'navigate')).toBe('page');
  expect(way('/assets/app-1.js')).toBe('file');
  expect(way('/favicon.svg')).toBe('file');
  // The version before may still run in another window.
  expect(way('/assets/app-0.js')).toBe('file');
});

test('the API, other servers and what changes something go their own way', () => {
  for (const path of ['/api/home', '/api/tables/abc', '/api/tables/abc/opening', '/api/tables/abc/events', '/api/me'])
    expect(way(path), path).toBe(null);
  expect(way('/api/me/games.txt', 'navigate')).toBe(null);
  expect(way('/api', 'navigate')).toBe(null);
  expect(way('/notices.txt', 'navigate')).toBe(null);
  expect(way('/sw.js')).toBe(null);
  expect(way('/table/abc', 'navigate', 'POST')).toBe(null);
  expect(way('https://other.example/', 'navigate')).toBe(null);
});

/** A server with these files, and all that was asked of it. */
function server(has: Record<string, string>) {
  const asked: string[] = [];
  const fetch = async (path: string) => {
    asked.push(path);
    return path in has ? new Response(has[path]) : new Response('', { status: 404 });
  };
  return { asked, fetch };
}

test('a version is brought whole, and what the one before had is not fetched again', async () => {
  const fake = new FakeCaches();
  const first = server({ '/index.html': 'one', '/assets/app-1.js': 'app', '/assets/knots-1.js': 'knots' });
  await new Shelf(asCaches(fake), '1', first.fetch).fill(['/index.html', '/assets/app-1.js', '/assets/knots-1.js']);
  const second = server({ '/index.html': 'two', '/assets/app-2.js': 'app' });
  const shelf = new Shelf(asCaches(fake), '2', second.fetch);
  await shelf.fill(['/index.html', '/assets/app-2.js', '/assets/knots-1.js']);
  expect(second.asked).toEqual(['/index.html', '/assets/app-2.js']);
  expect(await (await shelf.find('/index.html'))?.text()).toBe('two');
  expect(await (await shelf.find('/assets/app-1.js'))?.text()).toBe('app');
});

test('a version with a file that is not there does not come', async () => {
  const fake = new FakeCaches();
  const { fetch } = server({ '/index.html': 'one' });
  await expect(new Shelf(asCaches(fake), '1', fetch).fill(['/index.html', '/assets/app-1.js'])).rejects.toThrow('404');
});

test('a server that has enough to do is left alone for a while, and asked once more', async () => {
  const fake = new FakeCaches();
  let isBusy = true;
  let rests = 0;
  const fetch = async () => (isBusy ? new Response('', { status: 429 }) : new Response('one'));
  const shelf = new Shelf(asCaches(fake), '1', fetch, async () => void (isBusy = rests++ < 1));
  await expect(shelf.fill(['/index.html'])).rejects.toThrow('429');
  await shelf.fill(['/index.html']);
  expect(rests).toBe(2);
});

test('the version before stays for windows that run it, and no older one', async () => {
  const fake = new FakeCaches();
  for (const version of ['1', '2', '3']) {
    const { fetch } = server({ '/index.html': version });
    const shelf = new Shelf(asCaches(fake), version, fetch);
    await shelf.fill(['/index.html']);
    await shelf.tidy();
  }
  expect(await fake.keys()).toEqual(['bobbin-page-2', 'bobbin-page-3']);
});

test('the rules of all games are read along, and a server without them is no fault', async () => {
  const fake = new FakeCaches();
  const { fetch } = server({
    '/api/games': '[{"id":"knots"},{"id":"loops"}]',
    '/api/games/knots': '{"rules":"Tie one."}',
  });
  await new Shelf(asCaches(fake), '1', fetch).readRules();
  expect(fake.paths(PUBLIC)).toEqual(['/api/games', '/api/games/knots']);
  const gone = () => Promise.reject(new TypeError('no net'));
  await new Shelf(asCaches(fake), '1', gone).readRules();
});

/** A device that shows what it is told. */
function phone(answer: () => Response, { open = [], shows = [] }: { open?: string[]; shows?: string[] } = {}) {
  const shown = new Map(shows.map((tag) => [tag, { title: '', silent: true }]));
  const done: string[] = [];
  const heard = new Set<string>();
  const device: Device = {
    ask: async () => answer(),
    windows: async () =>
      open.map((path) => ({
        url: HERE + path,
        focused: true,
        visibilityState: 'visible',
        focus: async () => void done.push(`focus ${path}`),
      })),
    open: async (address) => void done.push(`open ${address}`),
    shown: async () => [...shown.keys()].map((tag) => ({ tag, close: () => shown.delete(tag) })),
    show: async (title, { tag, silent, body }) =>
      void shown.set(tag!, { title: body ?? title, silent: silent ?? false }),
    sign: (count) => Promise.resolve(void done.push(`sign ${count}`)),
    unheard: async (ids) => {
      const others = ids.filter((id) => !heard.has(id));
      for (const id of others) heard.add(id);
      return others;
    },
  };
  return { device, done, shown };
}
const waits =
  (...tables: WaitingTable[]) =>
  () =>
    new Response(JSON.stringify(tables));
const knots = { table: 'abc', title: 'Knots' };
const loops = { table: 'def', title: 'Loops' };

test('a push asks what waits, and shows each table once', async () => {
  const { device, done, shown } = phone(waits(knots, loops), { shows: ['table:def', 'table:old'] });
  await told(device);
  expect([...shown.keys()]).toEqual(['table:def', 'table:abc']);
  expect(shown.get('table:abc')).toEqual({ title: 'Your turn · Knots', silent: false });
  expect(done).toEqual(['sign 2']);
});

test('what else one was called for is told once, names nobody and leads to a page of ours', async () => {
  const call = (id: string, kind: string, path: string, title: string | null = 'Knots') => ({ id, kind, path, title });
  const calls = [
    call('1', 'over', '/table/old'),
    call('2', 'friend', '/alerts', null),
    call('3', 'news to us', '/'),
    call('4', 'over', '//elsewhere.example/'),
  ];
  const { device, shown } = phone(() => new Response(JSON.stringify({ tables: [], calls })));
  await told(device);
  expect([...shown.entries()].map(([tag, { title }]) => [tag, title])).toEqual([
    ['call:1', 'Your game is over · Knots'],
    ['call:2', 'Somebody would like to be your friend'],
  ]);
  shown.clear();
  await told(device);
  expect([...shown.values()]).toEqual([{ title: 'Nothing waits for you any more.', silent: true }]);
});

test('whoever looks at the table is not called to it', async () => {
  const { device, shown } = phone(waits(knots), { open: ['/table/abc'] });
  await told(device);
  expect(shown.size).toBe(0);
});

test('where it cannot be asked, something waits', async () => {
  for (const answer of [
    () => new Response('', { status: 404 }),
    () => new Response('', { status: 401 }),
    () => new Response('no JSON'),
    () => new Response('{"other": 1}'),
    () => {
      throw new TypeError('no net');
    },
  ]) {
    const { device, shown } = phone(answer, { shows: ['table:abc'] });
    await told(device);
    expect(shown.get('turn')).toEqual({ title: 'It is your turn at a table.', silent: false });
    // It is not known that what is shown does not wait.
    expect(shown.has('table:abc')).toBe(true);
  }
});

test('what waits no more is taken away', async () => {
  const { device, done, shown } = phone(waits(), { shows: ['table:abc'] });
  await told(device);
  expect([...shown.values()]).toEqual([{ title: 'Nothing waits for you any more.', silent: true }]);
  expect(done).toEqual(['sign 0']);
});

test('a touch brings the table’s window to the front, or opens one', async () => {
  const { device, done } = phone(waits(), { open: ['/', '/table/abc'] });
  await opened(device, '/table/abc');
  await opened(device, '/table/def');
  expect(done).toEqual(['focus /table/abc', 'open /table/def']);
});
