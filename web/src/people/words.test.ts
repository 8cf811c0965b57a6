import { expect, test } from 'vitest';
import { actsFor, bare, gamesWords, handleProblem, invitees, pinWords } from './words.ts';

test('a handle is what stands behind the last stroke, without its sign', () => {
  expect(bare(' @Ann-2 ')).toBe('Ann-2');
  expect(bare('https://play.example/people/ann')).toBe('ann');
});

test('what is wrong with a handle is said before it is sent', () => {
  expect(handleProblem('@ann')).toBe('');
  expect(handleProblem('an')).toMatch(/3 to 20/);
  expect(handleProblem('2ann')).toMatch(/begins with a letter/);
  expect(handleProblem('an n')).toMatch(/letters from a to z/);
});

test('who is a friend and was met lately is offered once', () => {
  const met = [
    { table: 't', seat: 1, name: 'Ben', game: 'hearts' },
    { table: 'u', seat: 2, name: 'Cleo', game: 'hearts' },
  ];
  const offered = invitees({ friends: [{ id: 'f', name: 'Ben', handle: null }], met });
  expect(offered.map(({ name, who }) => [name, who.kind])).toEqual([
    ['Ben', 'friend'],
    ['Cleo', 'met'],
  ]);
});

test('games are told in a sentence', () => {
  const of = (games: number, wins: number, against_others: number) =>
    gamesWords({ game: 'hearts', name: 'Hearts', games, wins, against_others, best: [], rating: null });
  expect(of(1, 0, 0)).toBe('1 game, all alone.');
  expect(of(4, 2, 4)).toBe('4 games, 2 won.');
  expect(of(4, 2, 3)).toBe('4 games, 2 won of 3 against others.');
  expect(of(3, 0, 3)).toBe('3 games, none won.');
  expect(of(3, 3, 3)).toBe('3 games, all won.');
});

test('a game that is shown says what came of it', () => {
  const pin = { table: 't', game: 'hearts', seat: 0, total: 7, players: 2, won: true };
  expect(pinWords(pin)).toBe('Won with 7 points, two players');
  expect(pinWords({ ...pin, won: false, total: 1 })).toBe('Not won with 1 point, two players');
  expect(pinWords({ ...pin, players: 1 })).toBe('7 points, alone');
});

test('what can be done about somebody follows from how one stands to them', () => {
  const you = { is_you: false, friend: null, asking: null, asked: null, follow: null };
  expect(actsFor(null)).toEqual(['ask', 'follow']);
  expect(actsFor({ ...you, asking: 'a' })).toEqual(['accept', 'follow']);
  expect(actsFor({ ...you, asked: 'a', follow: 'f' })).toEqual(['withdraw', 'unfollow']);
  expect(actsFor({ ...you, friend: 'a' })).toEqual(['follow', 'part']);
  expect(actsFor({ ...you, is_you: true })).toEqual([]);
});
