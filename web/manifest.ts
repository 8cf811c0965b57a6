// What a device is told of the page, so that it can be installed: made when the page is built, with a shortcut to each
// title that has a folder. No file but a title's own names it, so its name is read there.

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { GROUNDS } from './src/lib/grounds.ts';

const FILE = 'manifest.webmanifest';
const GAMES = join(import.meta.dirname, 'src/games');

interface Title {
  id: string;
  name: string;
  order: number;
  line: string;
}

/** What the first lines of a title's folder say of it: plain text, one property a line. */
function titleIn(id: string): Title | null {
  const text = readFileSync(join(GAMES, id, 'index.ts'), 'utf8');
  const said = (key: string) => new RegExp(`^ +${key}: (?:'([^']*)'|"([^"]*)"|(\\d+)),$`, 'm').exec(text)?.slice(1).find(Boolean);
  const [name, order, line] = [said('name'), said('order'), said('line')];
  // What is shown by its text has no name here.
  if (!name) return null;
  if (!order || !line) throw new Error(`${id}: the manifest finds no order and no line in its index.ts`);
  return { id, name, order: Number(order), line };
}

export function titles(): Title[] {
  const folders = readdirSync(GAMES, { withFileTypes: true }).filter((each) => each.isDirectory());
  return folders.flatMap(({ name }) => titleIn(name) ?? []).sort((a, b) => a.order - b.order);
}

const png = (name: string, size: number, purpose = 'any') => ({
  src: `/icons/${name}-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

export function manifest() {
  const all = titles();
  return {
    id: '/',
    name: 'Bobbin',
    short_name: 'Bobbin',
    description: `${new Intl.ListFormat('en-GB').format(all.map(({ name }) => name))}: tabletop games to play with friends or bots.`,
    lang: 'en',
    dir: 'ltr',
    categories: ['games'],
    start_url: '/',
    scope: '/',
    display: 'standalone',
    // The page says itself which it has (`meta` in its head, `lib/prefs.svelte.ts`).
    theme_color: GROUNDS.light,
    background_color: GROUNDS.light,
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      png('icon', 192),
      png('icon', 512),
      png('maskable', 192, 'maskable'),
      png('maskable', 512, 'maskable'),
    ],
    shortcuts: all.map(({ id, name, line }) => ({
      name,
      description: line,
      url: `/new/${id}`,
      icons: [png('icon', 192)],
    })),
    // A link that somebody sends is opened here: `lib/shared.ts` finds the table in it.
    share_target: {
      action: '/open',
      method: 'GET',
      enctype: 'application/x-www-form-urlencoded',
      params: { title: 'title', text: 'text', url: 'url' },
    },
  };
}

/** Writes it beside the page. */
export const withManifest: Plugin = {
  name: 'manifest',
  apply: 'build',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: FILE, source: `${JSON.stringify(manifest(), null, 1)}\n` });
  },
};
