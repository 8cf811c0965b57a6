import type { Color } from '../types.ts';

export const DECKS: Color[] = ['black', 'blue', 'red', 'purple'];
/** The deck of a seat, where the table does not say which. */
export const deckOf = (seat: number) => DECKS[seat % DECKS.length]!;
