import { expect, test } from 'vitest';
import { guestName } from './guest-name.ts';
import { nameProblem } from './table-words.ts';

test('there is a bird for each of 64 guests, and each is a name that the server takes', () => {
  const names = new Set(Array.from({ length: 64 }, (_, i) => guestName(() => i / 64)));
  expect(names.size).toBe(64);
  for (const name of names) expect(nameProblem(name)).toBe('');
});
