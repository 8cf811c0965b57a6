import { expect, test } from 'vitest';
import { added, takenBack, told, type LogStep } from './log.ts';

const step = (seat: number | null, ...words: string[]): LogStep => ({ key: words.join() || 'nothing', seat, words });
const words = (log: LogStep[]) => log.flatMap((each) => each.words);

test('what is played, taken back and played again is there once', () => {
  let log = added([], step(0, 'a card'));
  log = takenBack(log, 0);
  log = added(log, step(0, 'a card'));
  expect(words(log)).toEqual(['a card']);
});

test('an action goes with all that it led to, and what others did since stays', () => {
  const log = [step(1, 'theirs'), step(0, 'drafted', 'finished'), step(0, 'before')];
  expect(words(takenBack(log, 0))).toEqual(['theirs', 'before']);
});

test('an action that told us nothing takes nothing else with it', () => {
  expect(words(takenBack(added([step(1, 'seen')], step(1)), 1))).toEqual(['seen']);
});

test('the log of the server is turned so that the newest comes first', () => {
  const lines = [0, 1].map((number) => ({ number, seat: number, happenings: [{ words: `step ${number}` }] }));
  expect(told(lines)).toEqual([
    { key: 'l1', seat: 1, words: ['step 1'] },
    { key: 'l0', seat: 0, words: ['step 0'] },
  ]);
});
