// What can be read without the server: the rules, and finished games that one has opened. Answers are put here by name
// and only by who knows that they are about nothing that goes on; nothing about a running game ever is.

import { PERSONAL, PUBLIC } from './shelves.ts';

/** So many games are kept; of more, those that were opened longest ago go. */
export const MOST_GAMES = 20;

/** Whose games these are, beside them. */
const OWNER = '/kept-for';

/** A finished game that can be looked at. */
export interface KeptGame {
  id: string;
  game: string;
  names: string[];
}

const tableOf = (address: string) => /^\/api\/tables\/([\w-]+)/.exec(new URL(address, 'http://x').pathname)?.[1];
const isTable = (address: string) => /^\/api\/tables\/[\w-]+$/.test(new URL(address, 'http://x').pathname);
const answer = (json: unknown) =>
  new Response(JSON.stringify(json), { headers: { 'content-type': 'application/json' } });

export class Keep {
  #caches: () => CacheStorage | undefined;

  constructor(caches: () => CacheStorage | undefined) {
    this.#caches = caches;
  }

  /** Keeps an answer of the API. A browser that keeps nothing, or has no room, reads with the server only. */
  async put(shelf: typeof PUBLIC | typeof PERSONAL, path: string, json: unknown): Promise<void> {
    try {
      const kept = await this.#caches()?.open(shelf);
      if (!kept) return;
      // What was opened last stands last.
      if (isTable(`/api${path}`)) await kept.delete(`/api${path}`);
      await kept.put(`/api${path}`, answer(json));
      if (shelf === PERSONAL && isTable(`/api${path}`)) await this.#bound(kept);
    } catch {
      return;
    }
  }

  /** An answer that was kept, if there is one. */
  async find(path: string): Promise<unknown> {
    try {
      for (const shelf of [PUBLIC, PERSONAL]) {
        const found =
          (await this.#caches()?.has(shelf)) && (await (await this.#caches()!.open(shelf)).match(`/api${path}`));
        if (found) return await found.json();
      }
    } catch {
      // A browser that does not want to say has kept nothing.
    }
    return undefined;
  }

  /** The finished games that are here, the one that was opened last first. */
  async games(): Promise<KeptGame[]> {
    const kept = await this.#opened();
    if (!kept) return [];
    const games: KeptGame[] = [];
    for (const request of await kept.keys()) {
      const id = tableOf(request.url);
      if (!id || !isTable(request.url)) continue;
      const seen = (await (await kept.match(request))?.json()) as
        { table: { game: string }; now: { seats: { name: string }[] } } | undefined;
      if (seen) games.unshift({ id, game: seen.table.game, names: seen.now.seats.map(({ name }) => name) });
    }
    return games;
  }

  /** Somebody is here: what was kept for somebody else goes. What nobody in particular opened is theirs. */
  async belongsTo(person: string | null): Promise<void> {
    const kept = await this.#opened();
    if (!kept) return;
    const owner = await (await kept.match(OWNER))?.text();
    if (owner && owner !== person) return this.forget();
    if (person && !owner) await kept.put(OWNER, new Response(person));
  }

  /** All that is personal goes. */
  async forget(): Promise<void> {
    try {
      await this.#caches()?.delete(PERSONAL);
    } catch {
      // Nothing was kept.
    }
  }

  /** The shelf of games, if anything is on it. */
  async #opened(): Promise<Cache | undefined> {
    try {
      return (await this.#caches()?.has(PERSONAL)) ? await this.#caches()!.open(PERSONAL) : undefined;
    } catch {
      return undefined;
    }
  }

  async #bound(kept: Cache) {
    const keys = await kept.keys();
    const tables = keys.filter(({ url }) => isTable(url)).map(({ url }) => tableOf(url));
    const old = new Set(tables.slice(0, Math.max(0, tables.length - MOST_GAMES)));
    for (const request of keys) if (old.has(tableOf(request.url))) await kept.delete(request);
  }
}

// Some browsers throw where they forbid it.
export const keep = new Keep(() => {
  try {
    return globalThis.caches;
  } catch {
    return undefined;
  }
});
