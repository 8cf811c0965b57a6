// What the home page says first, and how it says it: the news of one's own tables, and the days of the daily deal.

import { capital, count, inWords } from '../lib/count.ts';
import type { TableLine } from '../lib/client.ts';
import type { Sentence } from '../lib/sentence.ts';
import { dayOf, shift } from '../after/days.ts';
import { fraction } from '../lib/fraction.ts';

type Line = Pick<TableLine, 'status' | 'waits_for_you' | 'open'>;

/** The headline for those who have been here: what waits for them, else what they wait for. */
export function headline(mine: readonly Line[]): string {
  const waiting = mine.filter((line) => line.waits_for_you).length;
  if (waiting)
    return `${capital(inWords(waiting))} ${waiting === 1 ? 'table waits' : 'tables wait'} for you.`.replace(
      'One table',
      'A table',
    );
  if (mine.some((line) => line.status === 'running')) return 'The others are thinking.';
  return mine.length ? 'A chair is still free.' : 'What shall we play?';
}

/** Your turn first, then what happened last. */
export const inOrder = <T extends Pick<TableLine, 'waits_for_you' | 'updated_at'>>(mine: readonly T[]): T[] =>
  [...mine].sort((a, b) => Number(b.waits_for_you) - Number(a.waits_for_you) || b.updated_at - a.updated_at);

const HOUR = 3_600_000;
/** A length of time in one number: `14 h`, `3 days`. */
export function roughly(ms: number): string {
  if (ms >= 48 * HOUR) return count(Math.round(ms / (24 * HOUR)), 'day');
  if (ms >= HOUR) return `${Math.round(ms / HOUR)} h`;
  return `${Math.max(1, Math.round(ms / 60_000))} min`;
}

/** The last seven days up to this one, each with whether a deal of it was played. */
export const week = (today: string, played: ReadonlySet<string>) =>
  [-6, -5, -4, -3, -2, -1, 0].map((by) => ({ day: shift(today, by), done: played.has(shift(today, by)) }));

/** How many days in a row, up to today or, while today can still be played, up to yesterday. */
export function streak(today: string, played: ReadonlySet<string>): number {
  let day = played.has(today) ? today : shift(today, -1);
  let days = 0;
  for (; played.has(day); day = shift(day, -1)) days++;
  return days;
}

type Result = Pick<TableLine, 'names' | 'winners' | 'totals' | 'your_seat'>;
/** How a game ended, in a few words, for the one who played it. */
export function result({ names, winners, totals, your_seat: seat }: Result): { words: string; won: boolean } {
  const own = seat === null ? undefined : totals[seat];
  if (names.length === 1) return { words: own === undefined ? 'Ended' : count(own, 'point'), won: false };
  if (!winners.length) return { words: 'Nobody won', won: false };
  const you = seat === null ? '' : names[seat]!;
  const won = winners.includes(you);
  const who = winners.map((name) => (name === you ? 'You' : name)).sort((a) => (a === 'You' ? -1 : 0));
  if (who.length > 1) return { words: `${who.join(' and ')} shared it`, won };
  const best = totals[names.indexOf(winners[0]!)];
  const rest = totals.filter((_, i) => names[i] !== winners[0]);
  const by = best === undefined || !rest.length ? 0 : Math.min(...rest.map((other) => Math.abs(best - other)));
  return { words: `${who[0]} won${by ? ` by ${fraction(by)}` : ''}`, won };
}

/** The days on which a deal of the day was finished. */
export const daysPlayed = (finished: readonly Pick<TableLine, 'kind' | 'updated_at'>[]): Set<string> =>
  new Set(finished.filter(({ kind }) => kind === 'daily').map(({ updated_at }) => dayOf(new Date(updated_at))));

interface Deed {
  seat: number;
  happenings: readonly { words: Sentence; glance?: { kind: string } | null | undefined }[];
}
/** What somebody else did last at a table, else what one did oneself; nothing that is mere bookkeeping. */
export function lastDeed(latest: readonly Deed[], mine: readonly number[]): Sentence | undefined {
  const told = latest.flatMap(({ seat, happenings }) => happenings.map((each) => ({ seat, ...each })));
  const deeds = told.filter(({ glance }) => glance?.kind === 'did');
  // A game that does not say what is a deed tells who did something at the beginning of a sentence.
  const isBy = (words: Sentence, seat: number) =>
    typeof words[0] === 'object' && 'seat' in words[0] && words[0].seat === seat;
  const some = deeds.length ? deeds : told.filter(({ words, seat }) => isBy(words, seat));
  return (some.findLast(({ seat }) => !mine.includes(seat)) ?? some.at(-1))?.words;
}
