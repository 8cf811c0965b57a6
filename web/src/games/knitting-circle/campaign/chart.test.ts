import { expect, test } from 'vitest';
import { byModification, scenarios, stitchColor, titled, upNext } from './chart.ts';
import type { Goal } from '../../../after/client.ts';

const goal = (key: string, kind: Goal['kind'], done = false, modification?: string): Goal => ({
  key,
  name: key,
  kind,
  clause: '11.2',
  text: '',
  minimum: null,
  objectives: [],
  tries: 0,
  best: null,
  done,
  table: null,
  options: modification ? { modification } : {},
});
const goals = [
  goal('scenario-1', 'scenario', true),
  goal('scenario-2', 'scenario'),
  goal('tidy', 'achievement'),
  goal('a', 'modification', false, 'long-bowl'),
  goal('b', 'modification', true, 'long-bowl'),
  goal('c', 'modification', false, 'short-evening'),
];

test('the next scenario is the first that is not done', () => {
  expect(scenarios(goals).map((each) => each.key)).toEqual(['scenario-1', 'scenario-2']);
  expect(upNext(goals)?.key).toBe('scenario-2');
  expect(upNext(goals.map((each) => ({ ...each, done: true })))).toBeUndefined();
});

test('modifications have their goals together', () => {
  expect(byModification(goals).map((group) => [group.modification, group.goals.map((each) => each.key)])).toEqual([
    ['long-bowl', ['a', 'b']],
    ['short-evening', ['c']],
  ]);
});

test('names are written out, colors repeat', () => {
  expect(titled('long-bowl')).toBe('Long bowl');
  expect(stitchColor(0)).toBe(stitchColor(6));
});
