// A tournament as it is now: asked for again as long as something can change and somebody looks.

import { Doing } from '../lib/doing.svelte.ts';
import { look, type Tournament } from './client.ts';

/** So often it is asked for, in milliseconds. */
const EVERY = 3000;

export class LiveTournament {
  seen: Tournament | null = $state.raw(null);
  problem = $state('');
  readonly doing = new Doing();
  #id: string;

  constructor(id: string) {
    this.#id = id;
  }

  /** To be called by the component that shows it: it asks for as long as that is there. */
  follow() {
    $effect(() => {
      let timer: ReturnType<typeof setTimeout>;
      const ask = async () => {
        if (!document.hidden) await this.load();
        const isOver = this.seen?.status === 'over' || this.seen?.status === 'cancelled';
        if (!isOver) timer = setTimeout(() => void ask(), EVERY);
      };
      void ask();
      return () => clearTimeout(timer);
    });
  }

  async load() {
    try {
      this.seen = await look(this.#id);
      this.problem = '';
    } catch (problem) {
      // What is shown stays: it was so a moment ago.
      if (!this.seen) this.problem = (problem as Error).message;
    }
  }

  /** Does something; what comes of it is shown at once. */
  do = (what: () => Promise<Tournament>) =>
    this.doing.do(async () => {
      this.seen = await what();
      return '';
    });
}
