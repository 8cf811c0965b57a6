/** What the window around the page is painted with: the ground of each theme, as in `styles/tokens.css`. */
export const GROUNDS = { light: '#f3eadb', dark: '#1d1916' };
