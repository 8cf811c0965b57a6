// A table as this page sees it: what the stream says, shown in order, and what is touched, sent back.

import type { Distance } from './account.ts';
import { brief } from './brief.ts';
import { tick } from 'svelte';
import type { BoardModule } from '../games/title.ts';
import { count } from './count.ts';
import { land, takeOff } from './fly.ts';
import { Doings, leftToDo, type Weighed } from './guard.ts';
import { Chronicle, type Before, type LogStep } from './log.ts';
import type { LegalAction } from './picks.ts';
import { applied, type Preview } from './preview.ts';
import { lessMotion, prefs } from './prefs.svelte.ts';
import { ShowQueue } from './queue.ts';
import type { Connection } from './stream.ts';
import { Touching } from './touch.svelte.ts';

export interface SeatInfo {
  name: string;
  bot: boolean;
  open?: boolean;
  away?: boolean;
  level?: string | null;
  mine?: boolean;
}
export interface Told {
  words: string;
  event?: unknown;
}
export interface Sheet {
  lines: { name: string; points: number }[];
  total: number;
}
export interface Outcome {
  aim: 'high' | 'low';
  sheets: Sheet[];
  ranks: number[];
  winners: number[];
  decided_by: string | null;
  tier: string | null;
  goals: { name: string; met_by: number[] }[];
}
export interface Hint {
  action: string;
  label: string;
  /** 0 is a sure loss, 1 a sure win. */
  value: number | null;
  /** The final score that can be expected. */
  score: number | null;
}

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
  /** Who took an action back, if this step was that. */
  undoneBy: number | null;
  told: Told[];
  undo: { can: boolean; why?: string; clause?: string };
  outcome: Outcome | null;
  /** The time of each seat in milliseconds, where there is a clock. */
  clocks?: { left: number; running: boolean }[] | null;
}

export interface ChatLine {
  key: string;
  name: string;
  seat: number | null;
  text: string;
}

/** A sentence about what has happened to the seats. */
export interface News {
  key: number;
  words: string;
}

/** What the server can be asked to do for a table. */
export interface TableApi {
  play(
    action: LegalAction,
    version: number,
  ): Promise<{ ok: true; event: number } | { ok: false; message: string; clause?: string }>;
  undo(version: number): Promise<{ ok: true; event: number } | { ok: false; message: string; clause?: string }>;
  whyNot?(picks: string[]): Promise<{ message: string; clause?: string } | null>;
  preview?(actions: string[]): Promise<Preview[]>;
  /** What could be done after an action. */
  after?(action: string): Promise<LegalAction[]>;
  hint?(): Promise<Hint[]>;
  say?(text: string): Promise<void>;
  /** The seats of people one has muted or blocked. */
  muted?(): Promise<number[]>;
  /** Mutes or blocks whoever sits there; gives the server's name for it, by which it can be taken back. */
  keepAway?(seat: number, distance: Distance): Promise<string | null>;
  letNear?(id: string): Promise<void>;
  /** Only who sits at the table reports somebody there. */
  report?(seat: number, text: string): Promise<void>;
  rules(): Promise<string>;
  rematch?(): Promise<string>;
}

export class Session {
  seats: SeatInfo[] = $state([]);
  me: number | null = $state(null);
  /** All seats of ours: several where one screen is shared. */
  own: readonly number[] = $state.raw([]);
  now: Update | null = $state.raw(null);
  log: LogStep[] = $state.raw([]);
  #chronicle = new Chronicle();
  chat: ChatLine[] = $state([]);
  /** What has happened to the seats before the start, newest first. */
  news: News[] = $state([]);
  unread = $state(0);
  /** Seats whose people one has muted or blocked. */
  muted: ReadonlySet<number> = $state.raw(new Set());
  /** What was wanted of them on this page, with the way back. */
  kept: ReadonlyMap<number, { id: string; distance: Distance }> = $state.raw(new Map());
  connection: Connection = $state('connecting');
  /** The clocks as they were told last, and when that was. */
  clocks: { at: number; seats: { left: number; running: boolean }[] } | null = $state.raw(null);
  /** An answer to what was just touched: why it cannot be, or what went wrong. */
  notice: { message: string; clause?: string | undefined } | null = $state(null);
  /** A button that was pressed while something is left to do: pressed again, it counts. */
  doubt: { action: string; message: string } | null = $state(null);
  /** What actions of now would come to, as far as it was asked. */
  #previews: ReadonlyMap<string, Preview> = $state.raw(new Map());
  #asked = new Map<string, Promise<Preview | null>>();
  #doings = new Doings();
  hints: Hint[] | null = $state(null);
  busy = $state(false);
  /** Counts touches, so that an answer about an earlier one is not told. */
  #asking = 0;
  thinking = $state(false);
  touching: Touching;
  board: BoardModule | null = null;
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
  /** The preview of what the pointer, the keyboard or a first touch means. */
  readonly preview = $derived.by(() => this.#previews.get(this.touching.meaning?.action?.action ?? '') ?? null);
  /** How many points that would bring or cost. */
  readonly gain = $derived.by(() => {
    const points = this.board?.points;
    return points && this.me !== null && this.after && this.now
      ? points(this.after, this.me) - points(this.now.view, this.me)
      : 0;
  });
  /** The view as it would be then; nothing where luck has a say in it. */
  readonly after = $derived(this.preview?.is_sure && this.now ? applied(this.now.view, this.preview.changes) : null);

  constructor(api: TableApi) {
    this.#api = api;
    this.touching = new Touching({
      send: (action, only) => void this.choose(action, only),
      why: (picks, early) => void this.explain(picks, early),
      asks: () => prefs.confirm,
      free: () => !this.busy,
      after: async (action) => (await this.#api.after?.(action.action).catch(() => null)) ?? [],
      on: () => {
        this.#asking++;
        this.notice = null;
        this.doubt = null;
      },
    });
    this.#queue = new ShowQueue<Update>({
      show: (update) => void this.#show(update),
      pace: (update) =>
        lessMotion() || update.by === null || update.by === this.me || update.told.length === 0 ? 0 : prefs.pace,
    });
  }

