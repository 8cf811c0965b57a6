import { expect, test } from 'vitest';
import { applied } from './preview.ts';

const view = {
  bowl: [1, 2],
  seats: [
    { 'a/b': 1, hand: ['x'] },
    { 'a/b': 5, hand: [] },
  ],
  turn: 0,
};

test('the parts that would change are put in their places', () => {
  const then = applied(view, [
    { path: '/bowl/1', to: 3 },
    { path: '/seats/0/a~1b', to: 2 },
    { path: '/seats/0/hand', to: [] },
  ]);
  expect(then).toEqual({
    bowl: [1, 3],
    seats: [
      { 'a/b': 2, hand: [] },
      { 'a/b': 5, hand: [] },
    ],
    turn: 0,
  });
});

test('the view as it is stays as it is, and what does not change is the same', () => {
  const then = applied(view, [{ path: '/seats/1/a~1b', to: 6 }]);
  expect(view.seats[1]!['a/b']).toBe(5);
  expect(then.seats[0]).toBe(view.seats[0]);
});

test('a whole view may be another', () => expect(applied(view, [{ path: '', to: 7 }])).toBe(7));
