// What has happened, newest first, one step for each action. It reads as the server's own log: what is taken back is
// not in it.

import type { Told } from './table-api.ts';

type Happening = Pick<Told, 'words' | 'glance'>;

export interface LogStep {
  key: string;
  seat: number | null;
  told: readonly Happening[];
}

const MOST = 400;

/** What a step of the stream says about the log. */
export interface Heard {
  event: number;
  by: number | null;
  undoneBy: number | null;
  told: readonly Happening[];
}

/** The server's own log: the latest event that is in it, and its lines, oldest first. */
export interface Before {
  event: number;
  lines: readonly { number: number; seat: number; happenings: readonly Happening[] }[];
}

/** The log asked for and the stream are two answers: whichever comes first, each action is told once. */
export class Chronicle {
  steps: LogStep[] = [];
  #upTo = 0;
  #heard: Heard[] = [];

  hear(what: Heard) {
    if (what.event <= this.#upTo) return;
    this.#heard = [...this.#heard, what].slice(-MOST);
    this.steps = changed(this.steps, what);
  }

  /** The server tells what was before; what has been heard since comes on top. */
  remember({ event, lines }: Before) {
    if (event < this.#upTo) return;
    this.#upTo = event;
    this.#heard = this.#heard.filter((what) => what.event > event);
    const before: LogStep[] = lines.map(({ number, seat, happenings }) => ({
      key: `l${number}`,
      seat,
      told: happenings,
    }));
    this.steps = this.#heard.reduce(changed, before.reverse().slice(0, MOST));
  }
}

function changed(log: LogStep[], { event, by, undoneBy, told }: Heard): LogStep[] {
  if (undoneBy !== null) return takenBack(log, undoneBy);
  if (by === null && told.length === 0) return log;
  // A step that tells nothing is kept, too: it may be the one that is taken back.
  return [{ key: `${event}`, seat: by, told }, ...log].slice(0, MOST);
}

/** Without the latest step of a seat. Others may have acted since: theirs stay. */
function takenBack(log: LogStep[], seat: number): LogStep[] {
  const at = log.findIndex((step) => step.seat === seat);
  return log.filter((_, i) => i !== at);
}
