// The positions of one game, fetched in pages so that stepping is instant and a jump costs one request.

import type { components } from '../lib/api-types.ts';
import type { Viewer } from './address.ts';

/** A moment of a finished game, as the server tells it. */
export type Position = Pick<
  components['schemas']['PositionSeen'],
  'index' | 'viewer' | 'seat' | 'action' | 'happenings' | 'to_act' | 'view' | 'prompt' | 'outcome'
>;
export interface Pages {
  of: number;
  positions: Position[];
}
export type Load = (viewer: Viewer, from: number, count: number) => Promise<Pages>;

export const PAGE = 24;

export class Reel {
  of: number | null = null;
  #load: Load;
  #known = new Map<string, Position>();
  #asked = new Map<string, Promise<void>>();

  constructor(load: Load) {
    this.#load = load;
  }

  /** A position that is here already. */
  peek(viewer: Viewer, index: number): Position | undefined {
    return this.#known.get(`${viewer}/${index}`);
  }

  /** A position, and in the background what comes next. */
  async at(viewer: Viewer, index: number): Promise<Position> {
    const page = Math.floor(index / PAGE);
    if (!this.peek(viewer, index)) await this.#page(viewer, page);
    const found = this.peek(viewer, index);
    if (!found) throw new Error('This game has no such position.');
    const last = this.of === null ? page : Math.floor(this.of / PAGE);
    if (page < last && index % PAGE > PAGE / 3) this.#page(viewer, page + 1).catch(() => undefined);
    return found;
  }

  /** All positions, one page after the other: to be looked at without the server, too. */
  async all(viewer: Viewer): Promise<void> {
    for (let page = 0; page <= Math.floor((this.of ?? 0) / PAGE); page++) await this.#page(viewer, page);
  }

  #page(viewer: Viewer, page: number): Promise<void> {
    const key = `${viewer}/${page}`;
    let asked = this.#asked.get(key);
    if (!asked) {
      asked = this.#fetch(viewer, page * PAGE, PAGE);
      this.#asked.set(key, asked);
      // What failed can be asked for again.
      asked.catch(() => this.#asked.delete(key));
    }
    return asked;
  }

  /** The server may give fewer than were asked for. */
  async #fetch(viewer: Viewer, from: number, count: number) {
    for (let at = from; at < from + count;) {
      const { of, positions } = await this.#load(viewer, at, from + count - at);
      this.of = of;
      for (const position of positions) this.#known.set(`${viewer}/${position.index}`, position);
      if (positions.length === 0) return;
      at += positions.length;
      if (at > of) return;
    }
  }
}
