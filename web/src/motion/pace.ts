// How fast others' actions are shown, and how long the table rests between them.

/** Their pieces move a little quicker than one's own: 0.8 of the time. */
const QUICKER = 1.25;
/** Between two actions of others, in ms, and after one's own until somebody answers. */
export const BETWEEN = 250;
export const AFTER_OWN = 350;
/** All that one of them does in a turn, in ms. */
export const TURN = 2400;
/** With more than that waiting everything goes twice as fast; with more than that, nothing is played back. */
export const MANY = 3;
export const TOO_MANY = 8;

export interface Show {
  /** How many wait behind this one. */
  waiting: number;
  /** How long this and what is known of the same turn would move at speed 1, how many that are, and what it took so far. */
  moves: number;
  count: number;
  spent: number;
  /** The person's own wish: 1 is the usual speed. */
  wish: number;
  /** Somebody has touched the table meanwhile. */
  hurried: boolean;
}

/** The speed of what moves, and the rest after it in ms. */
export function tempo({ waiting, moves, count, spent, wish, hurried }: Show): { speed: number; rest: number } {
  const rate = wish * (hurried ? 4 : waiting > MANY ? 2 : 1);
  const all = moves / (QUICKER * rate) + (count * BETWEEN) / rate;
  // What is left of the turn has to do for all that is known of it.
  const press = Math.max(1, all / Math.max(1, TURN / Math.min(1, wish) - spent));
  return { speed: QUICKER * rate * press, rest: BETWEEN / (rate * press) };
}
