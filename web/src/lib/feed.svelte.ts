// What the stream tells of a table, step by step: in order, each once, others' actions at a pace one can follow.

import { TOO_MANY } from '../motion/pace.ts';
import { ShowQueue, type QueueOptions } from './queue.ts';
import type { Connection } from './stream.ts';
import type { Update } from './table-api.ts';

export interface Watching extends QueueOptions<Update> {
  /** Whether nobody can see the page. */
  isHidden?: () => boolean;
}

export class Feed {
  connection: Connection = $state('connecting');
  /** The clocks as they were told last, and when that was. They run while others' actions wait to be shown. */
  clocks: { at: number; seats: { left: number; running: boolean }[] } | null = $state.raw(null);
  /** The newest version that is known, shown or not: it is sent along with an action. */
  version = -1;
  /** What others did while nobody looked, if it is too much to be played back unasked. */
  since: Update[] | null = $state.raw(null);
  #missed: Update[] = [];
  #event = -1;
  #latest: Update | null = null;
  /** Each step with the one before it. */
  #before = new WeakMap<Update, Update>();
  #queue: ShowQueue<Update>;
  #on: Watching;
  /** Told of each step that arrives. */
  #arrived: (() => void) | undefined;

  constructor(on: Watching) {
    this.#on = on;
    this.#queue = new ShowQueue<Update>(on);
  }

  /** A step arrives from the stream. While nobody looks, the table is kept as it is. */
  receive(update: Update) {
    if (update.event <= this.#event) return;
    if (!this.#on.isHidden?.()) {
      // Whoever has not looked at what they missed is shown this with it.
      if (this.since) this.since = [...this.since, update];
      return this.#hear(update, () => this.#queue.push(update));
    }
    this.#queue.skip();
    this.#hear(update, () => this.#on.put(update));
    this.#missed.push(update);
  }

  /** Everything anew, without a show: after a reload or when much was missed. */
  jump(update: Update) {
    this.#queue.close();
    this.#missed = [];
    this.since = null;
    this.#latest = null;
    this.#hear(update, () => this.#on.put(update));
  }

  /** Somebody looks again: a little is played back, of much they are told. */
  lookedAgain() {
    const missed = this.#missed.splice(0);
    const others = missed.filter((update) => this.#on.actor(update) !== null);
    if (others.length > TOO_MANY) this.since = [...(this.since ?? []), ...missed];
    else if (others.length > 0) this.playBack(missed);
  }

  /** Plays back what the table has been through, on a table that can only be looked at until the last of it. */
  playBack(updates: readonly Update[]) {
    this.since = null;
    const first = updates[0] && this.before(updates[0]);
    if (!first || updates.at(-1) !== this.#latest) return;
    const looked = (update: Update): Update => ({ ...update, legal: [], undo: { can: false } });
    let last = looked(first);
    this.#again.add(last);
    this.#on.put(last);
    for (const update of updates) {
      const copy = update === this.#latest ? { ...update } : looked(update);
      this.#before.set(copy, last);
      this.#again.add(copy);
      this.#queue.push(copy, 'all');
      last = copy;
    }
  }
  /** Steps that are shown for a second time. */
  #again = new WeakSet<Update>();
  isAgain = (update: Update) => this.#again.has(update);

  /** The table before a step. */
  before = (update: Update): Update | undefined => this.#before.get(update);

  #hear(update: Update, then: () => void) {
    if (this.#latest) this.#before.set(update, this.#latest);
    this.#latest = update;
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

  /** What waits comes quickly. */
  hurry() {
    this.#queue.hurry();
  }

  /** Shows all that waits, now. */
  skip() {
    this.#queue.skip();
  }

  /** Whether others' actions are being shown. */
  get isPlaying() {
    return this.#queue.isPlaying;
  }

  get waiting() {
    return this.#queue.length;
  }
}
