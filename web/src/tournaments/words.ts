// What a tournament is, in words.

import { capital, count, inWords } from '../lib/count.ts';
import { clockWords, duration, whenWords } from '../lib/table-words.ts';
import type { Board, Entrant, Format, Line, Round, Standing, Tournament } from './client.ts';

/** `Swiss, 5 rounds`. */
export function formatWords(format: Format): string {
  switch (format.kind) {
    case 'swiss':
      return `Swiss, ${count(format.rounds, 'round')}`;
    case 'round_robin':
      return format.times === 1 ? 'All play all' : `All play all, ${inWords(format.times)} times`;
    case 'league':
      return `League, ${count(format.seasons, 'season')}`;
  }
}

/** What it means for who plays whom, in a sentence. */
export function formatHelp(format: Format): string {
  switch (format.kind) {
    case 'swiss':
      return 'In each round you meet somebody who has about as many points as you, and nobody twice if it can be helped.';
    case 'round_robin':
      return 'Everybody meets everybody, at tables of three and four about equally often, and sits at each seat as often.';
    case 'league':
      return (
        `Divisions of up to ${inWords(format.division)}, in which all play all. ` +
        (format.moves
          ? `After each season the best ${format.moves === 1 ? 'goes' : inWords(format.moves) + ' go'} up, and as many go down.`
          : 'Nobody goes up or down.')
      );
  }
}

/** How long games may take: the clock, the time of a round, or both. */
export function timeWords({ clock, round_seconds }: Pick<Tournament, 'clock' | 'round_seconds'>): string {
  const clocks = clock.kind === 'none' ? '' : clockWords(clock);
  const rounds = round_seconds ? `${duration(round_seconds)} for a round` : '';
  return [clocks, clocks ? rounds : capital(rounds)].filter(Boolean).join(', ');
}

export const tableWords = (seats: number) => `tables of ${inWords(seats)}`;

/** Where a tournament stands, in a list. */
export function lineWords(line: Line, now = Date.now(), locale?: string): string {
  switch (line.status) {
    case 'open': {
      const free = line.most - line.entrants;
      const places = free > 0 ? `${count(free, 'place')} free` : 'full';
      return line.starts_at ? `Begins ${untilWords(line.starts_at, now, locale)}, ${places}` : capital(places);
    }
    case 'running':
      return `Round ${line.rounds} is being played`;
    case 'over':
      return `Over ${whenWords(line.over_at ?? line.created_at, now, locale)}`;
    case 'cancelled':
      return 'Called off';
  }
}

/** `in 5 minutes`, or the day and time where that is longer than a day. */
export function untilWords(at: number, now = Date.now(), locale?: string): string {
  const minutes = Math.ceil((at - now) / 60_000);
  if (minutes <= 0) return 'in a moment';
  if (minutes < 60) return `in ${count(minutes, 'minute')}`;
  if (minutes < 24 * 60) return `in ${count(Math.round(minutes / 60), 'hour')}`;
  return `on ${whenWords(at, now, locale)}`;
}

/** What decides, in its order, and what each is. */
export const TIE_BREAKS: readonly { key: TieBreak; name: string; brief: string; help: string }[] = [
  {
    key: 'buchholz',
    name: 'Buchholz',
    brief: 'Buchholz',
    help: 'The points of those you met, added up, without the best and the worst: who had stronger opponents comes first. At larger tables it is the mean of the others.',
  },
  {
    key: 'sonneborn',
    name: 'Sonneborn-Berger',
    brief: 'Berger',
    help: 'The points of those you came before, and half the points of those you were equal with: wins against strong players count for more.',
  },
  {
    key: 'direct',
    name: 'Direct',
    brief: 'direct',
    help: 'If all who are equal so far have met: who won those games. Two for each win, one for each tie.',
  },
  { key: 'wins', name: 'Won', brief: 'won', help: 'Games in which nobody came before you.' },
  {
    key: 'margin',
    name: 'Margin',
    brief: 'margin',
    help: 'How many points of the games you were ahead of the mean of your tables.',
  },
];
export type TieBreak = 'buchholz' | 'sonneborn' | 'direct' | 'wins' | 'margin';
export const LAST_TIE_BREAK = 'If all of that is equal, lots are drawn once for the whole tournament.';

