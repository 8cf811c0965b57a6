import { beforeEach, expect, test, vi } from 'vitest';
import { legal, preview, step } from './fake-table.ts';
import { prefs } from './prefs.svelte.ts';
import { Session } from './session.svelte.ts';
import type { Answer, TableApi } from './table-api.ts';

// What this person likes is asked of a browser.
vi.mock('./prefs.svelte.ts', () => ({ prefs: {}, lessMotion: () => true }));
beforeEach(() => void Object.assign(prefs, { confirm: false, guard: false, pace: 0 }));

const take = legal('take', ['tile:a']);
const done = legal('done');

/** A table where it is our turn, and what was asked of its server. */
function playing(api: Partial<TableApi> = {}) {
  const asked: string[] = [];
  const session = new Session({
    play: async ({ action }, version) => {
      asked.push(`${action} at ${version}`);
      return { ok: true, event: 2 };
    },
    undo: async (version) => {
      asked.push(`undo at ${version}`);
      return { ok: true, event: 2 };
    },
    ...api,
  } as TableApi);
  session.me = 0;
  session.feed.jump(step(1, { legal: [take, done] }));
  return { session, asked };
}
const ways: [string, (session: Session) => Promise<void>, 'play' | 'undo', string][] = [
  ['an action', (session) => session.play(take), 'play', 'played'],
  ['an undo', (session) => session.undo(), 'undo', 'taken back'],
];

for (const [what, act, call, word] of ways) {
  test(`${what} goes with the newest version, and the table is busy until the stream has told of it`, async () => {
    const { session, asked } = playing();
    session.feed.connection = 'live';
    const acting = act(session);
    await act(session);
    expect(asked).toEqual([`${call === 'play' ? 'take' : 'undo'} at 1`]);
    expect(session.busy).toBe(true);
    session.feed.receive(step(2));
    await acting;
    expect([session.busy, session.notice]).toEqual([false, null]);
  });

  test(`${what} that is refused says why`, async () => {
    const refused: Answer = { ok: false, message: 'Not now.', clause: '5.3' };
    const { session } = playing({ [call]: async () => refused });
    await act(session);
    expect(session.notice).toEqual({ message: 'Not now.', clause: '5.3' });
    expect(session.busy).toBe(false);
  });

  test(`${what} without an answer says that it may have been ${word}`, async () => {
    const { session } = playing({ [call]: async () => Promise.reject(new Error('lost')) });
    await act(session);
    expect(session.notice?.message).toContain(`If it was ${word}, the table will show it`);
    expect(session.busy).toBe(false);
  });
}

test('what cannot be taken back waits for a second touch', async () => {
  prefs.confirm = true;
  const { session, asked } = playing({ preview: async ([action]) => [preview(action!, 0, false)] });
  await session.choose(take, 'tile:a');
  expect(session.touching.armed?.id).toBe('tile:a');
  expect(asked).toEqual([]);
});

test('a button asks once whether points are left lying', async () => {
  prefs.guard = true;
  const { session, asked } = playing({ preview: async (actions) => actions.map((action) => preview(action, 2)) });
  session.board = { points: (view: { points: number }) => view.points } as unknown as Session['board'];
  await session.press(done);
  expect(session.doubt).toEqual({ action: 'done', message: 'take: that would bring 2 points.' });
  await session.press(done);
  expect(asked).toEqual(['done at 1']);
});

test('whoever has touched something else meanwhile is not told why', async () => {
  let answer: (why: { message: string }) => void = () => {};
  const { session } = playing({ whyNot: () => new Promise((told) => (answer = told)) });
  const first = session.explain(['tile:z']);
  const early = session.explain(['tile:y'], true);
  answer({ message: 'An old answer.' });
  await Promise.all([first, early]);
  expect(session.notice?.message).toMatch(/^That comes a touch later/);
});
