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

// What somebody has begun is theirs: others may act meanwhile, as they do where all play at the same time.
test('a button that was asked about stays asked about while others act', async () => {
  prefs.guard = true;
  const { session, asked } = playing({ preview: async (actions) => actions.map((action) => preview(action, 2)) });
  session.board = { points: (view: { points: number }) => view.points } as unknown as Session['board'];
  await session.press(done);
  session.feed.receive(step(2, { by: 1, legal: [take, done] }));
  expect(session.doubt?.action).toBe('done');
  await session.press(done);
  expect(asked).toEqual(['done at 2']);
});

test('a question that others act into is answered all the same', async () => {
  prefs.guard = true;
  prefs.confirm = true;
  const answers: (() => void)[] = [];
  const { session, asked } = playing({
    preview: (actions) =>
      new Promise((told) => answers.push(() => told(actions.map((action) => preview(action, 2, false))))),
  });
  session.board = { points: (view: { points: number }) => view.points } as unknown as Session['board'];
  const act = async (what: Promise<void>, event: number) => {
    session.feed.receive(step(event, { by: 1, legal: [legal('take', ['tile:a']), legal('done')] }));
    answers.splice(0).forEach((answer) => answer());
    await what;
  };
  await act(session.press(done), 2);
  expect(session.doubt?.action).toBe('done');
  await act(session.choose(take, 'tile:a'), 3);
  expect(session.touching.armed?.id).toBe('tile:a');
  expect(asked).toEqual([]);
});

test('what waits for a second touch or has been touched stays so while others act, as long as it can be done', async () => {
  prefs.confirm = true;
  const { session } = playing({ preview: async ([action]) => [preview(action!, 0, false)] });
  const knit = legal('knit', ['tile:a', 'garment:b']);
  const swap = legal('swap', ['tile:a', 'garment:c']);
  session.feed.jump(step(1, { legal: [take, done, knit, swap] }));
  await session.choose(take, 'tile:a');
  session.feed.receive(step(2, { by: 1, legal: [legal('take', ['tile:a']), done, knit, swap] }));
  expect(session.touching.armed?.action.action).toBe('take');
  session.feed.receive(step(3, { by: 1, legal: [done, knit, swap] }));
  expect(session.touching.armed).toBeNull();
  session.touching.touch('tile:a');
  session.feed.receive(step(4, { by: 1, legal: [done, knit, swap] }));
  expect(session.touching.held.touched).toEqual(['tile:a']);
});

test('whatever we did ourselves, here or elsewhere, ends what was begun before it', async () => {
  prefs.guard = true;
  const { session } = playing({ preview: async (actions) => actions.map((action) => preview(action, 2)) });
  session.board = { points: (view: { points: number }) => view.points } as unknown as Session['board'];
  for (const [event, more] of [
    [2, { by: 0 }],
    [3, { undoneBy: 0 }],
  ] as const) {
    await session.press(done);
    session.feed.receive(step(event, { ...more, legal: [take, done] }));
    expect(session.doubt).toBeNull();
  }
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

test('what lies ready to be used is no loss, and what it is used for is no less of a gain', async () => {
  const to = async (points: number, stock: number) => {
    const changes = [
      { path: '/points', to: points },
      { path: '/stock', to: stock },
    ];
    const { session } = playing({ preview: async () => [{ ...preview('take'), changes }] });
    type Seen = { points: number; stock: number };
    const board = { points: (view: unknown) => (view as Seen).points, stock: (view: unknown) => (view as Seen).stock };
    session.board = board as unknown as Session['board'];
    session.feed.jump(step(1, { legal: [take], view: { points: 10, stock: -3 } }));
    await session.previews.look(['take']);
    session.touching.suggested = take;
    return session.gain;
  };
  expect(await to(8, -5)).toBe(0);
  expect(await to(12, -2)).toBe(2);
  expect(await to(7, -3)).toBe(-3);
});
