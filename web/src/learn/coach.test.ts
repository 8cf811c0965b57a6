import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseRules } from '../lib/rules.ts';
import { fits, nothingSaid, say, seen, sentence, untold, type Lesson, type Moment } from './coach.ts';
import { TITLES, titleOf } from '../games/index.ts';

const at = (clause: string, verbs: string[], done = 0, more: Partial<Moment> = {}): Moment => ({
  clause,
  verbs,
  touched: [],
  over: false,
  done,
  ...more,
});
const lesson: Lesson = {
  about: [],
  minutes: '1',
  steps: [
    { id: 'a', when: { clause: '1.1' }, title: '', text: '' },
    { id: 'b', when: { clause: '1.1', later: true }, title: '', text: '' },
    { id: 'c', when: { clause: ['2.1', '2.2'], verb: 'Knit' }, title: '', text: '' },
    { id: 'd', when: { only: 'Done' }, title: '', text: '' },
    { id: 'e', when: { touched: 'hand:' }, title: '', text: '' },
    { id: 'g', when: { clause: '3.1', after: 'a' }, title: '', text: '' },
    { id: 'f', when: { over: true }, title: '', text: '' },
  ],
};

test('one sentence at a time, each once, the next when something has been done', () => {
  const first = at('1.1', ['Take'], 3);
  const a = sentence(lesson, nothingSaid, first)!;
  expect(a.id).toBe('a');
  const said = say(nothingSaid, a, first);
  expect(sentence(lesson, said, first)).toBeNull();
  expect(sentence(lesson, said, at('1.1', ['Take'], 4))?.id).toBe('b');
});

test('a sentence waits for its moment', () => {
  expect(sentence(lesson, nothingSaid, at('2.2', ['Flip']))).toBeNull();
  expect(sentence(lesson, nothingSaid, at('2.2', ['Flip', 'Knit']))?.id).toBe('c');
  expect(sentence(lesson, nothingSaid, at('9.9', ['Done']))?.id).toBe('d');
  expect(sentence(lesson, nothingSaid, at('9.9', ['Play', 'Done'], 0, { touched: ['hand:tee'] }))?.id).toBe('e');
});

test('a sentence may need another one before it', () => {
  expect(sentence(lesson, nothingSaid, at('3.1', ['Take']))).toBeNull();
  expect(sentence(lesson, { ...nothingSaid, ids: ['a'] }, at('3.1', ['Take']))?.id).toBe('g');
});

test('while others act nothing is said, and at the end only what belongs there', () => {
  expect(sentence(lesson, nothingSaid, at('1.1', []))).toBeNull();
  expect(sentence(lesson, nothingSaid, at('', [], 9, { over: true }))?.id).toBe('f');
  expect(fits({ over: true }, at('1.1', ['Take']), nothingSaid)).toBe(false);
});

test('who skips is left alone', () => {
  expect(sentence(lesson, { ...nothingSaid, skipped: true }, at('1.1', ['Take']))).toBeNull();
});

test('how Circuitous ends is told before anything else', async () => {
  const circuitous = (await titleOf('circuitous').lesson?.())!;
  const start = at('2.1', ['Play', 'Discard']);
  const first = sentence(circuitous, nothingSaid, start)!;
  expect(first.text).toMatch(/ends when .* black edge .* slide/);
  expect(sentence(circuitous, say(nothingSaid, first, start), start)?.id).toBe('welcome');
});

test('nobody is asked to touch what they have touched by themselves', async () => {
  const circuitous = (await titleOf('circuitous').lesson?.())!;
  const start = at('2.1', ['Play', 'Discard']);
  const goal = sentence(circuitous, nothingSaid, start)!;
  // They discard a card while they are told what the game is about; then it is their turn again.
  const touched = seen(nothingSaid, at('2.1', ['Play', 'Discard'], 1, { touched: ['hand:tee'] }));
  const later = at('2.1', ['Play', 'Discard'], 4);
  expect(sentence(circuitous, say(touched, goal, start), later)?.text ?? '').not.toMatch(/[Tt]ouch a card/);
  expect(sentence(circuitous, say(nothingSaid, goal, start), later)?.text).toMatch(/Touch a card/);
});

test('after the game what was not said is left, as far as it is a rule', () => {
  const two: Lesson = {
    ...lesson,
    steps: [
      { id: 'a', when: {}, title: '', text: '', rule: '1.1' },
      { id: 'b', when: {}, title: '', text: '', rule: '1.2' },
      { id: 'c', when: { over: true }, title: '', text: '' },
    ],
  };
  expect(untold(two, { ...nothingSaid, ids: ['a'] }).map(({ id }) => id)).toEqual(['b']);
});

for (const { id: game, lesson } of TITLES) {
  if (!lesson) continue;
  const { steps } = await lesson();
  const rules = parseRules(readFileSync(join(import.meta.dirname, `../../../crates/${game}/RULES.md`), 'utf8'));
  const clauses = new Set(rules.flatMap((chapter) => chapter.clauses.map((clause) => clause.number)));

  test(`${game}: every clause that the guide names is a rule`, () => {
    const named = steps.flatMap(({ when, rule }) => [
      ...(typeof when.clause === 'string' ? [when.clause] : (when.clause ?? [])),
      ...(rule ? [rule] : []),
    ]);
    expect(named.filter((clause) => !clauses.has(clause))).toEqual([]);
  });

  test(`${game}: sentences are few, short and told apart`, () => {
    expect(new Set(steps.map((step) => step.id)).size).toBe(steps.length);
    expect(steps.length).toBeLessThanOrEqual(20);
    for (const step of steps) expect(step.text.length, step.id).toBeLessThanOrEqual(220);
    expect(steps.at(-1)?.when.over).toBe(true);
    // What follows would belie it.
    const claims = /\b(that is all|all you need|(seen|know) everything)\b/i;
    for (const { id, title, text, when } of steps) if (!when.over) expect(`${title}. ${text}`, id).not.toMatch(claims);
    for (const { when } of steps) if (when.after) expect(steps.map((step) => step.id)).toContain(when.after);
  });
}
