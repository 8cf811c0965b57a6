// Whoever is about to go somewhere finds it there: what a place needs is fetched as soon as a pointer, a finger or the
// focus is on the way to it. A link says by its address where it leads, a button by `data-plays` which game it begins.

import { titleOf } from './games/index.ts';
import { games, someone } from './lib/client.ts';
import { PAGES } from './pages.ts';

const known = new WeakSet<Element>();

async function prepareBoard(game: string) {
  const house = (await games()).find(({ id }) => id === game)?.packs[0]?.hash ?? '';
  await titleOf(game).board(house);
}

function prepare(event: Event) {
  const way = (event.target as Element | null)?.closest?.<HTMLElement>('a[href], [data-plays]');
  if (!way || known.has(way)) return;
  known.add(way);
  const { plays } = way.dataset;
  // Whoever begins a game is someone; whoever follows a link need not be.
  const [page, ...first] = way instanceof HTMLAnchorElement ? [way.pathname.split('/')[1]] : ['table', someone()];
  const fetched = [PAGES[page as keyof typeof PAGES]?.(), plays && prepareBoard(plays), ...first];
  // What cannot be fetched now is asked for again by whoever gets there, and told to them.
  Promise.all(fetched).catch(() => known.delete(way));
}

export function lookAhead() {
  for (const sign of ['pointerover', 'focusin', 'touchstart'])
    document.addEventListener(sign, prepare, { passive: true });
}
