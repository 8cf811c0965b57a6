// The service worker: the page without the net, and the call of a push. It answers for the page itself and its files,
// and never for the API: what is readable without the server is kept by the page (`src/lib/keep.ts`).

import { opened, told, type Device } from './calls.ts';
import { Shelf } from './shelf.ts';
import { wayOf } from './ways.ts';

declare const self: ServiceWorkerGlobalScope;
/** Written by the build (`web/worker.ts`): the files of this version, and what tells it from others. */
declare const FILES: readonly string[];
declare const VERSION: string;

/** A net that answers no sooner is as good as none, where the page is here. */
const PATIENCE = 4000;

const shelf = new Shelf(caches, VERSION, (path, wish) => fetch(path, wish));
const files = new Set(FILES);

self.addEventListener('install', (event) => {
  event.waitUntil(shelf.fill(FILES).then(() => shelf.readRules()));
});

self.addEventListener('activate', (event) => {
  const ready = [shelf.tidy(), self.registration.navigationPreload?.enable(), self.clients.claim()];
  event.waitUntil(Promise.all(ready));
});

self.addEventListener('fetch', (event) => {
  const way = wayOf(event.request, self.location.origin, files);
  if (way === 'file') event.respondWith(file(event.request));
  else if (way === 'page') event.respondWith(page(event));
});

/** Files with a hash in their name never change; the others are as new as the version that is active. */
const file = async (request: Request) => (await shelf.find(request.url)) ?? fetch(request);

/** The page as the server has it now, so that a new version comes with the next visit; without the server, ours. */
async function page(event: FetchEvent): Promise<Response> {
  const asked = (async () => ((await event.preloadResponse) as Response | undefined) ?? fetch(event.request))();
  // Whoever is not waited for any more may fail in peace.
  asked.catch(() => undefined);
  const late = new Promise<undefined>((done) => setTimeout(done, PATIENCE));
  const answer = await Promise.race([asked, late]).catch(() => undefined);
  if (answer && answer.status < 500) return answer;
  return (await shelf.find('/index.html')) ?? asked;
}

self.addEventListener('message', (event) => {
  // The next version takes over when somebody has said so.
  if (event.data === 'take over') void self.skipWaiting();
  else if (event.data === 'files') event.ports[0]?.postMessage(FILES);
});

/** What was told already is kept by its id: the latest of it. */
async function unheard(ids: readonly string[]): Promise<readonly string[]> {
  const heard = await caches.open('bobbin-heard');
  const known = ((await (await heard.match('/heard'))?.json()) ?? []) as string[];
  const others = ids.filter((id) => !known.includes(id));
  await heard.put('/heard', new Response(JSON.stringify([...known, ...others].slice(-100))));
  return others;
}

const device: Device = {
  ask: () => fetch('/api/me/waiting', { cache: 'no-store' }),
  windows: () => self.clients.matchAll({ type: 'window', includeUncontrolled: true }),
  open: (address) => self.clients.openWindow(address),
  shown: () => self.registration.getNotifications(),
  show: (title, options) => self.registration.showNotification(title, options),
  unheard,
  sign: (count) => (count ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.()),
};

self.addEventListener('push', (event) => event.waitUntil(told(device)));

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(opened(device, (event.notification.data as { address?: string } | null)?.address ?? '/'));
});
