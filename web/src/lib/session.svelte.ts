// A table as this page sees it: what the stream says is shown, and what is touched is sent back.

import { tick } from 'svelte';
import type { BoardModule } from '../games/title.ts';
import { Company } from './company.svelte.ts';
import { Feed } from './feed.svelte.ts';
import { land, takeOff } from './fly.ts';
import { Doings, inWords, leftToDo, weigh } from './guard.ts';
import { Hints } from './hints.svelte.ts';
import { Chronicle, type Before, type LogStep } from './log.ts';
import type { LegalAction } from './picks.ts';
import { applied } from './preview.ts';
import { MOST, Previews } from './previews.svelte.ts';
import { lessMotion, prefs } from './prefs.svelte.ts';
import type { Answer, Hint, News, SeatInfo, TableApi, Update } from './table-api.ts';
import { Touching } from './touch.svelte.ts';

export class Session {
  seats: SeatInfo[] = $state([]);
  me: number | null = $state(null);
  /** All seats of ours: several where one screen is shared. */
  own: readonly number[] = $state.raw([]);
  now: Update | null = $state.raw(null);
  log: LogStep[] = $state.raw([]);
  #chronicle = new Chronicle();
  /** What has happened to the seats before the start, newest first. */
  news: News[] = $state([]);
  /** An answer to what was just touched: why it cannot be, or what went wrong. */
  notice: { message: string; clause?: string | undefined } | null = $state(null);
  /** A button that was pressed while something is left to do: pressed again, it counts. */
  doubt: { action: string; message: string } | null = $state(null);
  #doings = new Doings();
  busy = $state(false);
  /** Counts touches, so that an answer about an earlier one is not told. */
  #asking = 0;
  board: BoardModule | null = null;
  readonly touching: Touching;
  readonly feed: Feed;
  readonly previews: Previews;
  readonly hints: Hints;
  readonly company: Company;
  #api: TableApi;

  readonly names = $derived(this.seats.map((seat) => seat.name));
  readonly bots = $derived(this.seats.map((seat) => seat.bot));
  readonly myTurn = $derived((this.now?.legal.length ?? 0) > 0);
  readonly over = $derived(this.now?.outcome != null);
  /** The preview of what the pointer, the keyboard or a first touch means. */
  readonly preview = $derived.by(() => this.previews.of(this.touching.meaning?.action?.action));
  /** How many points that would bring or cost. */
  readonly gain = $derived.by(() => {
    const board = this.board;
    return board?.points && this.me !== null && this.after && this.now
      ? board.points(this.after, this.me) - board.points(this.now.view, this.me)
      : 0;
  });
  /** The view as it would be then; nothing where luck has a say in it. */
  readonly after = $derived(this.preview?.is_sure && this.now ? applied(this.now.view, this.preview.changes) : null);

  constructor(api: TableApi) {
    this.#api = api;
    this.company = new Company(api, this);
    this.hints = new Hints(api, this);
    this.previews = new Previews(async (actions) =>
      this.me === null ? null : ((await api.preview?.(actions)) ?? null),
    );
    this.touching = new Touching({
      send: (action, only) => void this.choose(action, only),
      why: (picks, early) => void this.explain(picks, early),
      asks: () => prefs.confirm,
      free: () => !this.busy,
      after: async (action) => (await api.after?.(action.action).catch(() => null)) ?? [],
      on: () => {
        this.#asking++;
        this.notice = null;
        this.doubt = null;
      },
    });
    this.feed = new Feed({
      show: (update) => void this.#show(update),
      put: (update) => this.#put(update),
      pace: (update) =>
        lessMotion() || update.by === null || update.by === this.me || update.told.length === 0 ? 0 : prefs.pace,
    });
  }

  async #show(update: Update) {
    const { board } = this;
    const flights =
      lessMotion() || !board?.moves
        ? []
        : takeOff(update.told.flatMap((told) => board.moves!(told.event ?? {}, this.me)));
    this.#put(update);
    if (flights.length === 0) return;
    await tick();
    land(flights);
  }

  #put(update: Update) {
    if (update.version !== this.now?.version) this.hints.list = null;
    this.now = update;
    this.doubt = null;
    this.previews.forget();
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

  /** An action is meant. What cannot be taken back and was said by a single touch waits for a second one. */
  async choose(action: LegalAction, only: string | null) {
    if (only === null || !prefs.confirm || this.busy) return this.play(action);
    await this.#first(this.previews.look([action.action]), ([preview]) => {
      if (!preview || preview.can_undo) return this.play(action);
      this.touching.armed = { id: only, action };
    });
  }

  /** A hint is taken: it is played, or asked about once more where there is no way back. */
  async take(hint: Hint) {
    this.touching.clear();
    this.hints.list = null;
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

  async #leftToDo(button: string, left: LegalAction[], now: Update): Promise<string | null> {
    const { me, board } = this;
    const some = left.slice(0, MOST);
    const points = board?.points && me !== null ? (view: unknown) => board.points!(view, me) : null;
    const previews = points ? await this.previews.look(some.map(({ action }) => action)) : [];
    const doings = leftToDo(weigh(some, previews, now.view, points), this.#doings.isNothingDone(button));
    return inWords(doings, this.names);
  }

  /** Until it is known whether to ask back, the table takes no other touch; what follows, follows without a pause. */
  async #first<T>(question: Promise<T>, then: (answer: T) => Promise<void> | void) {
    const { now } = this;
    this.busy = true;
    const answer = await question.catch(() => undefined);
    this.busy = false;
    if (answer !== undefined && this.now === now) await then(answer);
  }

  async play(action: LegalAction) {
    if (this.busy) return;
    this.feed.skip();
    this.#doings.press(action.action);
    await this.#send((version) => this.#api.play(action, version), 'played');
  }

  async undo() {
    if (!this.busy) await this.#send((version) => this.#api.undo(version), 'taken back');
  }

  /** Sends what changes the table, and waits until the stream has told of it. */
  async #send(ask: (version: number) => Promise<Answer>, done: string) {
    this.touching.clear();
    this.busy = true;
    this.notice = null;
    try {
      const answer = await ask(this.feed.version);
      if (answer.ok) await this.feed.heard(answer.event);
      else this.notice = { message: answer.message, clause: answer.clause };
    } catch {
      const message = `The server does not answer. If it was ${done}, the table will show it; if not, try again.`;
      this.notice = { message };
    } finally {
      this.busy = false;
    }
  }

  async explain(picks: string[], early = false) {
    if (this.feed.waiting > 0) return this.feed.skip();
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

  rules = () => this.#api.rules();
  rematch = () => this.#api.rematch?.();
}
