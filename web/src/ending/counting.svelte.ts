// The points of a finished game are counted line by line. A touch or a key shows all at once, and so does whoever wants less
// motion or comes back later.

/** Before the first line, and after the last. */
const PAUSE = 450;
/** All lines together take no longer. */
const MOST = 4200;

export class Counting {
  /** How many lines are counted. */
  step = $state(0);
  isDone = $state(true);
  /** How long the line that is being counted takes, in ms. */
  ms = $state(0);
  /** It was watched to its end, so that what comes next may move; not where all was shown at once. */
  isMoving = $state(false);
  readonly #beats: readonly number[];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** One beat a line, in ms. It stands at its end until it is played. */
  constructor(beats: readonly number[]) {
    const all = beats.reduce((sum, ms) => sum + ms, 0);
    this.#beats = all > MOST ? beats.map((ms) => (ms * MOST) / all) : beats;
    this.step = beats.length;
  }

  play() {
    this.#wait(PAUSE, () => this.#count(0));
    this.step = 0;
    this.ms = 0;
    this.isDone = false;
    this.isMoving = true;
  }

  /** Shows all. */
  skip() {
    if (this.isDone) return;
    this.#end();
    this.isMoving = false;
  }

  /** Nobody looks any more. */
  close() {
    clearTimeout(this.#timer);
  }

  #count(line: number) {
    const ms = this.#beats[line];
    if (ms === undefined) return this.#end();
    this.ms = ms;
    this.step = line + 1;
    this.#wait(line + 1 < this.#beats.length ? ms : ms + PAUSE, () => this.#count(line + 1));
  }

  #wait(ms: number, then: () => void) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(then, ms);
  }

  #end() {
    clearTimeout(this.#timer);
    this.ms = 0;
    this.step = this.#beats.length;
    this.isDone = true;
  }
}
