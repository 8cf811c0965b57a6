import { describe, expect, test } from 'vitest';
import type { Game } from '../lib/client.ts';
import { firstWish, planOf, problemOf, seatsOf } from './wish.ts';

const game = {
  id: 'g',
  players: [1, 2, 3, 4, 5],
  options: [
    { key: 'players', label: 'Players', help: '', default: '1', choices: [], seat: null },
    { key: 'length', label: 'Length', help: '', default: 'short', choices: [], seat: null },
    { key: 'seat0', label: 'Character', help: '', default: 'any', choices: [], seat: 0 },
  ],
} as unknown as Game;
const NOW = Date.UTC(2026, 10, 16);

describe('a wish for a tournament', () => {
  test('tables have two to four seats, and nobody chooses for others’ seats', () => {
    expect(seatsOf(game)).toEqual([2, 3, 4]);
    expect(firstWish(game).options).toEqual({ players: '2', length: 'short' });
  });
  test('what is wrong is said before it is sent', () => {
    const wish = { ...firstWish(game), name: 'Ours' };
    expect(problemOf(wish, NOW)).toBe('');
    expect(problemOf({ ...wish, name: ' ' }, NOW)).toContain('name');
    expect(problemOf({ ...wish, format: 'round_robin', most: 33 }, NOW)).toBe('From 2 to 32 can enter.');
    expect(problemOf({ ...wish, format: 'league', division: 4, moves: 2 }, NOW)).toContain('Less than half');
    expect(problemOf({ ...wish, rounds: 2.5 }, NOW)).toContain('1 to 30 rounds');
    expect(problemOf({ ...wish, startsAt: '2026-11-15T12:00' }, NOW)).toContain('from now on');
  });
  test('games always end: by a clock or by the time of a round', () => {
    const wish = { ...firstWish(game), name: ' Ours ' };
    expect(planOf({ ...wish, time: 'hour' })).toMatchObject({
      name: 'Ours',
      clock: { kind: 'none' },
      round_seconds: 3600,
    });
    expect(planOf({ ...wish, time: 'quick' })).toMatchObject({ clock: { kind: 'live' }, round_seconds: null });
    expect(planOf({ ...wish, entrance: 'programs' }).enter).toBe(false);
  });
});
