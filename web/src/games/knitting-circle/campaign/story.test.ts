import { expect, test } from 'vitest';
import { buttonsOf, CHAPTERS, chapterOf, openingOf, sewnOn, wantsGentler } from './story.ts';

test('each of the fourteen rows has its chapter and its own opening', () => {
  const rows = Array.from({ length: 14 }, (_, i) => i + 1);
  expect(rows.map((row) => CHAPTERS.indexOf(chapterOf(row))).join('')).toBe('00000111112222');
  expect(new Set(rows.map((row) => openingOf(row).join(' '))).size).toBe(14);
});

test('a row has a button for each thing it asks for', () => {
  const goal = { done: false, best: null, minimum: 60, objectives: ['2 hats', 'no ugly buttons'] };
  expect(buttonsOf(goal)).toBe(3);
  expect(sewnOn(goal)).toBe(0);
  expect(sewnOn({ ...goal, best: 59 })).toBe(0);
  expect(sewnOn({ ...goal, best: 60 })).toBe(1);
  expect(sewnOn({ ...goal, best: 60, done: true })).toBe(3);
});

test('a gentler rival comes after the third try', () => {
  expect([0, 2, 3, 9].map((tries) => wantsGentler({ done: false, tries }))).toEqual([false, false, true, true]);
  expect(wantsGentler({ done: true, tries: 9 })).toBe(false);
});
