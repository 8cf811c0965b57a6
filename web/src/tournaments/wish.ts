// The tournament that one wishes for.

import type { Clock, Game, Level } from '../lib/client.ts';
import { nameProblem } from '../lib/table-words.ts';
import type { Entrance, Format, Plan } from './client.ts';

export interface Wish {
  name: string;
  game: string;
  options: Record<string, string>;
  format: Format['kind'];
  rounds: number;
  times: number;
  division: number;
  moves: number;
  seasons: number;
  most: number;
  entrance: Entrance;
  listed: boolean;
  time: keyof typeof TIMES;
  /** As a date field writes it; empty where the director begins it. */
  startsAt: string;
  level: Level;
  enter: boolean;
}

/** How long games may take: a clock, or a time for the round. */
export const TIMES = {
  quick: ['10 minutes each', { kind: 'live', seconds: 600, increment: 5 }, null],
  calm: ['30 minutes each', { kind: 'live', seconds: 1800, increment: 10 }, null],
  hour: ['an hour for each round', { kind: 'none' }, 3600],
  day: ['a day for each turn', { kind: 'per_turn', seconds: 86_400 }, null],
  week: ['a week for each round', { kind: 'none' }, 604_800],
  month: ['30 days for each round', { kind: 'none' }, 2_592_000],
} as const satisfies Record<string, readonly [string, Clock, number | null]>;

export const FORMATS: readonly (readonly [Format['kind'], string])[] = [
  ['swiss', 'Swiss'],
  ['round_robin', 'All play all'],
  ['league', 'League'],
];
export const ENTRANCES: readonly (readonly [Entrance, string])[] = [
  ['all', 'People and programs'],
  ['people', 'People'],
  ['programs', 'Programs'],
];

/** A game that can be played in a tournament, with how many at its tables. */
export const isForTables = (game: Game) => game.players.some((players) => players >= 2 && players <= 4);
export const seatsOf = (game: Game) => game.players.filter((players) => players >= 2 && players <= 4);

export function firstWish(game: Game, name = ''): Wish {
  const players = seatsOf(game)[0] ?? 2;
  const options = Object.fromEntries(
    game.options.filter(({ seat }) => seat == null).map((each) => [each.key, each.default]),
  );
  return {
    name,
    game: game.id,
    options: 'players' in options ? { ...options, players: `${players}` } : options,
    format: 'swiss',
    rounds: 5,
    times: 1,
    division: 6,
    moves: 1,
    seasons: 2,
    most: 16,
    entrance: 'all',
    listed: true,
    time: 'quick',
    startsAt: '',
    level: 'steady',
    enter: true,
  };
}

export const mostOf = (format: Format['kind']) => ({ swiss: 128, round_robin: 32, league: 64 })[format];

export function formatOf(wish: Wish): Format {
  switch (wish.format) {
    case 'swiss':
      return { kind: 'swiss', rounds: wish.rounds };
    case 'round_robin':
      return { kind: 'round_robin', times: wish.times };
    case 'league':
      return { kind: 'league', division: wish.division, moves: wish.moves, seasons: wish.seasons };
  }
}

const within = (value: number, least: number, most: number) =>
  Number.isInteger(value) && value >= least && value <= most;

/** What is wrong with it, or nothing: what the server takes. */
export function problemOf(wish: Wish, now = Date.now()): string {
  const name = wish.name.trim() ? nameProblem(wish.name) : 'Please give it a name.';
  if (name) return name;
  const most = mostOf(wish.format);
  if (!within(wish.most, 2, most)) return `From 2 to ${most} can enter.`;
  if (wish.format === 'swiss' && !within(wish.rounds, 1, 30)) return 'A Swiss tournament has 1 to 30 rounds.';
  if (wish.format === 'round_robin' && !within(wish.times, 1, 4)) return 'All play all once to four times.';
  if (wish.format === 'league') {
    if (!within(wish.division, 2, 16)) return 'A division has 2 to 16 players.';
    if (!within(wish.seasons, 1, 12)) return 'A league has 1 to 12 seasons.';
    if (!within(wish.moves, 0, 7) || 2 * wish.moves >= wish.division)
      return 'Less than half of a division go up or down.';
  }
  if (wish.startsAt && !(Date.parse(wish.startsAt) > now)) return 'It begins some time from now on.';
  return '';
}

export function planOf(wish: Wish): Plan {
  const [, clock, seconds] = TIMES[wish.time];
  return {
    name: wish.name.trim(),
    game: wish.game,
    options: wish.options,
    format: formatOf(wish),
    entrance: wish.entrance,
    most: wish.most,
    listed: wish.listed,
    clock,
    round_seconds: seconds,
    starts_at: wish.startsAt ? Date.parse(wish.startsAt) : null,
    level: wish.level,
    // Whoever makes one for programs only directs it.
    enter: wish.enter && wish.entrance !== 'programs',
  };
}
