import { expect, test } from 'vitest';
import { step } from './fake-table.ts';
import { Hints } from './hints.svelte.ts';
import type { Hint, Update } from './table-api.ts';

const best: Hint = { action: 'a', label: ['a'], value: null, score: null };
const table = () => ({
  me: 0 as number | null,
  over: false,
  myTurn: true,
  now: step(1) as Update,
  notice: null as { message: string } | null,
});

test('why there is no hint is told', async () => {
  const at = table();
  const hints = new Hints({ hint: async () => [best] }, at);
  expect(hints.whyNot).toBe('');
  at.myTurn = false;
  await hints.ask();
  expect(at.notice?.message).toBe('It is not your turn.');
  at.over = true;
  expect(hints.whyNot).toBe('The game is over.');
  at.me = null;
  expect(hints.whyNot).toBe('You are watching.');
  expect(new Hints({}, table()).whyNot).toBe('At this table there are no hints.');
});

test('a hint for what one’s own part of the table was before is not shown', async () => {
  const at = table();
  const hints = new Hints({ hint: async () => [best] }, at);
  await hints.ask();
  expect(hints.list).toEqual([best]);
  hints.list = null;
  const asked = hints.ask();
  expect(hints.thinking).toBe(true);
  at.now = step(2);
  await asked;
  expect([hints.list, hints.thinking]).toEqual([null, false]);
});

test('what goes wrong is said', async () => {
  const at = table();
  const failing = async () => Promise.reject(new Error('Too busy.'));
  await new Hints({ hint: failing }, at).ask();
  expect(at.notice?.message).toBe('No hint now. Too busy.');
});
