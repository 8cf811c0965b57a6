/** The four patterns as a column of four: dark and light. */
export const PATTERN: Record<string, number[]> = {
  striped: [1, 0, 1, 0],
  colorblock: [1, 1, 0, 0],
  symmetrical: [1, 0, 0, 1],
  solid: [1, 1, 1, 1],
};
export const PATTERN_NAME: Record<string, string> = {
  striped: 'Stripes',
  colorblock: 'Colorblock',
  symmetrical: 'Symmetrical',
  solid: 'Solid',
};
export const GARMENT_NAME: Record<string, string> = {
  mittens: 'Mittens',
  socks: 'Socks',
  hats: 'Hat',
  scarves: 'Scarf',
  sweaters: 'Sweater',
  'long-johns': 'Long johns',
};
