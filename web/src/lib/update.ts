// The page and its service worker: started once all is quiet, so that it takes nothing from who waits for a board, and
// asked whether there is a new version. One is offered, and comes when somebody wants it.

import { offered } from './offered.svelte.ts';

/** What is looked at of the browser's own objects; tests bring others. */
export interface Worker {
  state: string;
  postMessage(message: unknown, ports?: Transferable[]): void;
  addEventListener(type: 'statechange', listener: () => void): void;
}
export interface Registration {
  installing: Worker | null;
  waiting: Worker | null;
  addEventListener(type: 'updatefound', listener: () => void): void;
  update(): Promise<unknown>;
}
export interface Workers {
  controller: Worker | null;
  register(script: string, options: RegistrationOptions): Promise<Registration>;
  addEventListener(type: 'controllerchange', listener: () => void): void;
}

export interface Around {
  workers: () => Workers | undefined;
  /** The address of a file that this page runs and that has another name in every version. */
  own: string;
  reload: () => void;
  /** Which files a worker brings. */
  filesOf: (worker: Worker) => Promise<readonly string[]>;
  /** Where it is said that there is a version that this page is not. */
  offered: { take: (() => void) | null };
}

/** A page that stays open asks this often. */
const OFTEN = 60 * 60_000;

export class Update {
  #around: Around;
  #next: Worker | null = null;
  #registration: Registration | null = null;
  #asked = Date.now();

  constructor(around: Around) {
    this.#around = around;
  }

  async start(): Promise<void> {
    const workers = this.#around.workers();
    if (!workers) return;
    try {
      const found = await workers.register('/sw.js', { updateViaCache: 'none' });
      this.#registration = found;
      found.addEventListener('updatefound', () => {
        const fresh = found.installing;
        fresh?.addEventListener('statechange', () => {
          // The first one replaces nothing.
          if (fresh.state === 'installed' && workers.controller) void this.#consider(fresh);
        });
      });
      if (found.waiting && workers.controller) await this.#consider(found.waiting);
    } catch {
      // A browser that wants no worker plays with the net only.
    }
  }

  /** Somebody looks at the page again. */
  lookedAt(now = Date.now()) {
    if (!this.#registration || now - this.#asked < OFTEN) return;
    this.#asked = now;
    this.#registration.update().catch(() => undefined);
  }

  /** A page that was loaded meanwhile is new already: its worker may take over, and nobody need be asked. */
  async #consider(worker: Worker) {
    const files = await this.#around.filesOf(worker);
    if (files.includes(new URL(this.#around.own).pathname)) return worker.postMessage('take over');
    this.#next = worker;
    this.#around.offered.take = () => this.#take();
  }

  /** Somebody wants it now. */
  #take() {
    const workers = this.#around.workers();
    this.#around.offered.take = null;
    // In another window somebody was quicker.
    if (!workers || !this.#next || this.#next.state === 'activated') return this.#around.reload();
    workers.addEventListener('controllerchange', this.#around.reload);
    this.#next.postMessage('take over');
  }
}

/** A worker that does not answer brings nothing that is known. */
const filesOf = (worker: Worker) =>
  new Promise<readonly string[]>((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => done(data as string[]);
    setTimeout(() => done([]), 3000);
    worker.postMessage('files', [port2]);
  });

/** Not there without https, nor where the browser's owner has forbidden it. */
const container = () => (typeof navigator === 'undefined' ? undefined : navigator.serviceWorker);

/** Starts the worker for a page that runs `own`, and says so where there is a new version. */
export function start(own: string) {
  const update = new Update({ workers: container, own, reload: () => location.reload(), filesOf, offered });
  void update.start();
  document.addEventListener('visibilitychange', () => document.hidden || update.lookedAt());
}
