import { expect, test } from 'vitest';
import { Doings, leftToDo } from './guard.ts';

const action = (verb: string, ...picks: string[]) => ({ action: verb.toLowerCase(), picks, verb, label: [verb] });
const done = action('Done');
const knit = action('Knit', 'tile', 'garment');
const keep = action('Keep', 'card');

test('what was done before the button came does not count', () => {
  const doings = new Doings();
  doings.see([action('Draft', 'tile')], 0);
  doings.see([knit, done], 1);
  expect(doings.isNothingDone('done')).toBe(true);
  doings.see([knit, done], 1);
  expect(doings.isNothingDone('done')).toBe(false);
});

test('a choice in between is part of the same doing, and what is taken back is not done', () => {
  const doings = new Doings();
  doings.see([knit, done], 0);
  doings.see([keep], 1);
  doings.see([knit, done], 1);
  expect(doings.isNothingDone('done')).toBe(false);
  doings.see([keep], -1);
  doings.see([knit, done], -1);
  expect(doings.isNothingDone('done')).toBe(true);
});

test('a button that was pressed comes anew, and so does one after the turns of others', () => {
  const doings = new Doings();
  doings.see([knit, done], 0);
  doings.see([knit, done], 1);
  doings.press('done');
  doings.see([action('Draft', 'tile')], 1);
  doings.see([knit, done], 1);
  expect(doings.isNothingDone('done')).toBe(true);
  doings.see([knit, done], 1);
  doings.see([], 0);
  doings.see([knit, done], 0);
  expect(doings.isNothingDone('done')).toBe(true);
});

test('points that lie there are asked about at any time, the most first', () => {
  const left = [
    { action: knit, gain: 1 },
    { action: keep, gain: 4 },
  ];
  expect(leftToDo(left, false)).toEqual({ best: left[1] });
});

test('whoever has done nothing is asked, but not about what would cost points', () => {
  const frog = { action: action('Frog', 'item'), gain: -3 };
  expect(leftToDo([frog], true)).toBe(null);
  expect(leftToDo([frog, { action: knit, gain: 0 }, { action: keep, gain: null }], true)).toEqual({
    verbs: ['knit', 'keep'],
  });
  expect(leftToDo([{ action: knit, gain: 0 }], false)).toBe(null);
});
