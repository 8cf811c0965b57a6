import { expect, test } from 'vitest';
import { parting, type Found } from './parting.ts';

const forbidden = { status: 403, code: 'not_your_seat', message: 'This is not your seat.' };
const found: Found = { why: forbidden, isSomeone: true, seats: [], seat: 1, status: 'running' };

test('who was signed out elsewhere is told so, and may sign in or watch', () => {
  const told = parting({ ...found, isSomeone: false });
  expect(told).toMatchObject({ title: 'You were signed out', ways: ['sign-in', 'watch', 'home'] });
  expect(parting({ ...found, why: { ...forbidden, status: 401 } })).toEqual(told);
  expect(parting({ ...found, isSomeone: false, status: 'open' })?.ways).toEqual(['sign-in', 'home']);
});

test('where an account was closed the server says so, and nothing is offered that it would refuse', () => {
  const why = { status: 403, code: 'banned', message: 'Whoever runs this server has closed this account.' };
  expect(parting({ ...found, why })).toEqual({
    title: 'You cannot play here any more',
    text: why.message,
    ways: ['home'],
  });
});

test('who has no seat any more may watch', () => {
  expect(parting(found)).toMatchObject({ title: 'This seat is not yours any more', ways: ['watch', 'home'] });
});

test('who was removed reads a calm sentence, and may watch only what has begun', () => {
  const told = parting({ ...found, status: 'open', wasRemoved: true });
  expect(told).toMatchObject({ title: 'You do not sit at this table any more', ways: ['home'] });
  expect(parting({ ...found, wasRemoved: true })?.ways).toEqual(['watch', 'home']);
});

test('a table that is gone is gone', () => {
  expect(parting({ ...found, why: { status: 404, code: 'not_found', message: '' } })).toMatchObject({
    title: 'This table is gone',
    ways: ['home'],
  });
});

test('at an open table one is a visitor again, and with another seat one goes on there', () => {
  expect(parting({ ...found, status: 'open' })).toBeNull();
  expect(parting({ ...found, seats: [2] })).toBeNull();
});

test('what cannot be told, or is refused though it is ours, is told in the server’s words', () => {
  expect(parting({ ...found, seats: null })).toMatchObject({ text: forbidden.message, ways: ['again', 'home'] });
  expect(parting({ ...found, seats: [1] })).toMatchObject({ text: forbidden.message, ways: ['again', 'home'] });
});
