// A table as this page sees it: what the stream says is shown, and what is touched is sent back.

import type { BoardModule } from '../games/title.ts';
import { Company } from './company.svelte.ts';
import { Feed } from './feed.svelte.ts';
import { Doings, inWords, leftToDo, weigh } from './guard.ts';
import { hear } from '../sound/hear.ts';
import type { SoundName } from '../sound/names.ts';
import { carried, lengthOf, plan, type Planned } from '../motion/plan.ts';
import { catchUp, finish, gliding, moving, onceLeft } from '../motion/layer.ts';
import { Hints } from './hints.svelte.ts';
import { Ahead } from './in-advance.svelte.ts';
import { Chronicle, type Before, type LogStep } from './log.ts';
import { joined } from './joined.ts';
import type { LegalAction } from './picks.ts';
import { applied } from './preview.ts';
import { kept } from './kept.ts';
import { MOST, Previews } from './previews.svelte.ts';
import { lessMotion, prefs } from './prefs.svelte.ts';
import { later } from './queue.ts';
import type { Answer, Hint, News, SeatInfo, TableApi, Update } from './table-api.ts';
import { Touching } from './touch.svelte.ts';
import { othersDo } from './whose.ts';

/** The pace at which others' actions are usually shown. */
const USUAL = 700;

export class Session {
  seats: SeatInfo[] = $state([]);
  me: number | null = $state(null);
  /** From whose side the table is seen by who has no seat. */
  followed = $state(0);
  /** All seats of ours: several where one screen is shared. */
  own: readonly number[] = $state.raw([]);
  now: Update | null = $state.raw(null);
  /** The phase that the table is laid out for: that of the view, or in a moment. */
  phase: string | undefined = $state();
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
  /** Counts what we did ourselves, here or elsewhere: it ends what was begun before. */
  #done = 0;
  /** Legal actions led to their ends: what is told again is not led anew. */
  #led: { version: number; seat: number | null; legal: LegalAction[] } | null = null;
  /** Counts touches, so that an answer about an earlier one is not told. */
  #asking = 0;
  board: BoardModule | null = null;
  readonly touching: Touching;
  readonly feed: Feed;
  readonly previews: Previews;
  readonly hints: Hints;
  readonly ahead: Ahead;
  readonly company: Company;
  #api: TableApi;

  readonly names = $derived(this.seats.map((seat) => seat.name));
  readonly bots = $derived(this.seats.map((seat) => seat.bot));
  readonly myTurn = $derived((this.now?.legal.length ?? 0) > 0);
  readonly over = $derived(this.now?.outcome != null);
  /** What is told to whoever waits. */
  readonly othersDo = $derived(this.myTurn || this.over ? '' : othersDo(this.now?.toAct ?? [], this.seats));
  /** The preview of what the pointer, the keyboard or a first touch means. */
  readonly preview = $derived.by(() => this.previews.of(this.touching.meaning?.action?.action));
  /** How many points that would bring or cost. */
  readonly gain = $derived.by(() => {
    const board = this.board;
    if (!board?.points || this.me === null || !this.after || !this.now) return 0;
    const gain = board.points(this.after, this.me) - board.points(this.now.view, this.me);
    // What lies ready to be used is no loss.
    const stock = board.stock ? board.stock(this.after, this.me) - board.stock(this.now.view, this.me) : 0;
    return gain - Math.min(stock, 0);
  });
  /** The view as it would be then; nothing where luck has a say in it. */
  readonly after = $derived(this.preview?.is_sure && this.now ? applied(this.now.view, this.preview.changes) : null);

  constructor(api: TableApi) {
    this.#api = api;
    this.company = new Company(api, this);
    this.hints = new Hints(api, this);
    this.ahead = new Ahead(api, this);
    this.previews = new Previews(async (actions) =>
      this.me === null ? null : ((await api.preview?.(actions)) ?? null),
    );
    this.touching = new Touching({
      send: (action, only) => void this.choose(action, only),
      why: (picks, early) => void this.explain(picks, early),
      asks: () => prefs.confirm,
      free: () => !this.busy,
      any: () => this.ahead.isOn,
      on: () => {
        this.#asking++;
        this.notice = null;
        this.doubt = null;
        this.#hear('touch');
      },
    });
    this.feed = new Feed({
      show: (update, speed) => this.#show(update, speed),
      put: (update) => {
        catchUp();
        this.#put(update);
      },
      timer: (ms, then) => {
        let stop = later(ms, () => (stop = onceLeft(then)));
        return () => stop();
      },
      moves: (update) => lengthOf(this.#steps(update)),
      actor: ({ by, told }) => (by === this.me || told.length === 0 ? null : by),
      wish: () => (lessMotion() || prefs.pace === 0 ? 0 : USUAL / prefs.pace),
      isHidden: () => typeof document !== 'undefined' && document.hidden,
    });
  }

  /** Which pieces move when this is shown. */
  #steps(update: Update): Planned[] {
    const before = this.feed.before(update);
    if (!before) return [];
    const events = update.told.map(({ event }) => event);
    const steps = plan(this.board?.motions, events, { me: this.me, before: before.view, after: update.view });
    return carried(steps, update.by === this.me ? this.touching.dropped : null);
  }

