import { expect, test } from 'vitest';
import { Ahead, type Around } from './in-advance.svelte.ts';
import type { Answer, InAdvance } from './table-api.ts';

type Asked = { picks: string[] } | null;
function at(prepared: InAdvance['prepared'] = null, more: Partial<Around> = {}) {
  const asked: Asked[] = [];
  let answer: Answer & { code?: string } = { ok: true, event: 1 };
  const table: Around = {
    me: 0,
    now: { toAct: [1], inAdvance: { prepared, skips: false }, outcome: null },
    seats: [
      { bot: false, away: false },
      { bot: false, away: false },
    ],
    names: ['Ann', 'Ben'],
    myTurn: false,
    notice: null,
    ...more,
  };
  const ahead = new Ahead({ prepare: async (what) => (asked.push(what), answer) }, table);
  return { ahead, asked, table, answers: (next: typeof answer) => (answer = next) };
}
const prepared = (state: 'waits' | 'done' | 'not_done', message: string | null = null) => ({
  action: 'give hat 1',
  words: ['Give ', { seat: 1 }, ' the hat', { aside: 'space 3' }],
  state,
  message,
  clause: message && '4.2',
});

test('something is prepared while a person is to act, and not while a bot is', () => {
  expect(at().ahead.isOffered).toBe(true);
  expect(at(null, { myTurn: true }).ahead.isOffered).toBe(false);
  expect(at(null, { me: null }).ahead.isOffered).toBe(false);
  const bots = [{ bot: false }, { bot: true }];
  expect(at(null, { seats: bots }).ahead.isOffered).toBe(false);
  expect(new Ahead({}, at().table).isOffered).toBe(false);
});

test('pieces are touched until they mean something', async () => {
  const { ahead, asked, answers } = at();
  await ahead.touch('tile:a');
  expect(asked).toEqual([]);
  ahead.begin();
  answers({ ok: false, code: 'nothing_meant', message: 'These pieces say no action yet.' });
  await ahead.touch('tile:a');
  expect(ahead.isOn).toBe(true);
  answers({ ok: true, event: 4 });
  await ahead.touch('space:b');
  expect(asked).toEqual([{ picks: ['tile:a'] }, { picks: ['tile:a', 'space:b'] }]);
  expect(ahead.isOn).toBe(false);
});

test('what the server refuses is told, and one begins again', async () => {
  const { ahead, table, answers } = at();
  ahead.begin();
  answers({ ok: false, code: 'your_turn', message: 'It is your turn.' });
  await ahead.touch('tile:a');
  expect(table.notice?.message).toBe('It is your turn.');
  expect(ahead.picks).toEqual([]);
});

test('what is prepared is said with names, and what came of it with its clause', async () => {
  expect(at(prepared('waits')).ahead.words).toBe('When it is your turn: Give Ben the hat.');
  expect(at(prepared('done')).ahead.words).toBe('As you had prepared: Give Ben the hat.');
  const { ahead } = at(prepared('not_done', 'The hat is gone.'));
  expect([ahead.words, ahead.clause, ahead.failed]).toEqual([
    'What you had prepared cannot be done: The hat is gone.',
    '4.2',
    true,
  ]);
  const waits = at(prepared('waits'));
  await waits.ahead.forget();
  expect(waits.asked).toEqual([null]);
});
