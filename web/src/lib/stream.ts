// Server-sent events over fetch, so that the place to go on from is ours to say: after a lost connection, a reload
// of the server or a sleeping laptop the stream resumes behind the last event that was handled. The server ends a stream
// whose right has gone; coming again tells whether that is so.

import { retryAfter } from './api.ts';

export interface ServerEvent {
  id: string | null;
  event: string;
  data: string;
}

export type Connection = 'connecting' | 'live' | 'reconnecting' | 'offline' | 'closed' | 'gone';

/** Why there is nothing more to hear, as the server says it. */
export interface Gone {
  status: number;
  code: string;
  message: string;
}

export interface StreamOptions {
  url: string;
  /** Handles one event; its id is remembered only after this returns. */
  onEvent: (event: ServerEvent) => void;
  onState?: (state: Connection) => void;
  /** The table is not there, or it is not ours to see. */
  onGone?: (why: Gone) => void;
  lastId?: string | null;
  fetch?: typeof fetch;
  /** Waits before another attempt, so many seconds if the server has said; the default doubles from 0.3 s to 8 s. */
  wait?: (attempt: number, seconds?: number) => Promise<void>;
  isOnline?: () => boolean;
  /** The server sends a comment at least this often; a silent stream is a dead one. */
  silence?: number;
}

/** Cuts a stream of text into events. Half an event at the end of a chunk waits for the rest. */
export class EventParser {
  #rest = '';
  #id: string | null = null;
  #event = '';
  #data: string[] = [];

  push(chunk: string): ServerEvent[] {
    const events: ServerEvent[] = [];
    const lines = (this.#rest + chunk).split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop()!;
    for (const line of lines) {
      if (line === '') {
        if (this.#data.length > 0)
          events.push({ id: this.#id, event: this.#event || 'message', data: this.#data.join('\n') });
        this.#event = '';
        this.#data = [];
        continue;
      }
      if (line.startsWith(':')) continue;
      const colon = line.indexOf(':');
      const field = colon < 0 ? line : line.slice(0, colon);
      const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
      if (field === 'data') this.#data.push(value);
      else if (field === 'event') this.#event = value;
      else if (field === 'id') this.#id = value;
    }
    return events;
  }
}

const pause = (attempt: number, seconds?: number) =>
  new Promise<void>((done) => setTimeout(done, seconds ? 1000 * seconds : Math.min(8000, 300 * 2 ** attempt)));

/** How a connection ended: the server closed it, it was lost, or there is no right to it. */
type End = { how: 'closed' } | { how: 'lost'; seconds?: number } | { how: 'gone'; why: Gone };

/** Numbers are compared as numbers; other ids only by being the same. */
const isOld = (id: string | null, last: string | null) => {
  if (id === null || last === null) return false;
  const [a, b] = [Number(id), Number(last)];
  return Number.isNaN(a) || Number.isNaN(b) ? id === last : a <= b;
};

export class Stream {
  lastId: string | null;
  state: Connection = 'connecting';
  #options: StreamOptions;
  #abort = new AbortController();
  #attempt: AbortController | undefined;
  #poke: (() => void) | undefined;

  constructor(options: StreamOptions) {
    this.#options = options;
    this.lastId = options.lastId ?? null;
  }

  close() {
    this.#set('closed');
    this.#abort.abort();
    this.#poke?.();
  }

  /** The network is gone: do not wait until the connection notices. */
  drop() {
    this.#attempt?.abort();
  }

  /** Do not wait any longer: the network is back, the page is in front again. */
  retry() {
    this.#poke?.();
  }

  /** Runs until it is closed or the table is gone. */
  async run(): Promise<void> {
    const { onEvent, wait = pause, isOnline = () => globalThis.navigator?.onLine !== false } = this.#options;
    for (let attempt = 0; this.state !== 'closed';) {
      const end = await this.#connect((event) => {
        if (isOld(event.id, this.lastId)) return;
        attempt = 0;
        onEvent(event);
        if (event.id !== null) this.lastId = event.id;
      });
      if (this.#closed()) return;
      if (end.how === 'gone') {
        this.#set('gone');
        return this.#options.onGone?.(end.why);
      }
      const tries = attempt++;
      // A stream that the server ended is asked for again at once, but not again and again.
      if (end.how === 'closed' && tries === 0) continue;
      this.#set(isOnline() ? 'reconnecting' : 'offline');
      const waited = wait(tries, end.how === 'lost' ? end.seconds : undefined);
      await Promise.race([waited, new Promise<void>((done) => (this.#poke = done))]);
    }
  }

  async #connect(handle: (event: ServerEvent) => void): Promise<End> {
    const { url, fetch: get = globalThis.fetch, silence = 40_000 } = this.#options;
    const attempt = (this.#attempt = new AbortController());
    const stop = () => attempt.abort();
    this.#abort.signal.addEventListener('abort', stop);
    let watchdog: ReturnType<typeof setTimeout> | undefined;
    const alive = () => {
      clearTimeout(watchdog);
      watchdog = setTimeout(stop, silence);
    };
    try {
      alive();
      const headers: Record<string, string> = { accept: 'text/event-stream' };
      if (this.lastId !== null) headers['last-event-id'] = this.lastId;
      const answer = await get(url, { headers, signal: attempt.signal, cache: 'no-store' });
      if ([401, 403, 404, 410].includes(answer.status)) {
        const said = (await answer.json().catch(() => ({}))) as Partial<Gone>;
        return { how: 'gone', why: { status: answer.status, code: said.code ?? '', message: said.message ?? '' } };
      }
      if (!answer.ok || !answer.body) {
        const seconds = retryAfter(answer);
        return { how: 'lost', ...(seconds === null ? {} : { seconds }) };
      }
      this.#set('live');
      const reader = answer.body.getReader();
      const text = new TextDecoder();
      const parser = new EventParser();
      for (;;) {
        const { done, value } = await reader.read();
        if (done || this.#closed()) return { how: 'closed' };
        alive();
        for (const event of parser.push(text.decode(value, { stream: true }))) handle(event);
      }
    } catch (error) {
      // What a handler could not do is tried again with the next connection, but not in silence.
      if (!(error instanceof DOMException) && !(error instanceof TypeError && /fetch|network/i.test(error.message)))
        console.error(error);
      return { how: 'lost' };
    } finally {
      clearTimeout(watchdog);
      attempt.abort();
      this.#abort.signal.removeEventListener('abort', stop);
    }
  }

  #closed = () => this.state === 'closed';

  #set(state: Connection) {
    if (this.state === state || this.#closed()) return;
    this.state = state;
    this.#options.onState?.(state);
  }
}
