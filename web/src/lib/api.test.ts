import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call, Problem } from './api.ts';

const answers: Response[] = [];
let asked = 0;
const answer = (status: number, body: object, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
const busy = (seconds: number) =>
  answer(429, { code: 'too_many', message: 'That was too often: wait a little.' }, { 'retry-after': String(seconds) });
const down = () => answer(503, { code: 'unavailable', message: 'The server could not do it just now: try again.' });
const well = () => answer(200, { name: 'Noor' });

beforeEach(() => {
  vi.useFakeTimers();
  asked = 0;
  vi.stubGlobal('fetch', async () => {
    asked++;
    return answers.shift() ?? well();
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  answers.length = 0;
});

/** What comes of a request, and how many seconds that took. */
async function after(request: Promise<unknown>) {
  const from = Date.now();
  const settled = request.then(
    (value) => ({ value, seconds: (Date.now() - from) / 1000 }),
    (problem: Problem) => ({ problem, seconds: (Date.now() - from) / 1000 }),
  );
  await vi.runAllTimersAsync();
  return settled as Promise<{ value?: unknown; problem?: Problem; seconds: number }>;
}

test('a question that comes too often waits as long as it is told, and is asked once more', async () => {
  answers.push(busy(7));
  expect(await after(call('GET', '/me'))).toEqual({ value: { name: 'Noor' }, seconds: 7 });
  answers.push(busy(3), busy(4));
  const { problem, seconds } = await after(call('GET', '/me'));
  expect(problem?.message).toBe('That was too often. Wait 4 seconds, then try again.');
  expect(seconds).toBe(3);
});

test('nobody waits for minutes without a word', async () => {
  answers.push(busy(600));
  const { problem, seconds } = await after(call('GET', '/me'));
  expect(problem?.message).toBe('That was too often. Wait 10 minutes, then try again.');
  expect(seconds).toBe(0);
});

test('an action is not done again by itself: it says how long to wait', async () => {
  answers.push(busy(1));
  const { problem, seconds } = await after(call('POST', '/tables', {}));
  expect(problem?.message).toBe('That was too often. Wait 1 second, then try again.');
  expect([seconds, asked]).toEqual([0, 1]);
  answers.push(down());
  expect((await after(call('POST', '/tables', {}))).problem?.status).toBe(503);
  expect(asked).toBe(2);
});

test('a question to a server that cannot answer now is asked again and again', async () => {
  answers.push(down(), down(), down(), down());
  expect((await after(call('GET', '/me'))).value).toEqual({ name: 'Noor' });
  expect(asked).toBe(5);
});

test('after a minute it says so', async () => {
  answers.push(...Array.from({ length: 40 }, down));
  const { problem, seconds } = await after(call('GET', '/me'));
  expect(problem?.message).toContain('try again');
  expect(seconds).toBeGreaterThan(30);
  expect(seconds).toBeLessThan(90);
});

test('who is not signed in any more is told so in words for people', async () => {
  answers.push(answer(401, { code: 'who_are_you', message: 'Say who you are first: POST /api/guests with a name.' }));
  const { problem } = await after(call('POST', '/tables', {}));
  expect(problem?.message).toBe('You are not signed in here any more. You can sign in again on your profile.');
  expect(problem?.code).toBe('who_are_you');
});
