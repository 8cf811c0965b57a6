// The story around the scenarios of the house: three chapters, each with a rival, and two sentences for every row. What has to
// be reached is the content's to say, not ours.

import type { Goal } from '../../../after/client.ts';

export interface Chapter {
  title: string;
  /** The first and the last of its rows, counted from 1. */
  rows: readonly [first: number, last: number];
  rival: { name: string; /** Which of the four cats. */ pose: number; color: string; line: string };
  /** The sky behind the house. */
  sky: string;
}

export const CHAPTERS: readonly Chapter[] = [
  {
    title: 'The window seat',
    rows: [1, 5],
    rival: { name: 'Stray', pose: 2, color: '#8a7a68', line: 'I only came in for the warm spot.' },
    sky: 'linear-gradient(light-dark(#f3d9b8, #4a3a2c), light-dark(#e9c39a, #33281f))',
  },
  {
    title: 'The market',
    rows: [6, 10],
    rival: { name: 'Duchess', pose: 4, color: '#74489a', line: 'That color? On a Tuesday?' },
    sky: 'linear-gradient(light-dark(#cfe0e6, #24343c), light-dark(#e3ddc9, #2c2b24))',
  },
  {
    title: 'The attic',
    rows: [11, 14],
    rival: { name: 'Old Burr', pose: 3, color: '#55702a', line: 'I have slept on better scarves than yours.' },
    sky: 'linear-gradient(#43352a, #2c2420)',
  },
];

const OPENINGS: readonly (readonly [string, string])[] = [
  ['The chair is still warm and the basket is full.', 'Cast on, and see how far a first row goes.'],
  ['Laundry hangs over the street in every color there is.', 'Knit what you see from the window.'],
  ['Grandmother’s tin is open, and it rattles.', 'A scarf without buttons is only half of one.'],
  ['Stray has found the end of your yarn and is very pleased.', 'Leave nothing hanging that can be pulled.'],
  ['Snow up to the sill, and nobody goes out.', 'There is time for something long.'],
  ['Two shop windows face each other across the square.', 'What is on one side ought to be on the other.'],
  ['The market woman empties a whole drawer onto the table.', 'Take what fits, and be quick about it.'],
  ['Saturday, eight o’clock, and the stall is bare.', 'Fill it before Duchess has seen it.'],
  ['The whole block is invited, and all of them have cold ears.', 'Knit in blocks, it is said, and mind the hats.'],
  ['Duchess lists what she owns, and it takes a while.', 'Show her one of everything.'],
  ['The good cupboard is opened once a week.', 'What hangs in it has to be worth it.'],
  ['One sheep, one color, one evening.', 'Old Burr has never seen it done.'],
  ['He counts under his breath while you knit.', 'Do not give him a gap to point at.'],
  ['The last row, and everybody has come up to watch.', 'Finish it, and it is yours to wear.'],
];

export const chapterOf = (row: number): Chapter =>
  CHAPTERS.find(({ rows: [first, last] }) => row >= first && row <= last) ?? CHAPTERS[0]!;
export const openingOf = (row: number): readonly [string, string] =>
  OPENINGS[row - 1] ?? ['Another row waits on the needle.', 'Knit on.'];

/** A button for each thing a row asks for. */
export const buttonsOf = ({ objectives }: Pick<Goal, 'objectives'>) => 1 + objectives.length;
/** How many of them are sewn on, as far as it is known: what is done has all, what has the points has one. */
export const sewnOn = (goal: Pick<Goal, 'done' | 'best' | 'minimum' | 'objectives'>) =>
  goal.done ? buttonsOf(goal) : goal.best !== null && goal.minimum !== null && goal.best >= goal.minimum ? 1 : 0;

/** After so many tries that did not do it a gentler rival is offered. */
const ENOUGH = 3;
export const wantsGentler = ({ done, tries }: Pick<Goal, 'done' | 'tries'>) => !done && tries >= ENOUGH;
