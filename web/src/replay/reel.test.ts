import { expect, test } from 'vitest';
import { PAGE, Reel, type Position } from './reel.ts';

const position = (index: number): Position => ({
  index,
  viewer: 'spectator',
  seat: 0,
  action: 'x',
  happenings: [],
  to_act: [],
  view: index,
  prompt: null,
  outcome: null,
});

function server(of: number, most = 100) {
  const asked: string[] = [];
  const reel = new Reel(async (viewer, from, count) => {
    asked.push(`${viewer} ${from}+${count}`);
    const length = Math.max(0, Math.min(count, most, of + 1 - from));
    return { of, positions: Array.from({ length }, (_, i) => position(from + i)) };
  });
  return { reel, asked };
}

test('a page is asked for once, however often one steps in it', async () => {
  const { reel, asked } = server(100);
  await Promise.all([reel.at(0, 3), reel.at(0, 4)]);
  await reel.at(0, 2);
  expect(asked).toEqual([`0 0+${PAGE}`]);
  expect(reel.peek(0, 3)?.view).toBe(3);
  expect(reel.peek('everything', 3)).toBeUndefined();
});

test('the next page is on its way before it is needed', async () => {
  const { reel, asked } = server(100);
  await reel.at('spectator', 20);
  await Promise.resolve();
  expect(asked).toEqual([`spectator 0+${PAGE}`, `spectator ${PAGE}+${PAGE}`]);
});

test('a server that gives fewer is asked again', async () => {
  const { reel, asked } = server(100, 10);
  await reel.at(1, 23);
  expect(reel.peek(1, 0)).toBeDefined();
  expect(asked.slice(0, 3)).toEqual(['1 0+24', '1 10+14', '1 20+4']);
});

test('beyond the end there is nothing, and the end is known', async () => {
  const { reel } = server(30);
  await expect(reel.at(0, 31)).rejects.toThrow('no such position');
  expect(reel.of).toBe(30);
  expect((await reel.at(0, 30)).index).toBe(30);
});

test('what failed can be asked for again', async () => {
  let works = false;
  const reel = new Reel(async (_viewer, from) => {
    if (!works) throw new Error('offline');
    return { of: 5, positions: Array.from({ length: 6 }, (_, i) => position(from + i)) };
  });
  await expect(reel.at(0, 1)).rejects.toThrow('offline');
  works = true;
  expect((await reel.at(0, 1)).index).toBe(1);
});
