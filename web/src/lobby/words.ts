// What is said of those who look for a game.

import type { components } from '../lib/api-types.ts';
import { capital, count, inWords } from '../lib/count.ts';

type Schemas = components['schemas'];
export type Seek = Schemas['SeekSeen'];
export type Speed = Schemas['Speed'];

/** "Ann", "Ann and Ben", "Ann, Ben and Cleo" */
export function listed(names: readonly string[]): string {
  if (names.length < 2) return names[0] ?? '';
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** Who looks, each with their rating if they have one. */
export const peopleWords = (people: Seek['people']): string =>
  listed(people.map(({ name, rating }) => (rating === null ? name : `${name} (${rating})`)));

/** How many play: "two players", "two to four players". */
export const numberWords = (fewest: number, most: number): string =>
  fewest === most ? `${inWords(most)} players` : `${inWords(fewest)} to ${inWords(most)} players`;

export const SPEEDS: readonly (readonly [Speed, string])[] = [
  ['live', 'now, 10 minutes each'],
  ['days', 'a day for each turn'],
  ['any', 'now or by days'],
];
export const speedWords = (speed: Speed): string => SPEEDS.find(([each]) => each === speed)![1];

export const NEAR: readonly (readonly [number | null, string])[] = [
  [null, 'anyone'],
  [400, 'someone within 400 points'],
  [200, 'someone within 200 points'],
  [100, 'someone within 100 points'],
];

/** All that is agreed when one takes a seek. */
export const termsOf = (seek: Pick<Seek, 'fewest' | 'most' | 'speed' | 'within'>): string =>
  [
    capital(numberWords(seek.fewest, seek.most)),
    speedWords(seek.speed),
    ...(seek.within === null ? [] : [`ratings within ${seek.within} points`]),
  ].join(', ');

/** What a seek still waits for; nothing where one more is enough. */
export function waitsFor(seek: Pick<Seek, 'people' | 'fewest' | 'most'>): string {
  const missing = seek.fewest - seek.people.length;
  if (missing > 1) return `${capital(inWords(missing))} more are wanted.`;
  if (missing < 1) return 'Enough are there: it begins in a moment.';
  return '';
}

/** How many people are here, as far as it is known. */
export function hereWords(here: number): string {
  if (here === 0) return 'Say what you would play, and somebody may come.';
  return here === 1 ? 'One person is here just now.' : `${capital(inWords(here))} people are here just now.`;
}

/** How far a game is. */
export const playedWords = (moves: number): string => (moves === 0 ? 'just begun' : count(moves, 'move'));

/** How long somebody has looked: "0:07", "12:00". */
export function waitedWords(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
