// What actions of now would come to, as far as it was asked. Each is asked about once, until the table changes.

import type { Preview } from './preview.ts';

/** The server is asked about so many at once. */
export const MOST = 64;

export class Previews {
  #known: ReadonlyMap<string, Preview> = $state.raw(new Map());
  #asked = new Map<string, Promise<Preview | null>>();
  #ask: (actions: string[]) => Promise<Preview[] | null>;

  /** `ask` gives nothing where nobody can be asked. */
  constructor(ask: (actions: string[]) => Promise<Preview[] | null>) {
    this.#ask = ask;
  }

  of(action: string | undefined): Preview | null {
    return this.#known.get(action ?? '') ?? null;
  }

  /** The table has changed. */
  forget() {
    this.#known = new Map();
    this.#asked = new Map();
  }

  /** Asks what actions would come to; answers that are known are not asked for again. */
  async look(actions: string[]): Promise<(Preview | null)[]> {
    const asked = this.#asked;
    const open = actions.filter((action) => !asked.has(action)).slice(0, MOST);
    if (open.length > 0) {
      const kept = this.#ask(open)
        .catch(() => null)
        .then((lines) => {
          if (lines && asked === this.#asked)
            this.#known = new Map([...this.#known, ...lines.map((line) => [line.action, line] as const)]);
          return lines;
        });
      for (const action of open)
        asked.set(
          action,
          kept.then((lines) => lines?.find((line) => line.action === action) ?? null),
        );
    }
    return Promise.all(actions.map((action) => asked.get(action) ?? null));
  }
}
