import { expect, test } from 'vitest';
import { guestName } from './guest-name.ts';
import { nameProblem } from './table-words.ts';

test('guests seldom have the same name, and each is one that the server takes', () => {
  const names = new Set<string>();
  for (let i = 0; i < 1; i += 1 / 1024) {
    const rolls = [Math.floor(i * 32) / 32, (i * 32) % 1];
    names.add(guestName(() => rolls.shift()!));
  }
  expect(names.size).toBe(1024);
  for (const name of names) expect(nameProblem(name)).toBe('');
});
