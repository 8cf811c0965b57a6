// Others' actions are shown one at a time, never as a jump: each update waits until what the one before moves has
// landed. What one did oneself is shown at once, and a touch hurries all that waits.

import { AFTER_OWN, TOO_MANY, tempo } from '../motion/pace.ts';

export interface QueueOptions<T> {
  /** Shows an update with its pieces moving at this speed; how long they do at speed 1, in ms. */
  show: (update: T, speed: number) => number;
  /** How long its pieces would move at speed 1, in ms. */
  moves: (update: T) => number;
  /** Just puts it there. */
  put: (update: T) => void;
  /** Who is shown at a pace; nobody where it is one's own or there is nothing to see. */
  actor: (update: T) => number | null;
  /** The speed that this person likes; 0 shows at once. */
  wish: () => number;
  /** Waits; gives a function that stops waiting. */
  timer?: (ms: number, then: () => void) => () => void;
}

export const later = (ms: number, then: () => void) => {
  const id = setTimeout(then, ms);
  return () => clearTimeout(id);
};

export class ShowQueue<T> {
  #waiting: T[] = [];
  #stop: (() => void) | undefined;
  #hurried = false;
  /** What the turn that is being shown took so far. */
  #turn: { of: number | null; spent: number } = { of: null, spent: 0 };
  #options: Required<QueueOptions<T>>;

  constructor(options: QueueOptions<T>) {
    this.#options = { timer: later, ...options };
  }

  get length() {
    return this.#waiting.length;
  }

  /** Whether others' pieces move or wait to. */
  get isPlaying() {
    return this.#stop !== undefined;
  }

  /** `all`: however much waits, it is shown step by step, because somebody wants to see it. */
  push(update: T, all?: 'all') {
    // What we did ourselves does not wait for what others' pieces still do.
    if (this.#waiting.length === 0 && this.#options.actor(update) === null) return this.#showOwn(update);
    this.#waiting.push(update);
    if (this.#waiting.length > TOO_MANY && !all) {
      // Much at once is put there in a moment: what the stream brings has its own time.
      this.#stop?.();
      this.#stop = this.#options.timer(0, () => this.skip());
    } else if (!this.#stop) this.#advance();
  }

  /** What waits comes quickly, the next of it soon. */
  hurry() {
    if (!this.#stop) return;
    this.#hurried = true;
    this.#rest(60);
  }

  /** Shows all that waits, in order, now. */
  skip() {
    this.#stop?.();
    this.#stop = undefined;
    this.#putAll();
  }

  close() {
    this.#stop?.();
    this.#stop = undefined;
    this.#waiting = [];
  }

  #putAll() {
    for (const update of this.#waiting.splice(0)) this.#options.put(update);
    this.#turn = { of: null, spent: 0 };
  }

  #rest(ms: number) {
    this.#stop?.();
    this.#stop = this.#options.timer(ms, () => this.#advance());
  }

  #showOwn(update: T) {
    this.#turn = { of: null, spent: 0 };
    const ms = this.#options.show(update, 1);
    if (ms > 0) this.#rest(ms + AFTER_OWN);
  }

  #advance() {
    this.#stop = undefined;
    while (this.#waiting.length > 0 && !this.#stop) {
      const update = this.#waiting.shift()!;
      const actor = this.#options.actor(update);
      const wish = this.#options.wish();
      if (actor === null) this.#showOwn(update);
      else if (wish === 0) this.#options.put(update);
      else this.#showOther(update, actor, wish);
    }
    if (!this.#stop) this.#hurried = false;
  }

  #showOther(update: T, actor: number, wish: number) {
    const { show, moves } = this.#options;
    if (this.#turn.of !== actor) this.#turn = { of: actor, spent: 0 };
    const other = this.#waiting.findIndex((each) => this.#options.actor(each) !== actor);
    const same = [update, ...this.#waiting.slice(0, other < 0 ? undefined : other)];
    const { speed, rest } = tempo({
      waiting: this.#waiting.length,
      moves: same.reduce((sum, each) => sum + moves(each), 0),
      count: same.length,
      spent: this.#turn.spent,
      wish,
      hurried: this.#hurried,
    });
    const ms = show(update, speed) / speed + rest;
    this.#turn.spent += ms;
    this.#rest(ms);
  }
}
