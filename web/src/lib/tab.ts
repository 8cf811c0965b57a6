// What is seen of the page from outside: the title and the icon of its tab, and the number at its sign where it is
// installed. Only whose turn it is and what everybody knows is ever said there: others may look at a row of tabs.

import { capital, inWords } from './count.ts';
import { isDay } from '../after/days.ts';

/** What a title begins with where something waits for us; the icon has a mark then, too. */
const MARK = '●';
const PAGE = 'Bobbin';
/** Files of the page (`web/public`), so that nothing has to be drawn to show them. */
const ICONS = { plain: '/favicon.svg', marked: '/favicon-turn.svg' };

export const iconOf = (title: string) => (title.startsWith(MARK) ? ICONS.marked : ICONS.plain);

/** Says on the tab what goes on. */
export function say(title: string) {
  document.title = title;
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  // A browser draws an icon anew whenever it is told of one.
  if (icon && icon.getAttribute('href') !== iconOf(title)) icon.setAttribute('href', iconOf(title));
}

const HEADS: Record<string, string> = {
  new: 'New table',
  table: 'Table',
  alerts: 'Being called',
  profile: 'Profile',
  people: 'People',
  gallery: 'Pieces',
  replay: 'Replay',
  rules: 'Rules',
  learn: 'Learn by playing',
  daily: 'Today’s deal',
  statistics: 'Statistics',
  lobby: 'Find a game',
  tables: 'Tables',
  tournaments: 'Tournaments',
  build: 'Make a game of your own',
  open: 'A link',
};
/** Pages that are about a game: the second word of their address is its id. */
const OF_A_GAME = ['new', 'rules', 'learn'];

const briefDay = (day: string, locale?: string) =>
  new Date(day).toLocaleDateString(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' });

/** The title of a page by its address, until the page knows more: `own` is what a title calls a page of its own. */
export function pageTitle(
  [page = '', about = '', clause = '']: readonly string[],
  { own, nameOf, locale }: { own?: string | undefined; nameOf: (game: string) => string; locale?: string },
): string {
  if (page === '') return PAGE;
  const head = own ?? (Object.hasOwn(HEADS, page) ? HEADS[page]! : 'Nothing here');
  if (page === 'daily' && isDay(about)) return `The deal of ${briefDay(about, locale)} · ${PAGE}`;
  const game = OF_A_GAME.includes(page) && about ? nameOf(about) : '';
  if (page === 'rules' && clause && game) return `${head}, ${clause} · ${game}`;
  return `${head} · ${game || PAGE}`;
}

/** The title of the home page: how many tables wait, as far as it is known. */
export function homeTitle(waiting: number): string {
  if (waiting === 0) return PAGE;
  return waiting === 1
    ? `${MARK} A table waits · ${PAGE}`
    : `${MARK} ${capital(inWords(waiting))} tables wait · ${PAGE}`;
}

/** How a device shows a number at the sign of a page that is installed; few do, and only then. */
export interface Sign {
  setAppBadge?: (count: number) => Promise<void>;
  clearAppBadge?: () => Promise<void>;
}

/** The tables that wait for us, as far as this page has heard. */
export class Waiting {
  #tables: ReadonlySet<string> = new Set();
  #sign: () => Sign;

  constructor(sign: () => Sign) {
    this.#sign = sign;
  }

  get count() {
    return this.#tables.size;
  }

  /** All of them, as the server has said. */
  all(tables: readonly string[]) {
    this.#show(new Set(tables));
  }

  /** Whether this one does. */
  one(table: string, waits: boolean) {
    const others = [...this.#tables].filter((id) => id !== table);
    this.#show(new Set(waits ? [...others, table] : others));
  }

  #show(tables: ReadonlySet<string>) {
    this.#tables = tables;
    const sign = this.#sign();
    const shown = tables.size ? sign.setAppBadge?.(tables.size) : sign.clearAppBadge?.();
    // A device that does not want to show it says so; there is nothing to do about that.
    shown?.catch(() => undefined);
  }
}

export const waiting = new Waiting(() => navigator);
