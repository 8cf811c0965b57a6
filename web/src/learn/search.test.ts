import { expect, test } from 'vitest';
import { parseRules } from '../lib/rules.ts';
import { partsOf, search } from './search.ts';

const chapters = parseRules(
  '## 5 Crafting\n\n**5.3** Start a garment: it takes a free needle.\n\n**5.8** Knit: a tile goes onto the topmost space.\n\n## 8 Round end\n\n**8.7** The marker passes, as in 2.12. Two needles.',
);
const numbers = (query: string) =>
  search(chapters, query).flatMap((chapter) => chapter.clauses.map((clause) => clause.number));

test('all words must be there, in any order and any case', () => {
  expect(numbers('needle')).toEqual(['5.3', '8.7']);
  expect(numbers('NEEDLE garment')).toEqual(['5.3']);
  expect(numbers('crafting knit')).toEqual(['5.8']);
  expect(numbers('nothing of it')).toEqual([]);
  expect(numbers(' ')).toEqual(['5.3', '5.8', '8.7']);
});

test('a number finds its clause or its chapter', () => {
  expect(numbers('5.3')).toEqual(['5.3']);
  expect(numbers('8')).toEqual(['8.7']);
});

test('what was looked for is marked, and clauses that exist are links', () => {
  expect(partsOf('As in 2.12, lay a Tile. 9.75 points', 'tile', new Set(['2.12']))).toEqual([
    { text: 'As in ' },
    { text: '2.12', clause: '2.12' },
    { text: ', lay a ' },
    { text: 'Tile', mark: true },
    { text: '. 9.75 points' },
  ]);
  expect(partsOf('plain (a+b)', '(a+', new Set())).toEqual([
    { text: 'pl' },
    { text: 'a', mark: true },
    { text: 'in (' },
    { text: 'a', mark: true },
    { text: '+b)' },
  ]);
});
