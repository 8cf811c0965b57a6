export const DECKS = ['black', 'blue', 'red', 'purple'];
/** The deck of a seat, where the table does not say which. */
export const deckOf = (seat: number) => DECKS[seat % DECKS.length]!;
