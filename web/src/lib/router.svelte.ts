// Addresses of the page. The server answers each of them with the same document.

export const route = $state({ path: location.pathname, search: location.search });

export function go(to: string, how: 'push' | 'replace' = 'push') {
  const { pathname, search } = new URL(to, location.href);
  if (pathname === route.path && search === route.search) return;
  if (how === 'push') history.pushState(null, '', pathname + search);
  else history.replaceState(null, '', pathname + search);
  route.path = pathname;
  route.search = search;
  if (how === 'push') scrollTo(0, 0);
}

addEventListener('popstate', () => {
  route.path = location.pathname;
  route.search = location.search;
});

/** Links within the page do not load it again. */
document.addEventListener('click', (event) => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = (event.target as Element | null)?.closest?.('a[href]');
  if (
    !(link instanceof HTMLAnchorElement) ||
    link.origin !== location.origin ||
    link.target ||
    link.hasAttribute('download')
  )
    return;
  if (link.pathname.startsWith('/api') || link.getAttribute('href')!.startsWith('#')) return;
  event.preventDefault();
  go(link.pathname + link.search);
});

/** The table that one came from to sign in, if any: `?then=/table/…` and nothing else. */
export const backTo = () => /^\/table\/[\w-]+$/.exec(new URLSearchParams(route.search).get('then') ?? '')?.[0];
