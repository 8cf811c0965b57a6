import { expect, test } from 'vitest';
import { brief, briefText, full, type Sentence } from './sentence.ts';

const said: Sentence = [
  { seat: 1 },
  ' lays the ',
  { piece: 'card:7', words: 'tee' },
  ' before ',
  { seat: 2 },
  { aside: 'north exit' },
];

test('names may be anything, and who has none is a seat', () => {
  const names = ['Ann', 'seat 2 · or so', ''];
  expect(brief(said, names)).toBe('seat 2 · or so lays the tee before somebody');
  expect(full(said, names)).toBe('seat 2 · or so lays the tee before somebody · north exit');
});

test('an error is told without what stands aside', () => {
  expect(briefText('No tile lies there. · In the inner slot.')).toBe('No tile lies there.');
});