  /** A step arrives from the stream. */
  receive(update: Update) {
    if (update.event <= this.#latest) return;
    this.#latest = update.event;
    this.#newest = update.version;
    this.#tick(update);
    this.#queue.push(update);
    this.#arrived?.();
  }

  /** Everything anew, without a show: after a reload or when much was missed. */
  jump(update: Update) {
    this.#queue.close();
    this.#latest = update.event;
    this.#newest = update.version;
    this.#tick(update);
    this.#put(update);
    this.#arrived?.();
  }

  /** Until the stream has told of what was just done: what glows before that is the table of before. */
  async #heard(event: number) {
    const late = new Promise<void>((done) => setTimeout(done, 10_000));
    while (this.#latest < event && this.connection === 'live') {
      const arrived = new Promise<void>((done) => (this.#arrived = done));
      if ((await Promise.race([arrived.then(() => 'arrived'), late.then(() => 'late')])) === 'late') return;
    }
  }

  /** Clocks run while others' actions wait to be shown. */
  #tick(update: Update) {
    this.clocks = update.clocks ? { at: Date.now(), seats: update.clocks } : null;
  }

  skip() {
    this.#queue.skip();
  }

  get waiting() {
    return this.#queue.length;
  }

  async #show(update: Update) {
    const flights =
      lessMotion() || !this.board?.moves
        ? []
        : takeOff(update.told.flatMap((told) => this.board!.moves!(told.event ?? {}, this.me)));
    this.#put(update);
    if (flights.length === 0) return;
    await tick();
    land(flights);
  }

