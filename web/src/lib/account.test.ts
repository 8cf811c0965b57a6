import { expect, test } from 'vitest';
import { scopeWords } from './account.ts';

test('what a token allows is told in words', () => {
  expect(scopeWords(['read', 'play'])).toBe('sees and plays for you');
  expect(scopeWords(['read'])).toBe('sees what you see');
  expect(scopeWords(['play'])).toBe('plays for you, sees only what everybody sees');
});
