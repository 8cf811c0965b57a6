import { expect, test } from 'vitest';
import type { LogStep } from './log.ts';
import { blocksOf, type Block, type Glance } from './turns.ts';

let next = 0;
const step = (seat: number | null, ...glances: (Glance | undefined)[]): LogStep => ({
  key: `${next++}`,
  seat,
  told: glances.map((glance) => ({ words: ['words'], ...(glance ? { glance } : {}) })),
});
const tile = (color: string) => ({ piece: `tile:${color}`, words: `${color} tile` });
const did = (verb: string, colors = '', more: object = {}): Glance => ({
  kind: 'did',
  verb,
  pieces: [...colors].map(tile),
  ...more,
});
const round = (title: string): Glance => ({ kind: 'round', title: [title] });

const inShort = (blocks: Block[]) =>
  blocks.map((block) =>
    block.kind === 'round'
      ? `— ${block.title.join('')}`
      : `${block.by}: ${block.lines
          .map(({ verb, pieces, more, rest, worth }) =>
            [
              verb,
              pieces.map(({ piece, count }) => piece.slice(5) + (count > 1 ? `×${count}` : '')).join(' '),
              more ? `+${more}` : '',
              rest.join(''),
              worth ? JSON.stringify(Object.values(worth)) : '',
            ]
              .filter(Boolean)
              .join(' '),
          )
          .join('; ')}`,
  );
/** The blocks of what happened, oldest first; they are told newest first. */
const told = (...steps: LogStep[]) => inShort(blocksOf(steps.reverse()));

test('a turn is one block with its lines in order, and the newest block comes first', () => {
  expect(told(step(0, did('took', 'a'), did('knitted', 'b')), step(1, did('took', 'c')))).toEqual([
    '1: took c',
    '0: took a; knitted b',
  ]);
});

test('the same verb with the same rest is one line, across actions', () => {
  const into = { rest: ['into the hat'] };
  const steps = [
    step(0, did('knitted', 'a', { ...into, worth: { done: 1, of: 5 } })),
    step(0, did('knitted', 'b', { rest: ['into the scarf'] })),
    step(0, did('knitted', 'c', { ...into, worth: { done: 2, of: 5 } })),
  ];
  expect(told(...steps)).toEqual(['0: knitted a c into the hat [2,5]; knitted b into the scarf']);
});

test('points of a line add up', () => {
  const steps = [
    step(0, did('finished', 'a', { worth: { points: 2 } })),
    step(0, did('finished', 'b', { worth: { points: 3.5 } })),
  ];
  expect(told(...steps)).toEqual(['0: finished a b [5.5]']);
});

test('up to four pieces are drawn, then each kind once with its number, and of many kinds four', () => {
  expect(told(step(0, did('took', 'aaab')))).toEqual(['0: took a a a b']);
  expect(told(step(0, did('took', 'aaabb')))).toEqual(['0: took a×3 b×2']);
  expect(told(step(0, did('took', 'abcdeff')))).toEqual(['0: took a b c d +3']);
});

test('bookkeeping has no line, and a turn of nothing else no block', () => {
  expect(told(step(0, undefined, did('took', 'a'), undefined), step(1, undefined))).toEqual(['0: took a']);
});

test('who did it need not be who acted', () => {
  expect(told(step(0, did('took', 'a'), did('passed', '', { by: 1 }), did('took', 'b', { by: 'Stray' })))).toEqual([
    'Stray: took b',
    '1: passed',
    '0: took a',
  ]);
});

test('a round is a divider, told once; a turn begins anew with each', () => {
  const steps = [
    step(0, did('took', 'a'), round('Round 2')),
    step(1, did('took', 'b'), round('Round 2')),
    step(1, did('took', 'c'), round('Round 3')),
  ];
  expect(told(...steps)).toEqual(['— Round 3', '1: took c', '1: took b', '— Round 2', '0: took a']);
});

test('what all do at the same time is one block for each, the latest on top, until the next round', () => {
  const steps = [
    step(0, did('took', 'a')),
    step(1, did('took', 'b'), { kind: 'together' }),
    step(0, did('knitted', 'a')),
    step(1, did('knitted', 'b')),
    step(0, did('knitted', 'c'), round('Round 2')),
    step(1, did('took', 'd')),
    step(0, did('took', 'e')),
    step(1, did('took', 'f')),
  ];
  expect(told(...steps)).toEqual([
    '1: took f',
    '0: took e',
    '1: took d',
    '— Round 2',
    '0: knitted a c',
    '1: knitted b',
    '1: took b',
    '0: took a',
  ]);
});

test('what happens by itself goes with the turn it happened in, or stands alone', () => {
  const note: Glance = { kind: 'note', text: ['It rains'] };
  expect(told(step(0, note), step(0, did('took', 'a'), note, did('took', 'b')))).toEqual([
    '0: took a b; It rains',
    'null: It rains',
  ]);
});

test('a deed without pieces that is done twice is told twice', () => {
  expect(told(step(0, did('passed')), step(0, did('passed')))).toEqual(['0: passed; passed']);
});

test('all that is put together is still told to those who listen', () => {
  const [block] = blocksOf([step(0, did('took', 'a'), did('took', 'b'))]);
  expect(block?.kind === 'turn' && block.lines[0]!.words).toHaveLength(2);
});
