// What a table is, in words: how it is set up, its clock, what it counts for, when it was.

import type { Clock, Game, TableInfo, TableLine, What } from './client.ts';
import { dayOf } from './clock.ts';
import { count } from './count.ts';

/** The longest name that the server takes. */
export const NAME_MOST = 24;
/** What is wrong with a name, or nothing. */
export function nameProblem(name: string): string {
  const length = [...name.trim()].length;
  if (length === 0) return 'Please write a name, so that the others know who you are.';
  return length > NAME_MOST ? `A name has at most ${NAME_MOST} characters; this one has ${length}.` : '';
}

/** How a table is set up; the number of players and what is about a seat show at the seats. */
export function optionWords(game: Game, options: Record<string, string>): { label: string; choice: string }[] {
  return game.options.flatMap(({ key, label, choices, seat }) => {
    const value = options[key];
    if (key === 'players' || value === undefined || seat != null) return [];
    return [{ label, choice: choices.find((choice) => choice.value === value)?.label ?? value }];
  });
}

const UNITS = [
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;
/** A length of time in the largest unit that fits: "10 minutes". */
export function duration(seconds: number): string {
  const [unit, size] = UNITS.find(([, size]) => seconds >= size && seconds % size === 0) ?? (['second', 1] as const);
  return count(seconds / size, unit);
}
export function clockWords(clock: Clock): string {
  if (clock.kind === 'none') return 'No clock';
  if (clock.kind === 'per_turn')
    return `${duration(clock.seconds)} for each turn${clock.weekends_off ? ', weekends off' : ''}`;
  return (
    `${duration(clock.seconds)} each for the whole game` +
    (clock.increment ? `, and ${duration(clock.increment)} more after each turn` : '')
  );
}

/** Why a table ended before its game. */
export const ENDING_WORDS: Record<NonNullable<TableInfo['ended']>, string> = {
  abandoned: 'Nobody was there any more, so this game has ended without a result.',
  agreed: 'You all agreed to end this game: it has no result.',
  stopped: 'Whoever runs this server has ended this game: it has no result.',
  outdated: 'The rules have changed since this game began, so it cannot go on: it has no result.',
};

type Kind = TableLine['kind'];
/** What a player should know of a table while playing; nothing of a usual one. */
export const KIND_NOTES: Partial<Record<Kind, string>> = {
  what_if: 'What if? This game counts for nothing',
  daily: 'Deal of the day: your one attempt counts',
};
/** The same in a list. */
export const KIND_WORDS: Partial<Record<Kind, string>> = {
  what_if: 'what if',
  daily: 'deal of the day',
  tournament: 'tournament',
  lesson: 'guided game',
  upload: 'brought here',
};

/** What has happened to the seats before the start, given the names as they were; nothing of what is told elsewhere. */
export function happened(what: What, before: readonly string[]): string {
  switch (what.kind) {
    case 'sat':
      return `${what.name} has sat down.`;
    case 'stood':
      return `${before[what.seat] ?? 'Someone'} has got up.`;
    case 'removed':
      return `${before[what.seat] ?? 'Someone'} was removed from the table.`;
    default:
      return '';
  }
}

/** What others do for this seat or tell it while the game runs. */
export function toldTo(seat: number | null, what: What, names: readonly string[]): string {
  const name = 'seat' in what ? (names[what.seat] ?? '') : '';
  if (seat === null || ('seat' in what && what.seat === seat)) return '';
  if (what.kind === 'gave_time' && what.to === seat) return `${name} has given you ${duration(what.seconds)} more.`;
  if (what.kind === 'days_off')
    return what.until > Date.now() ? `${name} has days off until ${dayOf(what.until)}.` : `${name} is back.`;
  return '';
}

/** "16 Nov, 14:05"; the year, too, where it is another one. */
export const whenWords = (time: number, now = Date.now(), locale?: string) =>
  new Date(time).toLocaleString(locale, {
    day: 'numeric',
    month: 'short',
    ...(new Date(time).getFullYear() === new Date(now).getFullYear() ? {} : { year: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
  });

const DAY = 86_400_000;
const midnight = (time: number) => new Date(time).setHours(0, 0, 0, 0);
/** How long ago, by the calendar of whoever reads it: "today", "yesterday", "3 days ago", and later the day itself. */
export function agoWords(time: number, now = Date.now(), locale?: string): string {
  // A day with a change of the clock has 23 or 25 hours.
  const days = Math.round((midnight(now) - midnight(time)) / DAY);
  if (days <= 0) return 'today';
  if (days === 1) return 'yesterday';
  return days < 30 ? `${days} days ago` : `on ${dayWords(time, locale)}`;
}
/** "16 November 2026" */
export const dayWords = (time: number, locale?: string) =>
  new Date(time).toLocaleDateString(locale, { day: 'numeric', month: 'long', year: 'numeric' });
/** Since when there is a key to this account, and when it was used. */
export const usedWords = ({ created_at, last_used_at }: { created_at: number; last_used_at?: number | null }) =>
  `since ${dayWords(created_at)}, ${last_used_at ? `last used ${agoWords(last_used_at)}` : 'not used yet'}`;