/** How points are given, for so many at a table. */
export function pointsHelp(seats: number): string {
  const shares = { 2: 'A win is one point and a tie half a point', 3: 'First is one point, second half a point' }[
    seats
  ];
  return (
    (shares ?? 'First is one point, second ⅔, third ⅓') +
    (seats > 2 ? '; who is equal shares. ' : '. ') +
    'A round without a game is one point, too; a game without a result is shared by all.'
  );
}

/** The tie-breaks of a line that has no room for columns. */
export const tieBreakWords = (standing: Standing): string[] =>
  TIE_BREAKS.map(({ key, brief }) => `${brief} ${standing[key]}`);

export const nameOf = (entrants: readonly Entrant[], number: number): string =>
  entrants.find((entrant) => entrant.number === number)?.name ?? '';

/** What somebody is, beside their name; nothing for people. */
export const kindWords = ({ kind, level, withdrawn }: Entrant): string =>
  [kind === 'bot' ? `${level} bot` : kind === 'program' ? 'program' : '', withdrawn ? 'withdrawn' : '']
    .filter(Boolean)
    .join(', ');

/** The boards of a round, those of the division of a league together. */
export function divisionsOf(round: Round): { division: number; boards: Board[] }[] {
  const numbers = [...new Set(round.boards.map((board) => board.division))].sort((a, b) => a - b);
  return numbers.map((division) => ({
    division,
    boards: round.boards.filter((board) => board.division === division),
  }));
}

/** What there is to do or to wait for, for whoever looks. */
export interface Call {
  head: string;
  says: string;
  /** Where their game is. */
  table?: string;
  urgent?: boolean;
}
export function callOf(seen: Tournament, now = Date.now(), locale?: string): Call {
  const here = seen.entrants.length;
  switch (seen.status) {
    case 'open': {
      const begins = seen.starts_at
        ? `It begins ${untilWords(seen.starts_at, now, locale)}.`
        : seen.yours
          ? 'It begins when you begin it.'
          : `It begins when ${seen.director} begins it.`;
      const people = here === 0 ? 'Nobody is in it yet.' : `${capital(inWords(here))} of ${seen.most} are in.`;
      return { head: seen.you === null ? 'You can enter' : 'You are in', says: `${people} ${begins}` };
    }
    case 'running':
      return runningCall(seen, now, locale);
    case 'over': {
      const winners = seen.standings
        .map((division) => nameOf(seen.entrants, division[0]?.number ?? -1))
        .filter(Boolean);
      const own = seen.standings.flat().find(({ number }) => number === seen.you);
      return {
        head: winners.length > 1 ? `${winners[0]} wins the first division` : `${winners[0] ?? 'Nobody'} wins`,
        says: own
          ? `You finished ${own.place === 1 ? 'first' : `in place ${own.place} of ${seen.standings.find((all) => all.includes(own))!.length}`}, with ${own.points} ${own.points === '1' ? 'point' : 'points'}.`
          : `${count(seen.rounds.length, 'round')} played, ${count(here, 'player')}.`,
      };
    }
    case 'cancelled':
      return { head: 'Called off', says: 'No more rounds are played. Games under way can be finished.' };
  }
}

function runningCall(seen: Tournament, now: number, locale?: string): Call {
  const round = seen.rounds.at(-1);
  const open = round?.boards.filter((board) => board.state !== 'over').length ?? 0;
  const until = round?.until ? ` Its time is over ${untilWords(round.until, now, locale)}.` : '';
  const going = open
    ? `${count(open, 'game')} of round ${round?.number} ${open === 1 ? 'is' : 'are'} still going on.`
    : 'The next round is being made.';
  if (!seen.now) return { head: `Round ${round?.number} of ${seen.rounds_planned}`, says: going + until };
  if (seen.now.table === null)
    return {
      head: `You have no game in round ${seen.now.round}`,
      says: `It counts as a win for you. ${going}${until}`,
    };
  if (seen.now.state === 'over') return { head: 'Your game is over', says: `${going}${until}`, table: seen.now.table };
  const board = round?.boards.find((each) => each.table === seen.now!.table);
  const others = (board?.seats ?? [])
    .filter((number) => number !== seen.you)
    .map((number) => nameOf(seen.entrants, number));
  return {
    head: seen.now.waits_for_you ? 'It is your turn' : 'Your game is on',
    says: `Round ${seen.now.round} of ${seen.rounds_planned}, against ${listed(others)}.${until}`,
    table: seen.now.table,
    urgent: seen.now.waits_for_you,
  };
}

export const listed = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
