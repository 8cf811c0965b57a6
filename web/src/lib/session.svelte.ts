// A table as this page sees it: what the stream says, shown in order, and what is touched, sent back.

import { tick } from 'svelte';
import type { AnyBoard } from '../boards/index.ts';
import { land, takeOff } from './fly.ts';
import type { LegalAction } from './picks.ts';
import { lessMotion, prefs } from './prefs.svelte.ts';
import { ShowQueue } from './queue.ts';
import type { Connection } from './stream.ts';
import { Touching } from './touch.svelte.ts';

export interface SeatInfo { name: string; bot: boolean; open?: boolean; away?: boolean; level?: string | null; mine?: boolean }
export interface Told { words: string; event?: unknown }
export interface Sheet { lines: { name: string; points: number }[]; total: number }
export interface Outcome {
  aim: 'high' | 'low'; sheets: Sheet[]; ranks: number[]; winners: number[]; decided_by: string | null; tier: string | null; goals: { name: string; met_by: number[] }[];
}
export interface Hint { action: string; label: string; worth: string; picks: string[] }

/** All that is known after one step. */
export interface Update {
  /** To be sent along with an action. */
  version: number;
  /** Counted from 1, without gaps. */
  event: number;
  view: unknown;
  text: string;
  legal: LegalAction[];
  prompt: { text: string; clause: string };
  /** Who acted, if this step was an action. */
  by: number | null;
  told: Told[];
  undo: { can: boolean; why?: string };
  outcome: Outcome | null;
}

export interface LogLine { key: string; seat: number | null; words: string }
export interface ChatLine { key: string; name: string; seat: number | null; text: string }

/** What the server can be asked to do for a table. */
export interface TableApi {
  play(action: LegalAction, version: number): Promise<{ ok: true; event: number } | { ok: false; message: string; clause?: string }>;
  undo(version: number): Promise<{ ok: true; event: number } | { ok: false; message: string }>;
  whyNot?(picks: string[]): Promise<{ message: string; clause?: string } | null>;
  hint?(): Promise<Hint[]>;
  say?(text: string): Promise<void>;
  rules(): Promise<string>;
  rematch?(): Promise<string>;
}

export class Session {
  seats: SeatInfo[] = $state([]);
  me: number | null = $state(null);
  now: Update | null = $state.raw(null);
  log: LogLine[] = $state([]);
  chat: ChatLine[] = $state([]);
  unread = $state(0);
  connection: Connection = $state('connecting');
  /** An answer to what was just touched: why it cannot be, or what went wrong. */
  notice: { message: string; clause?: string | undefined } | null = $state(null);
  hints: Hint[] | null = $state(null);
  busy = $state(false);
  thinking = $state(false);
  touching: Touching;
  board: AnyBoard | null = null;
  #api: TableApi;
  #queue: ShowQueue<Update>;
  #newest = -1;
  #latest = -1;
  /** Told of each step that arrives. */
  #arrived: (() => void) | undefined;

  readonly names = $derived(this.seats.map((seat) => seat.name));
  readonly bots = $derived(this.seats.map((seat) => seat.bot));
  readonly myTurn = $derived((this.now?.legal.length ?? 0) > 0);
  readonly over = $derived(this.now?.outcome != null);

  constructor(api: TableApi) {
    this.#api = api;
    this.touching = new Touching({ send: (action) => void this.play(action), why: (picks) => void this.explain(picks) });
    this.#queue = new ShowQueue<Update>({
      show: (update) => void this.#show(update),
      pace: (update) => (lessMotion() || update.by === null || update.by === this.me || update.told.length === 0 ? 0 : prefs.pace),
    });
  }

  /** A step arrives from the stream. */
  receive(update: Update) {
    if (update.event <= this.#latest) return;
    this.#latest = update.event;
    this.#newest = update.version;
    this.#queue.push(update);
    this.#arrived?.();
  }

  /** Everything anew, without a show: after a reload or when much was missed. */
  jump(update: Update) {
    this.#queue.close();
    this.#latest = update.event;
    this.#newest = update.version;
    this.#put(update);
    this.#arrived?.();
  }

  /** Until the stream has told of what was just done: what glows before that is the table of before. */
  async #heard(event: number) {
    const late = new Promise<void>((done) => setTimeout(done, 2000));
    while (this.#latest < event && this.connection === 'live') {
      const arrived = new Promise<void>((done) => (this.#arrived = done));
      if ((await Promise.race([arrived.then(() => 'arrived'), late.then(() => 'late')])) === 'late') return;
    }
  }

  skip() {
    this.#queue.skip();
  }

  get waiting() {
    return this.#queue.length;
  }

  async #show(update: Update) {
    const flights = lessMotion() || !this.board?.moves ? [] : takeOff(update.told.flatMap((told) => this.board!.moves!(told.event ?? {}, this.me)));
    this.#put(update);
    if (flights.length === 0) return;
    await tick();
    land(flights);
  }

  #put(update: Update) {
    // A hint holds as long as one's own part of the table stands: others may act meanwhile.
    if (update.version !== this.now?.version) this.hints = null;
    this.now = update;
    this.touching.renew(update.legal);
    const lines = update.told.map((told, i) => ({ key: `${update.event}.${i}`, seat: update.by, words: told.words }));
    if (lines.length) this.log = [...lines.reverse(), ...this.log].slice(0, 400);
  }

  async play(action: LegalAction) {
    if (this.busy) return;
    this.skip();
    this.busy = true;
    this.notice = null;
    try {
      const answer = await this.#api.play(action, this.#newest);
      if (answer.ok) await this.#heard(answer.event);
      else this.notice = { message: answer.message, clause: answer.clause };
    } catch {
      this.notice = { message: 'The server does not answer. If it was played, the table will show it; if not, try again.' };
    } finally {
      this.busy = false;
    }
  }

  async undo() {
    if (this.busy) return;
    this.touching.clear();
    this.busy = true;
    this.notice = null;
    try {
      const answer = await this.#api.undo(this.#newest);
      if (answer.ok) await this.#heard(answer.event);
      else this.notice = { message: answer.message };
    } catch {
      this.notice = { message: 'The server does not answer. If it was taken back, the table will show it; if not, try again.' };
    } finally {
      this.busy = false;
    }
  }

  async explain(picks: string[]) {
    if (this.waiting > 0) return this.skip();
    this.notice = null;
    if (!this.#api.whyNot || this.me === null || this.over) return;
    const why = await this.#api.whyNot(picks).catch(() => null);
    if (why) this.notice = why;
  }

  async hint() {
    if (!this.#api.hint || this.thinking) return;
    this.thinking = true;
    this.notice = null;
    const asked = this.now?.version;
    try {
      const hints = await this.#api.hint();
      if (this.now?.version === asked) this.hints = hints;
    } catch (problem) {
      this.notice = { message: `No hint now. ${(problem as Error).message}` };
    } finally {
      this.thinking = false;
    }
  }

  get canHint() {
    return this.#api.hint !== undefined;
  }
  get canChat() {
    return this.#api.say !== undefined;
  }
  say = (text: string) => this.#api.say?.(text);
  rules = () => this.#api.rules();
  rematch = () => this.#api.rematch?.();
  get canRematch() {
    return this.#api.rematch !== undefined;
  }
}
