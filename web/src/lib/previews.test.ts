import { expect, test } from 'vitest';
import { preview } from './fake-table.ts';
import type { Preview } from './preview.ts';
import { MOST, Previews } from './previews.svelte.ts';

function asking(
  answer: (actions: string[]) => Promise<Preview[] | null> = async (actions) =>
    actions.map((action) => preview(action)),
) {
  const asked: string[][] = [];
  const previews = new Previews((actions) => {
    asked.push(actions);
    return answer(actions);
  });
  return { previews, asked };
}

test('each action is asked about once, until the table changes', async () => {
  const { previews, asked } = asking();
  await previews.look(['a', 'b']);
  expect((await previews.look(['b', 'c'])).map((each) => each?.action)).toEqual(['b', 'c']);
  expect(asked).toEqual([['a', 'b'], ['c']]);
  expect(previews.of('a')?.action).toBe('a');
  previews.forget();
  expect(previews.of('a')).toBeNull();
  await previews.look(['a']);
  expect(asked.length).toBe(3);
});

test('an answer about a table of before is not kept', async () => {
  const { previews } = asking();
  const before = previews.look(['a']);
  previews.forget();
  expect((await before)[0]?.action).toBe('a');
  expect(previews.of('a')).toBeNull();
});

test('no answer is no preview, and no more than the server takes are asked for at once', async () => {
  const { previews } = asking(async () => Promise.reject(new Error('no answer')));
  expect(await previews.look(['a'])).toEqual([null]);
  const many = asking();
  await many.previews.look(Array.from({ length: MOST + 6 }, (_, i) => `${i}`));
  expect(many.asked[0]?.length).toBe(MOST);
});
