import { expect, test } from 'vitest';
import type { Game } from './client.ts';
import {
  clockOf,
  clockProblem,
  companyOf,
  firstWish,
  isAsked,
  keep,
  keptWish,
  labelOf,
  mannerWords,
  planOf,
  withCompany,
  withPlayers,
} from './wish.ts';

const game = {
  id: 'bridge',
  options: [
    { key: 'players', default: '3', choices: ['2', '3', '4'].map((value) => ({ value, label: value })) },
    { key: 'style', default: 'plain', choices: ['plain', 'odd'].map((value) => ({ value, label: value })) },
  ],
} as unknown as Game;

test('a first table is for friends, without a clock', () => {
  const wish = firstWish(game);
  expect(wish.seats).toEqual(['me', 'open', 'open']);
  expect(companyOf(wish)).toBe('friends');
  expect(planOf(game, wish, '', [])).toMatchObject({
    start: false,
    clock: { kind: 'none' },
    listed: false,
    watch: 'anyone',
  });
  expect(planOf(game, { ...wish, seated: true }, '', [])).toMatchObject({ watch: 'seated' });
});

test('the sentence says the seats, and the seats say the sentence', () => {
  const wish = firstWish(game);
  for (const company of ['friends', 'anyone', 'beside', 'sharp'] as const)
    expect(companyOf(withCompany(wish, company))).toBe(company);
  expect(withCompany(wish, 'anyone').listed).toBe(true);
  expect(companyOf({ seats: ['me', 'open', 'gentle'], listed: false })).toBe('mixed');
  expect(withCompany({ ...wish, seats: ['me', 'open', 'gentle'] }, 'mixed').seats).toEqual(['me', 'open', 'gentle']);
  expect(companyOf({ seats: ['me'], listed: false })).toBe('friends');
});

test('whoever is added sits as the last one does', () => {
  const bots = withCompany(firstWish(game), 'steady');
  expect(withPlayers(bots, 4)).toMatchObject({
    seats: ['me', 'steady', 'steady', 'steady'],
    options: { players: '4' },
  });
  expect(withPlayers(withPlayers(bots, 1), 2).seats).toEqual(['me', 'open']);
});

test('a table without a free seat begins at once', () => {
  const wish = withCompany(firstWish(game), 'beside');
  expect(planOf(game, wish, 'hash', [undefined, ' Otto '])).toMatchObject({
    start: true,
    content: 'hash',
    seats: [{ kind: 'me' }, { kind: 'guest', name: 'Otto' }, { kind: 'guest', name: 'Guest 3' }],
  });
});

test('what is about a seat is chosen here for whoever sits there already', () => {
  const choices = ['any', 'hat'].map((value) => ({ value, label: value }));
  const ofSeat = (seat: number) => ({ key: `hat${seat}`, label: 'Hat', default: 'any', seat, choices });
  const hats = { ...game, options: [...game.options, ...[0, 1, 2, 3].map(ofSeat)] } as unknown as Game;
  const asked = (wish: ReturnType<typeof firstWish>) =>
    hats.options.filter((option) => isAsked(option, wish)).map(({ key }) => key);
  const wish = firstWish(hats);
  wish.options.hat1 = 'hat';
  expect(asked(wish)).toEqual(['style', 'hat0']);
  expect(planOf(hats, wish, '', []).options).toEqual({ players: '3', style: 'plain', hat0: 'any' });
  expect(asked(withPlayers(withCompany(wish, 'steady'), 2))).toEqual(['style', 'hat0', 'hat1']);
  expect(planOf(hats, withCompany(wish, 'steady'), '', []).options.hat1).toBe('hat');
  expect([0, 1].map((seat) => labelOf(ofSeat(seat)))).toEqual(['Your hat', 'Hat of seat 2']);
  expect(labelOf({ label: 'Style', seat: null })).toBe('Style');
});

test('what is on is said in a few words', () => {
  expect(mannerWords({ undo: true, hints: true, chat: true })).toBe('Undo, hints and chat are on');
  expect(mannerWords({ undo: false, hints: false, chat: true })).toBe('Chat is on');
  expect(mannerWords({ undo: false, hints: true, chat: false })).toBe('Hints are on');
  expect(mannerWords({ undo: false, hints: false, chat: false })).toBe('No undo, no hints, no chat');
});

test('the last choices are kept, and what the game does not know any more is not', () => {
  const box = new Map<string, string>();
  const read = (key: string) => box.get(key) ?? null;
  expect(keptWish(game, read)).toEqual(firstWish(game));
  const wish = { ...withPlayers(withCompany(firstWish(game), 'sharp'), 2), clock: 'day', chat: false };
  keep('bridge', wish, (key, text) => box.set(key, text));
  expect(keptWish(game, read)).toEqual(wish);
  for (const broken of ['{', '{"options":{"players":"9","style":"gone"},"seats":["me","king"],"clock":"never"}']) {
    box.set('bobbin-table-bridge', broken);
    expect(keptWish(game, read)).toEqual(firstWish(game));
  }
});

test('a clock of our own is what the server takes, and says what is wrong with it', () => {
  const own = { kind: 'per_turn', amount: 3, unit: 'day', increment: 0, weekendsOff: true } as const;
  expect(clockOf({ clock: 'own', own })).toEqual({ kind: 'per_turn', seconds: 259_200, weekends_off: true });
  expect(clockOf({ clock: 'own', own: { ...own, unit: 'hour' } })).toEqual({ kind: 'per_turn', seconds: 10_800 });
  const live = { ...own, kind: 'live', amount: 20, unit: 'minute', increment: 15 } as const;
  expect(clockOf({ clock: 'own', own: live })).toEqual({ kind: 'live', seconds: 1200, increment: 15 });
  expect(clockProblem({ clock: 'own', own })).toBe('');
  expect(clockProblem({ clock: 'own', own: { ...own, amount: 31 } })).toContain('30 days');
  expect(clockProblem({ clock: 'own', own: { ...live, amount: 25, unit: 'hour' } })).toContain('a day at most');
  expect(clockProblem({ clock: 'own', own: { ...own, amount: Number.NaN } })).not.toBe('');
  expect(clockOf({ clock: 'day', own })).toEqual({ kind: 'per_turn', seconds: 86_400 });
});

test('a clock of our own is kept, and a broken one is forgotten', () => {
  const own = { kind: 'live', amount: 45, unit: 'minute', increment: 0, weekendsOff: false };
  const read = (own: unknown) => () => JSON.stringify({ clock: 'own', own });
  expect(keptWish(game, read(own))).toMatchObject({ clock: 'own', own });
  expect(keptWish(game, read({ unit: 'fortnight' })).own.unit).toBe('day');
});
