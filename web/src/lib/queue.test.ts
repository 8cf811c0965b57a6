import { expect, test } from 'vitest';
import { ShowQueue } from './queue.ts';

function table(pace: (n: number) => number = () => 500) {
  const shown: number[] = [];
  const timers: { then: () => void; on: boolean }[] = [];
  const queue = new ShowQueue<number>({
    show: (n) => shown.push(n),
    pace,
    timer: (_ms, then) => {
      const t = { then, on: true };
      timers.push(t);
      return () => (t.on = false);
    },
  });
  const tick = () => {
    const t = timers.find((x) => x.on);
    if (t) {
      t.on = false;
      t.then();
    }
  };
  return { shown, queue, tick };
}

test('the first is shown at once, the others one at a time', () => {
  const { shown, queue, tick } = table();
  [1, 2, 3].forEach((n) => queue.push(n));
  expect(shown).toEqual([1]);
  tick();
  expect(shown).toEqual([1, 2]);
  tick();
  expect(shown).toEqual([1, 2, 3]);
});

test('a skip shows all that waits, in order, and nothing twice', () => {
  const { shown, queue, tick } = table();
  [1, 2, 3].forEach((n) => queue.push(n));
  queue.skip();
  tick();
  expect(shown).toEqual([1, 2, 3]);
  queue.push(4);
  expect(shown).toEqual([1, 2, 3, 4]);
});

test('without a pace, as for reduced motion, nothing waits', () => {
  const { shown, queue } = table(() => 0);
  [1, 2, 3].forEach((n) => queue.push(n));
  expect(shown).toEqual([1, 2, 3]);
});

test("one's own updates do not wait for each other, but behind what others did", () => {
  const { shown, queue, tick } = table((n) => (n < 10 ? 500 : 0));
  [10, 11, 1, 12].forEach((n) => queue.push(n));
  expect(shown).toEqual([10, 11, 1]);
  tick();
  expect(shown).toEqual([10, 11, 1, 12]);
});
