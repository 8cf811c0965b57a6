import { expect, test } from 'vitest';
import { rivals, sentence } from './sentences.ts';

const numbers = {
  name: 'A game',
  wins: 3,
  by_players: [
    { players: 1, games: 4, wins: 0 },
    { players: 2, games: 5, wins: 3 },
  ],
  by_opponent: [],
  best: [{ players: 1, total: 58.5, table: 't' }],
  lines: [
    { name: 'Buttons', points: 20 },
    { name: 'Garments', points: 12 },
  ],
};

test('wins are told of games against others, with what brings most', () => {
  expect(sentence(numbers)).toBe('You win 3 of 5 at A game; buttons bring you most.');
  expect(
    sentence({
      ...numbers,
      lines: [
        { name: 'Buttons', points: 12.5 },
        { name: 'Garments', points: 12 },
      ],
    }),
  ).toBe('You win 3 of 5 at A game.');
});

test('who has not won yet is not told a nought', () => {
  expect(sentence({ ...numbers, wins: 0 })).toBe(
    'Five games of A game, and a first win still to come; buttons bring you most.',
  );
});

test('who has only played alone hears of the best score', () => {
  expect(sentence({ ...numbers, wins: 0, by_players: [{ players: 1, games: 4, wins: 0 }], lines: [] })).toBe(
    'Alone at A game your best is 58½.',
  );
  expect(sentence({ ...numbers, by_players: [], best: [], lines: [] })).toBe('You have played A game.');
});

test('rivals are compared once there are some games', () => {
  const row = (opponent: string, games: number, wins: number) => ({ opponent, games, wins });
  expect(rivals({ by_opponent: [row('gentle', 2, 2)] })).toBe('');
  expect(rivals({ by_opponent: [row('gentle', 4, 3)] })).toBe('Against gentle bots you win 3 of 4 games.');
  expect(rivals({ by_opponent: [row('sharp', 4, 1), row('people', 5, 4), row('gentle', 1, 1)] })).toBe(
    'You do best against people, and sharp bots are the hardest.',
  );
});
