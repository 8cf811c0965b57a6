import { expect, test, vi } from 'vitest';
import { legal } from './fake-table.ts';
import { joined } from './joined.ts';

const begins = ({ picks }: { picks: string[] }) =>
  picks.at(-1) === 'play' ? picks.slice(0, -1) : ['use', 'with'].includes(picks.at(-1)!) ? picks : null;
const said = (actions: { action: string; picks: string[] }[]) => actions.map(({ action, picks }) => [action, picks]);

test('what begins with a card goes on to where it can lie', async () => {
  const after = vi.fn(async () => [[legal('at 1', ['place:1']), legal('at 2', ['place:2'])]]);
  const all = await joined([legal('play a', ['hand:a', 'play']), legal('end')], begins, after);
  expect(said(all)).toEqual([
    ['play a; at 1', ['hand:a', 'place:1']],
    ['play a; at 2', ['hand:a', 'place:2']],
    ['end', []],
  ]);
  expect(after).toHaveBeenCalledExactlyOnceWith(['play a']);
});

test('what follows may only begin something, too', async () => {
  const after = vi.fn(async ([action]: string[]) =>
    action === 'use a' ? [[legal('with b', ['hand:b', 'with'])]] : [[legal('over 1', ['card:1'])]],
  );
  const all = await joined([legal('use a', ['hand:a', 'use'])], begins, after);
  expect(said(all)).toEqual([['use a; with b; over 1', ['hand:a', 'use', 'hand:b', 'with', 'card:1']]]);
  expect(after).toHaveBeenCalledTimes(2);
});

test('a beginning of which nobody knows what follows stays as it is', async () => {
  const draw = legal('use a', ['hand:a', 'use']);
  expect(await joined([draw, legal('end')], begins, async () => [[]])).toEqual([draw, legal('end')]);
});

test('without beginnings nobody is asked', async () => {
  const after = vi.fn();
  expect(await joined([legal('end')], begins, after)).toEqual([legal('end')]);
  expect(after).not.toHaveBeenCalled();
});
