// The lobby as this page knows it: what the stream tells, what one does, and where one is led when a game was found.

import { Problem } from '../lib/api.ts';
import { Stream } from '../lib/stream.ts';
import {
  EVENTS,
  lobbyApi,
  type Found,
  type LobbyApi,
  type LobbyNews,
  type LobbySeen,
  type Looking,
  type Wish,
} from './client.ts';
import { seeking as ourSeeking } from './seeking.svelte.ts';

/** What the server tells, one after the other. */
export interface Heard {
  close(): void;
  retry(): void;
}
export type Listen = (on: (news: LobbyNews) => void, onState: (isLive: boolean) => void) => Heard;

const listenToServer: Listen = (on, onState) => {
  const stream = new Stream({
    url: EVENTS,
    onEvent: ({ data }) => on(JSON.parse(data) as LobbyNews),
    onState: (state) => onState(state === 'live'),
  });
  void stream.run();
  return stream;
};

const LED = 'bobbin-led';
/** The tables that this window was led to: nobody is led to one twice. */
export function ledBefore(store: Pick<Storage, 'getItem' | 'setItem'> | undefined) {
  const known = new Set((store?.getItem(LED) ?? '').split(' ').filter(Boolean));
  return {
    has: (table: string) => known.has(table),
    add(table: string) {
      known.add(table);
      store?.setItem(LED, [...known].slice(-20).join(' '));
    },
  };
}
const windowStore = () => {
  try {
    return globalThis.sessionStorage;
  } catch {
    return undefined;
  }
};

export interface LobbyOptions {
  /** Leads to a table. */
  go: (to: string) => void;
  /** May somebody be led away from where they are, now? If not they are told. */
  mayLead?: () => boolean;
  api?: LobbyApi;
  listen?: Listen;
  seeking?: { set(on: boolean): void };
  led?: ReturnType<typeof ledBefore>;
}

export class Lobby {
  seen: LobbySeen | null = $state.raw(null);
  isLive = $state(false);
  busy = $state('');
  error = $state('');
  #options: Required<LobbyOptions>;
  #heard: Heard | undefined;

  constructor(options: LobbyOptions) {
    this.#options = {
      mayLead: () => true,
      api: lobbyApi,
      listen: listenToServer,
      seeking: ourSeeking,
      led: ledBefore(windowStore()),
      ...options,
    };
  }

  /** Listens from now on. Whoever has become somebody listens anew, as that somebody. */
  open() {
    this.#heard?.close();
    this.#heard = this.#options.listen(
      (news) => this.receive(news),
      (isLive) => (this.isLive = isLive),
    );
  }
  close() {
    this.#heard?.close();
    this.#heard = undefined;
  }
  retry() {
    this.#heard?.retry();
  }

  get mine() {
    return this.seen?.seeks.filter((seek) => seek.yours) ?? [];
  }
  /** What others look for. */
  get others() {
    return this.seen?.seeks.filter((seek) => !seek.yours) ?? [];
  }
  mineOf = (game: string) => this.mine.find((seek) => seek.game === game);
  /** Games that were found and nobody was led to, the newest first. */
  get found(): Found[] {
    return this.seen?.found.filter(({ table }) => !this.#options.led.has(table)) ?? [];
  }

  receive(news: LobbyNews) {
    const before: LobbySeen = this.seen ?? { here: 0, seeks: [], found: [], open: [], running: [] };
    this.seen = { ...before, ...news };
    this.lead();
    this.#tellSeeking();
  }

  /** Whoever looks for a game, or has found one and was not led there, is called on every page. */
  #tellSeeking() {
    const isLooking = this.mine.some(({ speed }) => speed !== 'days');
    this.#options.seeking.set(isLooking || this.found.some(({ live }) => live));
  }

  /** To the newest game that is played at once, if there is one and nothing keeps us. */
  lead() {
    const live = this.found.find((found) => found.live);
    if (live && this.#options.mayLead()) this.follow(live.table);
  }
  follow(table: string) {
    this.#options.led.add(table);
    // What was followed is not told of any more.
    if (this.seen) this.seen = { ...this.seen };
    this.#tellSeeking();
    this.#options.go(`/table/${table}`);
  }

  quick = (game: string) => this.#do(`quick ${game}`, () => this.#options.api.quick(game));
  lookFor = (wish: Wish) => this.#do('seek', () => this.#options.api.lookFor(wish));
  take = (seek: string) => this.#do(seek, () => this.#options.api.take(seek));
  stop = (seek: string) =>
    this.#do(seek, async () => {
      // Somebody may have taken it at the same moment: then there is nothing to stop.
      await this.#options.api.stop(seek).catch((problem: unknown) => {
        if (!(problem instanceof Problem && problem.status === 404)) throw problem;
      });
      return null;
    });

  async #do(what: string, ask: () => Promise<Looking | null>) {
    if (this.busy) return;
    this.busy = what;
    this.error = '';
    try {
      const looking = await ask();
      if (looking?.table) return this.follow(looking.table);
      // Whoever was nobody before is somebody now: the server has to know that they are here.
      if (looking) this.open();
    } catch (problem) {
      this.error = (problem as Error).message;
    } finally {
      this.busy = '';
    }
  }
}
