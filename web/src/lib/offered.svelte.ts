// That there is a new version of the page; what finds it out is fetched when all is quiet.

/** With a way to take it, where there is one. The next visit brings it by itself. */
export const offered: { take: (() => void) | null } = $state({ take: null });

/** So long after the page is there nothing else is on its way. */
const QUIET = 4000;

/** Starts the service worker once the page is there and nothing happens: whoever waits for a board comes first. */
export function startWorker() {
  if (!import.meta.env.PROD || !navigator.serviceWorker) return;
  const whenIdle = globalThis.requestIdleCallback ?? setTimeout;
  const begin = () => void import('./update.ts').then(({ start }) => start(import.meta.url)).catch(() => undefined);
  const soon = () => void setTimeout(() => whenIdle(begin), QUIET);
  if (document.readyState === 'complete') soon();
  else addEventListener('load', soon, { once: true });
}

/** Takes away what calls to a table, or to any: whoever is there need not be called. */
export async function uncall(table?: string) {
  if (!navigator.serviceWorker?.controller) return;
  const found = await navigator.serviceWorker.getRegistration();
  for (const each of (await found?.getNotifications?.(table ? { tag: `table:${table}` } : {})) ?? []) each.close();
}
