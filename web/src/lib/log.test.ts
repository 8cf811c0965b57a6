import { expect, test } from 'vitest';
import { Chronicle, type Heard } from './log.ts';

const played = (event: number, by: number, ...words: string[]): Heard => ({
  event,
  by,
  undoneBy: null,
  told: words.map((each) => ({ words: [each] })),
});
const undone = (event: number, undoneBy: number): Heard => ({ event, by: null, undoneBy, told: [] });
const line = (number: number, seat: number, words: string) => ({ number, seat, happenings: [{ words: [words] }] });
function words(...heard: Heard[]) {
  const log = new Chronicle();
  heard.forEach((what) => log.hear(what));
  return log.steps.flatMap((step) => step.told.flatMap(({ words }) => words));
}

test('what is played, taken back and played again is there once', () => {
  expect(words(played(2, 0, 'a card'), undone(3, 0), played(4, 0, 'a card'))).toEqual(['a card']);
});

test('an action goes with all that it led to, and what others did since stays', () => {
  const heard = [played(2, 0, 'before'), played(3, 0, 'drafted', 'finished'), played(4, 1, 'theirs'), undone(5, 0)];
  expect(words(...heard)).toEqual(['theirs', 'before']);
});

test('an action that told us nothing takes nothing else with it', () => {
  expect(words(played(2, 1, 'seen'), played(3, 1), undone(4, 1))).toEqual(['seen']);
});

test('the log of the server is turned so that the newest comes first', () => {
  const log = new Chronicle();
  log.remember({ event: 3, lines: [line(0, 0, 'step 0'), line(1, 1, 'step 1')] });
  expect(log.steps).toEqual([
    { key: 'l1', seat: 1, told: [{ words: ['step 1'] }] },
    { key: 'l0', seat: 0, told: [{ words: ['step 0'] }] },
  ]);
});

test('each action is told once, whether the log or the stream comes first', () => {
  const stream = [played(3, 1, 'second'), undone(4, 1), played(5, 1, 'another')];
  const answers = [
    { event: 2, lines: [line(0, 0, 'first')] },
    { event: 3, lines: [line(0, 0, 'first'), line(1, 1, 'second')] },
    { event: 4, lines: [line(0, 0, 'first')] },
    { event: 5, lines: [line(0, 0, 'first'), line(1, 1, 'another')] },
  ];
  for (const answer of answers)
    for (let before = 0; before <= stream.length; before++) {
      const log = new Chronicle();
      stream.slice(0, before).forEach((what) => log.hear(what));
      log.remember(answer);
      stream.slice(before).forEach((what) => log.hear(what));
      expect(log.steps.flatMap((step) => step.told.flatMap(({ words }) => words))).toEqual(['another', 'first']);
    }
});

test('an answer that was overtaken by a later one changes nothing', () => {
  const log = new Chronicle();
  log.remember({ event: 5, lines: [line(0, 0, 'first'), line(1, 1, 'second')] });
  log.remember({ event: 4, lines: [line(0, 0, 'first')] });
  expect(log.steps).toHaveLength(2);
});