  #put(update: Update) {
    // A hint holds as long as one's own part of the table stands: others may act meanwhile.
    if (update.version !== this.now?.version) this.hints = null;
    this.now = update;
    this.doubt = null;
    this.#previews = new Map();
    this.#asked = new Map();
    const isOurs = (seat: number | null) => seat !== null && seat === this.me;
    this.#doings.see(update.legal, isOurs(update.by) ? 1 : isOurs(update.undoneBy) ? -1 : 0);
    this.touching.renew(update.legal);
    this.#chronicle.hear(update);
    this.log = this.#chronicle.steps;
  }

  /** What has happened before. */
  remember(log: Before) {
    this.#chronicle.remember(log);
    this.log = this.#chronicle.steps;
  }

  /** Asks what actions would come to; answers that are known are not asked for again. */
  async look(actions: string[]): Promise<(Preview | null)[]> {
    const asked = this.#asked;
    const open = actions.filter((action) => !asked.has(action)).slice(0, 64);
    if (open.length > 0) {
      const answer =
        this.#api.preview && this.me !== null ? this.#api.preview(open).catch(() => null) : Promise.resolve(null);
      const kept = answer.then((lines) => {
        if (lines && asked === this.#asked)
          this.#previews = new Map([...this.#previews, ...lines.map((line) => [line.action, line] as const)]);
        return lines;
      });
      for (const action of open)
        asked.set(
          action,
          kept.then((lines) => lines?.find((line) => line.action === action) ?? null),
        );
    }
    return Promise.all(actions.map((action) => asked.get(action) ?? null));
  }

  /** An action is meant. What cannot be taken back and was said by a single touch waits for a second one. */
  async choose(action: LegalAction, only: string | null) {
    if (only === null || !prefs.confirm || this.busy) return this.play(action);
    await this.#first(this.look([action.action]), ([preview]) => {
      if (!preview || preview.can_undo) return this.play(action);
      this.touching.armed = { id: only, action };
    });
  }

  /** A hint is taken: it is played, or asked about once more where there is no way back. */
  async take(hint: Hint) {
    this.touching.clear();
    this.hints = null;
    const action = this.now?.legal.find((each) => each.action === hint.action);
    if (!action) return;
    const last = action.picks.at(-1);
    if (last === undefined) return this.play(action);
    this.touching.prepare(action);
    return this.choose(action, last);
  }

  /** A button that ends something: asks once if something is obviously left to do. */
  async press(action: LegalAction) {
    if (!prefs.guard || this.doubt?.action === action.action || !this.now || this.busy) return this.play(action);
    const { now } = this;
    const left = now.legal.filter((other) => other.picks.length > 0);
    if (left.length === 0) return this.play(action);
    await this.#first(this.#leftToDo(action.action, left, now), (message) => {
      if (!message) return this.play(action);
      this.doubt = { action: action.action, message };
    });
  }

  /** Until it is known whether to ask back, the table takes no other touch; what follows, follows without a pause. */
  async #first<T>(question: Promise<T>, then: (answer: T) => Promise<void> | void) {
    const { now } = this;
    this.busy = true;
    const answer = await question.catch(() => undefined);
    this.busy = false;
    if (answer !== undefined && this.now === now) await then(answer);
  }

  async #leftToDo(button: string, left: LegalAction[], now: Update): Promise<string | null> {
    const weighed = await this.#weigh(left.slice(0, 64), now);
    const found = leftToDo(weighed, this.#doings.isNothingDone(button));
    if (!found) return null;
    if ('verbs' in found) return `You have done nothing since that was offered, and could: ${found.verbs.join(', ')}.`;
    return `${brief(found.best.action.label)}: that would bring ${count(found.best.gain ?? 0, 'point')}.`;
  }

  /** How many points actions would bring at once, where that is sure and can be taken back. */
  async #weigh(actions: LegalAction[], now: Update): Promise<Weighed[]> {
    const points = this.board?.points;
    const { me } = this;
    if (!points || me === null) return actions.map((action) => ({ action, gain: null }));
    const previews = await this.look(actions.map(({ action }) => action));
    return actions.map((action, i) => {
      const preview = previews[i];
      const isKnown = preview?.is_sure && preview.can_undo;
      return { action, gain: isKnown ? points(applied(now.view, preview.changes), me) - points(now.view, me) : null };
    });
  }

  async play(action: LegalAction) {
    if (this.busy) return;
    this.skip();
    this.touching.clear();
    this.#doings.press(action.action);
    this.busy = true;
    this.notice = null;
    try {
      const answer = await this.#api.play(action, this.#newest);
      if (answer.ok) await this.#heard(answer.event);
      else this.notice = { message: answer.message, clause: answer.clause };
    } catch {
      this.notice = {
        message: 'The server does not answer. If it was played, the table will show it; if not, try again.',
      };
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
      else this.notice = { message: answer.message, clause: answer.clause };
    } catch {
      this.notice = {
        message: 'The server does not answer. If it was taken back, the table will show it; if not, try again.',
      };
    } finally {
      this.busy = false;
    }
  }

  async explain(picks: string[], early = false) {
    if (this.waiting > 0) return this.skip();
    const asked = ++this.#asking;
    this.notice = early ? { message: 'That comes a touch later: something else that glows comes first.' } : null;
    if (early) return;
    if (!this.#api.whyNot || this.me === null || this.over) return;
    const why = await this.#api.whyNot(picks).catch(() => null);
    // Whoever has touched something else meanwhile does not ask any more.
    if (this.#asking !== asked) return;
    const told = this.now?.prompt.clause || undefined;
    this.notice = why ?? { message: this.myTurn ? 'That does nothing now.' : 'It is not your turn.', clause: told };
  }

  async hint() {
    if (this.thinking) return;
    if (!this.#api.hint || !this.myTurn) {
      this.notice = { message: this.noHint };
      return;
    }
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
  /** Why there is no hint now; nothing if there is one. */
  get noHint() {
    if (this.me === null) return 'You are watching.';
    if (this.over) return 'The game is over.';
    if (!this.#api.hint) return 'At this table there are no hints.';
    return this.myTurn ? '' : 'It is not your turn.';
  }
  /** Does somebody else sit there, and no bot? */
  isNeighbor(seat: number): boolean {
    const at = this.seats[seat];
    return this.#api.keepAway !== undefined && !!at && !at.bot && !at.open && !this.own.includes(seat);
  }
  /** Asks whose words are to be hidden, if there is anybody. */
  async renewMuted() {
    if (!this.#api.muted || !this.seats.some((_, seat) => this.isNeighbor(seat))) return;
    const muted = await this.#api.muted().catch(() => null);
    if (muted) this.muted = new Set(muted);
  }
  async keepAway(seat: number, distance: Distance) {
    const id = (await this.#api.keepAway?.(seat, distance)) ?? null;
    if (id !== null) this.kept = new Map(this.kept).set(seat, { id, distance });
    await this.renewMuted();
  }
  async letNear(seat: number) {
    const kept = this.kept.get(seat);
    if (!kept) return;
    await this.#api.letNear?.(kept.id);
    this.kept = new Map([...this.kept].filter(([other]) => other !== seat));
    await this.renewMuted();
  }
  get canReport() {
    return this.#api.report !== undefined;
  }
  report = (seat: number, text: string) => this.#api.report?.(seat, text);
  /** Somebody says something. */
  hear(line: ChatLine) {
    this.chat = [...this.chat, line];
    if (line.seat === null || !this.muted.has(line.seat)) this.unread++;
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
