// Names and letters of the yarn colors. A color never appears without its letter.

export const LETTER: Record<string, string> = {
  purple: 'P',
  navy: 'N',
  teal: 'T',
  green: 'G',
  yellow: 'Y',
  pink: 'K',
  red: 'R',
  blue: 'B',
  orange: 'O',
};
export const NAME: Record<string, string> = Object.fromEntries(
  Object.entries(LETTER).map(([name, letter]) => [letter, name]),
);

export const yarnColor = (color: string) => `var(--yarn-${color})`;
export const onYarn = (color: string) =>
  `var(--on-${['green', 'yellow', 'pink', 'orange'].includes(color) ? 'light' : 'dark'})`;

/** The outline of a yarn tile, 60 x 38; tiles nest at a pitch of 27. */
export const CHEVRON = 'M3 3 30 14 57 3V24L30 35 3 24Z';

export const V = (x: number, y: number, w = 4, h = 7.5) =>
  `M${x - w} ${y}L${x - 0.9} ${y + h}M${x + w} ${y}L${x + 0.9} ${y + h}`;

export const range = (n: number) => Array.from({ length: n }, (_, i) => i);

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
