// Others' actions are shown one at a time, never as a jump: each update waits until the one before has been on the
// table for a moment. What one did oneself is shown at once, and a touch skips all waiting.

export interface QueueOptions<T> {
  show: (update: T) => void;
  /** How long an update stays before the next, in ms; 0 shows at once. */
  pace: (update: T) => number;
  /** Waits; gives a function that stops waiting. */
  timer?: (ms: number, then: () => void) => () => void;
}

const clock = (ms: number, then: () => void) => {
  const id = setTimeout(then, ms);
  return () => clearTimeout(id);
};

export class ShowQueue<T> {
  #waiting: T[] = [];
  #stop: (() => void) | undefined;
  #options: Required<QueueOptions<T>>;

  constructor(options: QueueOptions<T>) {
    this.#options = { timer: clock, ...options };
  }

  get length() {
    return this.#waiting.length;
  }

  push(update: T) {
    this.#waiting.push(update);
    if (!this.#stop) this.#advance();
  }

  /** Shows all that waits, in order, now. */
  skip() {
    this.#stop?.();
    this.#stop = undefined;
    for (const update of this.#waiting.splice(0)) this.#options.show(update);
  }

  close() {
    this.#stop?.();
    this.#stop = undefined;
    this.#waiting = [];
  }

  #advance() {
    this.#stop = undefined;
    while (this.#waiting.length > 0 && !this.#stop) {
      const update = this.#waiting.shift()!;
      this.#options.show(update);
      const ms = this.#options.pace(update);
      if (ms > 0) this.#stop = this.#options.timer(ms, () => this.#advance());
    }
  }
}
