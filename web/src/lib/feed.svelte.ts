// What the stream tells of a table, step by step: in order, each once, others' actions at a pace one can follow.

import { ShowQueue } from './queue.ts';
import type { Connection } from './stream.ts';
import type { Update } from './table-api.ts';

export class Feed {
  connection: Connection = $state('connecting');
  /** The clocks as they were told last, and when that was. They run while others' actions wait to be shown. */
  clocks: { at: number; seats: { left: number; running: boolean }[] } | null = $state.raw(null);
  /** The newest version that is known, shown or not: it is sent along with an action. */
  version = -1;
  #event = -1;
  #queue: ShowQueue<Update>;
  #put: (update: Update) => void;
  /** Told of each step that arrives. */
  #arrived: (() => void) | undefined;

  /** A step is shown as it happens, or just put there; `pace` says how long it stays, in ms. */
  constructor(on: { show: (update: Update) => void; put: (update: Update) => void; pace: (update: Update) => number }) {
    this.#queue = new ShowQueue<Update>(on);
    this.#put = on.put;
  }

  /** A step arrives from the stream. */
  receive(update: Update) {
    if (update.event <= this.#event) return;
    this.#hear(update, () => this.#queue.push(update));
  }

  /** Everything anew, without a show: after a reload or when much was missed. */
  jump(update: Update) {
    this.#queue.close();
    this.#hear(update, () => this.#put(update));
  }

  #hear(update: Update, then: () => void) {
    this.#event = update.event;
    this.version = update.version;
    this.clocks = update.clocks ? { at: Date.now(), seats: update.clocks } : null;
    then();
    this.#arrived?.();
  }

  /** Until the stream has told of what was just done: what glows before that is the table of before. */
  async heard(event: number) {
    const late = new Promise<void>((done) => setTimeout(done, 10_000));
    while (this.#event < event && this.connection === 'live') {
      const arrived = new Promise<void>((done) => (this.#arrived = done));
      if ((await Promise.race([arrived.then(() => 'arrived'), late.then(() => 'late')])) === 'late') return;
    }
  }

  /** Shows all that waits, now. */
  skip() {
    this.#queue.skip();
  }

  get waiting() {
    return this.#queue.length;
  }
}
