import { expect, test } from 'vitest';
import { recordsIn } from './records.ts';

const one = (names: string[], result: string) =>
  [
    'bobbin-record 1',
    'game circuitous',
    ...names.map((name, i) => `seat ${i} ${name}`),
    '',
    '0 1 end',
    result,
    '',
  ].join('\n');

test('a text with several records is cut where each begins', () => {
  const [a, b] = [
    one(['Clover', 'Basil'], 'result ranks 2 1 totals 6 7.5 winners 1'),
    one(['Noor van Dijk'], 'result ranks 1 totals 12 winners 0'),
  ];
  const found = recordsIn(`${a}\n${b}`);
  expect(found.map((record) => record.text)).toEqual([a, b]);
  expect(found.map(({ names, totals }) => ({ names, totals }))).toEqual([
    { names: ['Clover', 'Basil'], totals: ['6', '7.5'] },
    { names: ['Noor van Dijk'], totals: ['12'] },
  ]);
  expect(found[1]!.before).toBe(8);
  expect(`${a}\n${b}`.split('\n')[8]).toBe('bobbin-record 1');
});

test('one record is one, whatever stands around it', () => {
  const record = one(['Clover'], 'result ranks 1 totals 3 winners 0');
  expect(recordsIn(record)).toHaveLength(1);
  expect(recordsIn(`A game I liked:\n${record}`)).toMatchObject([{ before: 0, names: ['Clover'] }]);
  expect(recordsIn('nonsense')).toMatchObject([{ text: 'nonsense\n', game: '', names: [], totals: [] }]);
  expect(recordsIn('bobbin-record 1\r\ngame circuitous\r\n')).toMatchObject([{ game: 'circuitous' }]);
});
