import { expect, test } from 'vitest';
import { AFTER_OWN, BETWEEN, TOO_MANY, TURN } from '../motion/pace.ts';
import { ShowQueue } from './queue.ts';

/** Updates are numbers: below 100 our own, from then on the hundreds are whose they are; each moves for `moves` ms. */
function table({ moves = 500, wish = 1 } = {}) {
  const shown: (number | string)[] = [];
  const timers: { ms: number; then: () => void; on: boolean }[] = [];
  /** How long the table has been showing things. */
  let time = 0;
  const queue = new ShowQueue<number>({
    show: (n) => {
      shown.push(n);
      return moves;
    },
    put: (n) => shown.push(`put ${n}`),
    moves: () => moves,
    actor: (n) => (n < 100 ? null : Math.floor(n / 100)),
    wish: () => wish,
    timer: (ms, then) => {
      const t = { ms, then, on: true };
      timers.push(t);
      return () => (t.on = false);
    },
  });
  /** The next timer rings; how long that took. */
  const tick = () => {
    const t = timers.find((each) => each.on);
    if (!t) return 0;
    t.on = false;
    time += t.ms;
    t.then();
    return t.ms;
  };
  return { shown, queue, tick, time: () => time };
}

test('the first is shown at once, the others one at a time, a rest after each has landed', () => {
  const { shown, queue, tick } = table();
  [101, 201, 301].forEach((n) => queue.push(n));
  expect(shown).toEqual([101]);
  expect(tick()).toBe(500 * 0.8 + BETWEEN);
  expect(shown).toEqual([101, 201]);
  tick();
  expect(shown).toEqual([101, 201, 301]);
});

test('a skip puts all that waits there, in order, and nothing twice', () => {
  const { shown, queue, tick } = table();
  [101, 201, 301].forEach((n) => queue.push(n));
  queue.skip();
  tick();
  expect(shown).toEqual([101, 'put 201', 'put 301']);
  queue.push(401);
  expect(shown).toEqual([101, 'put 201', 'put 301', 401]);
});

test('for whoever wants no pace, nothing waits', () => {
  const { shown, queue } = table({ wish: 0 });
  [101, 201].forEach((n) => queue.push(n));
  expect(shown).toEqual(['put 101', 'put 201']);
});

test('our own action is shown while others move, and others wait until it has landed', () => {
  const { shown, queue, tick } = table();
  queue.push(101);
  queue.push(1);
  queue.push(2);
  expect(shown).toEqual([101, 1, 2]);
  queue.push(201);
  expect(shown).toEqual([101, 1, 2]);
  expect(tick()).toBe(500 + AFTER_OWN);
  expect(shown).toEqual([101, 1, 2, 201]);
});

test('our own action does not overtake what others did before it', () => {
  const { shown, queue, tick } = table();
  [101, 201, 1].forEach((n) => queue.push(n));
  tick();
  expect(shown).toEqual([101, 201]);
  tick();
  expect(shown).toEqual([101, 201, 1]);
});

test('all that one bot does in a turn is over in time, however much it is', () => {
  const { queue, tick, time } = table({ moves: 1500 });
  [101, 102, 103, 104, 105, 106].forEach((n) => queue.push(n));
  while (tick());
  expect(time()).toBeLessThanOrEqual(TURN + 1);
});

test('a turn that goes on and on without being known before becomes quick', () => {
  const { queue, tick } = table({ moves: 1000 });
  const took = [101, 102, 103, 104].map((n) => {
    queue.push(n);
    return tick();
  });
  expect(took[0]).toBe(1000 * 0.8 + BETWEEN);
  expect(took.at(-1)!).toBeLessThan(400);
});

test('a long queue goes twice as fast, and a longer one is not played back', () => {
  const { shown, queue, tick } = table();
  queue.push(101);
  for (let seat = 2; seat <= 6; seat++) queue.push(seat * 100);
  tick();
  expect(tick()).toBe((500 * 0.8 + BETWEEN) / 2);
  expect(queue.length).toBe(3);
  for (let seat = 7; queue.length <= TOO_MANY; seat++) queue.push(seat * 100);
  expect(tick()).toBe(0);
  expect(queue.length).toBe(0);
  expect(shown.slice(3)).toHaveLength(TOO_MANY + 1);
  expect(shown.at(-1)).toMatch(/^put/);
});

test('what somebody wants to see again is played back, however much it is', () => {
  const { shown, queue, tick } = table();
  const all = Array.from({ length: 20 }, (_, i) => (i + 1) * 100);
  all.forEach((n) => queue.push(n, 'all'));
  while (tick());
  expect(shown).toEqual(all);
});

test('a touch hurries what waits', () => {
  const { queue, tick } = table();
  [101, 201, 301].forEach((n) => queue.push(n));
  queue.hurry();
  expect(tick()).toBeLessThan(100);
  expect(tick()).toBe((500 * 0.8 + BETWEEN) / 4);
});
