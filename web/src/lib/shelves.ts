// Where what is readable without the server is kept in the browser.

/** Rules, games and their content: the same for everybody. The service worker fills it, too. */
export const PUBLIC = 'bobbin-rules';
/** Finished games that were opened here: they tell who has played what, and go with whoever signs out. */
export const PERSONAL = 'bobbin-games';
