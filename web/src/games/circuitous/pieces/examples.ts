// Shapes of cards to look at and to test with, written as their paths: the sides of the exits, with the offset of those that
// are not in the middle.

import type { Exit } from '../types.ts';

const SIDE = { N: 'north', E: 'east', S: 'south', W: 'west' } as const;

const exit = (text: string): Exit => ({
  side: SIDE[text[0] as keyof typeof SIDE],
  offset: Number(text.slice(1) || 0),
});

/** The paths of a card: `S E W`, or `E W|N S` for two that do not meet. */
export const paths = (text: string): Exit[][] => text.split('|').map((path) => path.split(' ').map(exit));

export const SHAPES = [
  'N S',
  'E W',
  'S E',
  'S W',
  'S E W',
  'N S E',
  'N E S W',
  'S',
  'E W|N S',
  'S-2 N2',
  'S2 N-2',
  'S E4',
  'S W4',
  'E3 W-3',
  'N S E3',
  'N S E-3',
  'S E4 W4',
  'S E-4 W-4',
  'S-2 N2 E',
  'S2 N-2 W3',
  'N2 E3 S-2 W-3',
];
