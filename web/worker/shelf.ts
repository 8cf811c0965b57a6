// The files of the page, by version. A version is here with all its files or not at all.

import { PUBLIC } from '../src/lib/shelves.ts';

const PAGE = 'bobbin-page-';
/** The version that is active and the one before, which other windows may still run. */
const VERSIONS = 2;

export type Fetch = (path: string, wish?: RequestInit) => Promise<Response>;

/** So long a server that is asked too often is left alone. */
const REST = 5000;
const resting = () => new Promise<void>((done) => setTimeout(done, REST));

export class Shelf {
  #caches: CacheStorage;
  #name: string;
  #fetch: Fetch;
  #rest: () => Promise<void>;

  constructor(caches: CacheStorage, version: string, fetch: Fetch, rest = resting) {
    this.#caches = caches;
    this.#name = PAGE + version;
    this.#fetch = fetch;
    this.#rest = rest;
  }

  /**
   * Brings all files, one after the other: whoever plays meanwhile needs the net more. What an older version had is not
   * fetched again.
   */
  async fill(files: readonly string[]): Promise<void> {
    const kept = await this.#caches.open(this.#name);
    for (const path of files) {
      const isHashed = path.startsWith('/assets/');
      const known = isHashed ? await this.find(path) : undefined;
      const answer = known ?? (await this.#bring(path, { cache: isHashed ? 'default' : 'no-cache' }));
      if (!answer.ok) throw new Error(`${path} is not there: ${answer.status}`);
      await kept.put(path, answer);
    }
  }

  /** A file, asked for once more where the server has enough to do. */
  async #bring(path: string, wish: RequestInit): Promise<Response> {
    const answer = await this.#fetch(path, wish);
    if (answer.status !== 429) return answer;
    await this.#rest();
    return this.#fetch(path, wish);
  }

  /** Rules are readable without the net by who has never opened them. Without them the page is as good as it was. */
  async readRules(): Promise<void> {
    try {
      const kept = await this.#caches.open(PUBLIC);
      const list = await this.#fetch('/api/games');
      if (!list.ok) return;
      const games = (await list.clone().json()) as { id: string }[];
      await kept.put('/api/games', list);
      for (const { id } of games) {
        const answer = await this.#fetch(`/api/games/${id}`);
        if (answer.ok) await kept.put(`/api/games/${id}`, answer);
      }
    } catch {
      return;
    }
  }

  /** A file of this version, or of the one before: a window that is still open may run it. */
  async find(address: string): Promise<Response | undefined> {
    const names = (await this.#caches.keys()).filter((name) => name.startsWith(PAGE) && name !== this.#name);
    for (const name of [this.#name, ...names.reverse()]) {
      const found = await (await this.#caches.open(name)).match(address, { ignoreVary: true });
      if (found) return found;
    }
    return undefined;
  }

  /** Older versions go. */
  async tidy(): Promise<void> {
    const names = (await this.#caches.keys()).filter((name) => name.startsWith(PAGE) && name !== this.#name);
    for (const name of names.slice(0, Math.max(0, names.length - (VERSIONS - 1)))) await this.#caches.delete(name);
  }
}
