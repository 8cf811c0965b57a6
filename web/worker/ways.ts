/** How the worker answers a request: with the page, with one of its files, or not at all. */
export type Way = 'page' | 'file' | null;

export interface Asked {
  method: string;
  mode: string;
  url: string;
}

/**
 * An address that the server answers with the page, as it decides itself: neither the API nor a file. The number of a
 * clause has a dot, too: `/rules/some-game/5.3` is the page.
 */
const isPage = (path: string) => !/^\/api(\/|$)/.test(path) && !/\.[a-z][^/]*$/i.test(path);

export function wayOf({ method, mode, url }: Asked, origin: string, files: ReadonlySet<string>): Way {
  const { pathname, origin: from } = new URL(url);
  if (method !== 'GET' || from !== origin) return null;
  if (mode === 'navigate') return isPage(pathname) ? 'page' : null;
  return files.has(pathname) || pathname.startsWith('/assets/') ? 'file' : null;
}