  /** Shows a step with its pieces moving; how long they would at speed 1. */
  #show(update: Update, speed: number): number {
    const steps = this.#steps(update);
    const hear = (name: SoundName, index: number) => this.#hear(name, update.by === this.me, index);
    // What others do can wait until their pieces are lifted.
    moving(steps, () => this.#put(update), speed, hear, update.by === this.me ? 'once' : 'leisure');
    return lengthOf(steps);
  }

  /** What is heard at a table that one only watches is nothing. */
  #hear(name: SoundName, own = true, index = 0) {
    if (this.me !== null) hear(name, { own, index });
  }

  /** Somebody touches the table: what moves is there, and what waits comes quickly. */
  hurry() {
    finish();
    this.feed.hurry();
  }

  /** Another phase may lay out the table in another way. */
  #put(update: Update) {
    const phaseOf = ({ view }: Update) => this.board?.phase?.(view);
    const [before, take, lay] = [this.now, () => this.#take(update), () => (this.phase = phaseOf(update))];
    if (before && phaseOf(before) !== phaseOf(update)) return gliding(take, lay, this.board?.relays);
    take();
    if (!before) lay();
  }

  #take(update: Update) {
    if (update.version !== this.now?.version) this.hints.list = null;
    const waited = this.now !== null && !this.myTurn;
    // What has not changed is not drawn again.
    update.view = kept(this.now?.view, update.view);
    this.now = update;
    this.previews.forget();
    const legal = this.#ledOf(update) ?? update.legal;
    if (this.feed.isAgain(update)) {
      this.touching.renew(legal);
      return void this.#lead(update);
    }
    const isOurs = (seat: number | null) => seat !== null && seat === this.me;
    const did = isOurs(update.by) ? 1 : isOurs(update.undoneBy) ? -1 : 0;
    this.#doings.see(update.legal, did);
    // What somebody has begun survives what others do, as long as it can still be done.
    if (did !== 0) {
      this.#done++;
      this.touching.armed = null;
    }
    this.touching.renew(legal);
    if (did !== 0 || !this.#stillLegal(this.doubt)) this.doubt = null;
    void this.#lead(update);
    this.#chronicle.hear(update);
    this.log = this.#chronicle.steps;
    if (did < 0) this.#hear('undo');
    if (waited && this.myTurn && did === 0) this.#hear('turnYou');
  }

  /** What only begins something is led to its end, where that is known, so that one touches on. */
  async #lead(update: Update) {
    const begins = this.board?.begins;
    const { after } = this.#api;
    if (!begins || !after || this.me === null || update.legal.length === 0) return;
    if (this.#ledOf(update)) return;
    const seat = this.me;
    const legal = await joined(update.legal, begins, (actions) => after(actions)).catch(() => null);
    if (!legal || this.now?.version !== update.version || this.me !== seat) return;
    this.#led = { version: update.version, seat, legal };
    this.touching.renew(legal);
  }

  #ledOf({ version, legal }: Update) {
    const { me } = this;
    return legal.length > 0 && this.#led?.version === version && this.#led.seat === me ? this.#led.legal : null;
  }

  /** What has happened before. */
  remember(log: Before) {
    this.#chronicle.remember(log);
    this.log = this.#chronicle.steps;
  }

  /** An action is meant. What cannot be taken back and was said by a single touch waits for a second one. */
  async choose(action: LegalAction, only: string | null) {
    if (only === null || !prefs.confirm || this.busy) return this.play(action);
    await this.#first(action, this.previews.look([action.action]), ([preview]) => {
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
    await this.#first(action, this.#leftToDo(action.action, left, now), (message) => {
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
  async #first<T>(action: LegalAction, question: Promise<T>, then: (answer: T) => Promise<void> | void) {
    const done = this.#done;
    this.busy = true;
    const answer = await question.catch(() => undefined);
    this.busy = false;
    if (answer !== undefined && this.#done === done && this.#stillLegal(action)) await then(answer);
  }

  #stillLegal = (meant: { action: string } | null) =>
    [...(this.now?.legal ?? []), ...this.touching.held.legal].some(({ action }) => action === meant?.action);

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
      else this.#refuse({ message: answer.message, clause: answer.clause });
    } catch {
      const message = `The server does not answer. If it was ${done}, the table will show it; if not, try again.`;
      this.notice = { message };
    } finally {
      this.busy = false;
    }
  }

  async explain(picks: string[], early = false) {
    if (this.feed.waiting > 0) return this.hurry();
    if (this.ahead.isOn) return this.ahead.touch(picks.at(-1)!);
    const asked = ++this.#asking;
    this.notice = early ? { message: 'That comes a touch later: something else that glows comes first.' } : null;
    if (early) return;
    if (!this.#api.whyNot || this.me === null || this.over) return;
    const why = await this.#api.whyNot(picks).catch(() => null);
    // Whoever has touched something else meanwhile does not ask any more.
    if (this.#asking !== asked) return;
    const told = this.now?.prompt.clause || undefined;
    this.#refuse(why ?? { message: this.myTurn ? 'That does nothing now.' : 'It is not your turn.', clause: told });
  }

  #refuse(notice: Session['notice']) {
    this.notice = notice;
    this.#hear('no');
  }

  watching = () => this.#api.watching?.();
  rules = () => this.#api.rules();
  rematch = () => this.#api.rematch?.();
}
