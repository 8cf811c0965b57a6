import { describe, expect, test } from 'vitest';
import type { Entrant, Line, Round, Standing, Tournament } from './client.ts';
import {
  callOf,
  divisionsOf,
  formatHelp,
  formatWords,
  kindWords,
  lineWords,
  listed,
  pointsHelp,
  tieBreakWords,
  timeWords,
  untilWords,
} from './words.ts';

const NOW = Date.UTC(2026, 10, 16, 12);
const entrant = (number: number, name: string, more: Partial<Entrant> = {}): Entrant => ({
  number,
  name,
  kind: 'person',
  level: null,
  withdrawn: false,
  ...more,
});
const standing = (number: number, place: number, points: string): Standing => ({
  number,
  place,
  points,
  games: 1,
  byes: 0,
  twelfths: 12,
  buchholz: '6.5',
  sonneborn: '4',
  direct: 0,
  wins: 1,
  margin: '−3',
});
const round = (more: Partial<Round> = {}): Round => ({
  number: 1,
  season: 1,
  made_at: NOW,
  until: null,
  byes: [],
  boards: [{ table: 'x-1-1', division: 1, seats: [0, 1], state: 'running', ranks: [], totals: [] }],
  ...more,
});
const seen = (more: Partial<Tournament>): Tournament =>
  ({
    status: 'open',
    entrants: [entrant(0, 'Ann'), entrant(1, 'Ben')],
    most: 8,
    you: null,
    yours: false,
    director: 'Cleo',
    starts_at: null,
    now: null,
    rounds: [],
    rounds_planned: 3,
    standings: [],
    ...more,
  }) as Tournament;

describe('what a tournament is', () => {
  test('its format has a name and says who plays whom', () => {
    expect(formatWords({ kind: 'swiss', rounds: 5 })).toBe('Swiss, 5 rounds');
    expect(formatWords({ kind: 'round_robin', times: 2 })).toBe('All play all, two times');
    expect(formatHelp({ kind: 'league', division: 6, moves: 2, seasons: 3 })).toContain('the best two go up');
  });
  test('a clock and the time of a round are told together', () => {
    expect(timeWords({ clock: { kind: 'none' }, round_seconds: 3600 })).toBe('1 hour for a round');
    expect(timeWords({ clock: { kind: 'per_turn', seconds: 86_400 }, round_seconds: 604_800 })).toBe(
      '1 day for each turn, 1 week for a round',
    );
  });
  test('a list says whether one can still come', () => {
    const line: Line = {
      id: 'x',
      name: 'X',
      game: 'g',
      seats: 2,
      status: 'open',
      entrants: 6,
      most: 8,
      rounds: 0,
      starts_at: NOW + 300_000,
      created_at: NOW,
      over_at: null,
      yours: false,
    };
    expect(lineWords(line, NOW)).toBe('Begins in 5 minutes, 2 places free');
    expect(lineWords({ ...line, entrants: 8, starts_at: null }, NOW)).toBe('Full');
    expect(lineWords({ ...line, status: 'running', rounds: 2 }, NOW)).toBe('Round 2 is being played');
  });
  test('a time that is near is told by minutes, one that is far by its day', () => {
    expect(untilWords(NOW - 1, NOW)).toBe('in a moment');
    expect(untilWords(NOW + 60_000, NOW)).toBe('in 1 minute');
    expect(untilWords(NOW + 3 * 3_600_000, NOW)).toBe('in 3 hours');
    expect(untilWords(NOW + 5 * 86_400_000, NOW, 'en-GB')).toMatch(/^on 21 Nov/);
  });
  test('bots, programs and who withdrew are told apart', () => {
    expect(kindWords(entrant(0, 'Ann'))).toBe('');
    expect(kindWords(entrant(0, 'Sage', { kind: 'bot', level: 'keen', withdrawn: true }))).toBe('keen bot, withdrawn');
  });
  test('points are explained for each size of table', () => {
    expect(pointsHelp(2)).toContain('half a point');
    expect(pointsHelp(4)).toContain('⅔');
  });
  test('tie-breaks without columns are one line', () => {
    expect(tieBreakWords(standing(0, 1, '2½'))).toEqual(['Buchholz 6.5', 'Berger 4', 'direct 0', 'won 1', 'margin −3']);
  });
  test('names are listed as one says them', () => {
    expect(listed(['Ann', 'Ben', 'Cleo'])).toBe('Ann, Ben and Cleo');
  });
  test('boards of a league lie by division', () => {
    const boards = [2, 1, 2].map((division, i) => ({ ...round().boards[0]!, division, table: `${i}` }));
    expect(divisionsOf(round({ boards })).map(({ division, boards }) => [division, boards.length])).toEqual([
      [1, 1],
      [2, 2],
    ]);
  });
});

describe('what there is to do', () => {
  test('before it begins one is told whether one is in, and when it begins', () => {
    expect(callOf(seen({}), NOW)).toEqual({
      head: 'You can enter',
      says: 'Two of 8 are in. It begins when Cleo begins it.',
    });
    expect(callOf(seen({ you: 0, yours: true }), NOW).says).toContain('when you begin it');
  });
  test('one’s own game comes first', () => {
    const now = { round: 1, table: 'x-1-1', state: 'running' as const, waits_for_you: true };
    const call = callOf(seen({ status: 'running', you: 0, now, rounds: [round({ until: NOW + 600_000 })] }), NOW);
    expect(call).toEqual({
      head: 'It is your turn',
      says: 'Round 1 of 3, against Ben. Its time is over in 10 minutes.',
      table: 'x-1-1',
      urgent: true,
    });
  });
  test('who has no game is told that it counts', () => {
    const now = { round: 1, table: null, state: 'over' as const, waits_for_you: false };
    expect(callOf(seen({ status: 'running', you: 0, now, rounds: [round()] }), NOW).head).toBe(
      'You have no game in round 1',
    );
  });
  test('who watches is told how far the round is', () => {
    expect(callOf(seen({ status: 'running', rounds: [round()] }), NOW)).toEqual({
      head: 'Round 1 of 3',
      says: '1 game of round 1 is still going on.',
    });
  });
  test('at the end the winner is named, and one’s own place', () => {
    const standings = [[standing(1, 1, '3'), standing(0, 2, '2')]];
    expect(callOf(seen({ status: 'over', you: 0, standings, rounds: [round()] }), NOW)).toEqual({
      head: 'Ben wins',
      says: 'You finished in place 2 of 2, with 2 points.',
    });
  });
});
