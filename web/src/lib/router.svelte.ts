// Addresses of the page. The server answers each of them with the same document.

export const route = $state({ path: location.pathname });

export function go(path: string) {
  if (path === route.path) return;
  history.pushState(null, '', path);
  route.path = path;
  scrollTo(0, 0);
}

addEventListener('popstate', () => (route.path = location.pathname));

/** Links within the page do not load it again. */
document.addEventListener('click', (event) => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = (event.target as Element | null)?.closest?.('a[href]');
  if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin || link.target || link.hasAttribute('download')) return;
  if (link.pathname.startsWith('/api') || link.getAttribute('href')!.startsWith('#')) return;
  event.preventDefault();
  go(link.pathname);
});
