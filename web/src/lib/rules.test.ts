import { expect, test } from 'vitest';
import { parseRules } from './rules.ts';

test('chapters and clauses are told apart, rulings marked', () => {
  const text =
    '# Hearts\n\nWords before.\n\n## 2 Passing\n\n**2.1** Choose three\ncards.\n\n**2.2** (ruling) All at once.\n\n## 3 Play\n\n**3.1** Lead.';
  expect(parseRules(text)).toEqual([
    {
      number: '2',
      title: 'Passing',
      clauses: [
        { number: '2.1', text: 'Choose three cards.', ruling: false },
        { number: '2.2', text: 'All at once.', ruling: true },
      ],
    },
    { number: '3', title: 'Play', clauses: [{ number: '3.1', text: 'Lead.', ruling: false }] },
  ]);
});
