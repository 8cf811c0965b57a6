import { expect, test, vi } from 'vitest';
import { Update, type Registration, type Worker, type Workers } from './update.ts';

vi.mock('./offered.svelte.ts', () => ({ offered: { take: null } }));

const OWN = 'https://bobbin.example/assets/app-1.js';

class FakeWorker implements Worker {
  state = 'installing';
  told: unknown[] = [];
  #heard: (() => void)[] = [];
  constructor(readonly files: string[]) {}
  postMessage = (message: unknown) => void this.told.push(message);
  addEventListener = (_: string, then: () => void) => void this.#heard.push(then);
  become(state: string) {
    this.state = state;
    for (const then of this.#heard) then();
  }
}

/** A browser in which a page runs, with the worker that controls it. */
function browser({ controlled = true } = {}) {
  let found = () => {};
  let changed = () => {};
  const reload = vi.fn();
  const offered: { take: (() => void) | null } = { take: null };
  const registration: Registration & { updates: number } = {
    installing: null,
    waiting: null,
    updates: 0,
    addEventListener: (_, then) => (found = then),
    update: async () => void registration.updates++,
  };
  const workers: Workers = {
    controller: controlled ? new FakeWorker(['/assets/app-1.js']) : null,
    register: async () => registration,
    addEventListener: (_, then) => (changed = then),
  };
  const update = new Update({
    workers: () => workers,
    own: OWN,
    reload,
    filesOf: async (worker) => (worker as FakeWorker).files,
    offered,
  });
  /** A worker comes, brings its files and waits. */
  async function comes(...files: string[]) {
    const worker = new FakeWorker(files);
    registration.installing = worker;
    found();
    worker.become('installed');
    await Promise.resolve();
    await Promise.resolve();
    return worker;
  }
  return { update, offered, registration, reload, comes, takesOver: () => changed() };
}

test('the first worker replaces nothing, and nothing is offered', async () => {
  const { update, offered, comes } = browser({ controlled: false });
  await update.start();
  const worker = await comes('/assets/app-1.js');
  expect(offered.take).toBe(null);
  expect(worker.told).toEqual([]);
});

test('a new version is offered, and comes only when somebody wants it', async () => {
  const { update, offered, comes, reload, takesOver } = browser();
  await update.start();
  const worker = await comes('/assets/app-2.js');
  expect(offered.take).not.toBe(null);
  expect(worker.told).toEqual([]);
  expect(reload).not.toHaveBeenCalled();
  offered.take?.();
  expect(worker.told).toEqual(['take over']);
  expect(reload).not.toHaveBeenCalled();
  takesOver();
  expect(reload).toHaveBeenCalledOnce();
});

test('a version that waits since the last visit is offered, too, and may wait on', async () => {
  const { update, offered, registration, reload } = browser();
  registration.waiting = new FakeWorker(['/assets/app-2.js']);
  await update.start();
  expect(offered.take).not.toBe(null);
  expect((registration.waiting as FakeWorker).told).toEqual([]);
  expect(reload).not.toHaveBeenCalled();
});

test('a page that is new already lets its worker take over, and asks nobody', async () => {
  const { update, offered, comes } = browser();
  await update.start();
  const worker = await comes('/assets/app-1.js', '/assets/other-2.js');
  expect(offered.take).toBe(null);
  expect(worker.told).toEqual(['take over']);
});

test('where another window was quicker the page is loaded anew', async () => {
  const { update, offered, comes, reload } = browser();
  await update.start();
  const worker = await comes('/assets/app-2.js');
  worker.become('activated');
  offered.take?.();
  expect(reload).toHaveBeenCalledOnce();
});

test('a page that stays open asks once an hour', async () => {
  const { update, registration } = browser();
  await update.start();
  const now = Date.now();
  update.lookedAt(now + 60_000);
  expect(registration.updates).toBe(0);
  update.lookedAt(now + 61 * 60_000);
  update.lookedAt(now + 62 * 60_000);
  expect(registration.updates).toBe(1);
});

test('a browser without workers, or one that refuses, is no fault', async () => {
  const offered = { take: null };
  const around = { own: OWN, reload: () => {}, filesOf: async () => [], offered };
  await new Update({ ...around, workers: () => undefined }).start();
  const refusing = { controller: null, addEventListener: () => {}, register: () => Promise.reject(new Error('no')) };
  const update = new Update({ ...around, workers: () => refusing });
  await update.start();
  expect(offered.take).toBe(null);
});
