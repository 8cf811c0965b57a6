import { expect, test, vi } from 'vitest';
import { go } from './router.svelte.ts';
import { Starting } from './starting.svelte.ts';

vi.mock('./router.svelte.ts', () => ({ go: vi.fn() }));

test('one table is set up at a time, and the page goes there', async () => {
  const starting = new Starting();
  const first = starting.at('a', async () => 'first');
  expect(starting.busy).toBe('a');
  await starting.at('b', async () => 'second');
  await first;
  expect(vi.mocked(go).mock.calls).toEqual([['/table/first']]);
  expect(starting.busy).toBe('');
});

test('what goes wrong is said, until it is tried again', async () => {
  const starting = new Starting();
  await starting.at('a', async () => Promise.reject(new Error('No room.')));
  expect([starting.error, starting.busy]).toEqual(['No room.', '']);
  await starting.at('a', async () => 'there');
  expect(starting.error).toBe('');
});
