import { expect, test } from 'vitest';
import { scrollTo } from './lead.ts';

const free = { top: 100, bottom: 500 };
const at = (top: number) => ({ top, bottom: top + 40 });

test('nothing moves while something that may be touched is in sight', () => {
  expect(scrollTo([], free)).toBe(0);
  expect(scrollTo([at(800), at(300)], free)).toBe(0);
});

test('the nearest comes to the middle of what is free', () => {
  expect(scrollTo([at(900), at(-200), at(600)], free)).toBe(320);
  expect(scrollTo([at(-200)], free)).toBe(-480);
});

test('what is more than half covered is not in sight', () => {
  expect(scrollTo([at(490)], free)).toBe(210);
  expect(scrollTo([at(470)], free)).toBe(0);
});
