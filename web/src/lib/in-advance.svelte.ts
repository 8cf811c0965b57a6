// What we say ahead of our turn: pieces are touched as in it, and what they mean is done when it comes.

import { brief } from './sentence.ts';
import type { Answer, InAdvance, SeatInfo, TableApi, Update } from './table-api.ts';

/** What is looked at of a table. */
export interface Around {
  readonly me: number | null;
  readonly now: Pick<Update, 'toAct' | 'inAdvance' | 'outcome'> | null;
  readonly seats: readonly Pick<SeatInfo, 'bot' | 'away'>[];
  readonly names: readonly string[];
  readonly myTurn: boolean;
  notice: { message: string; clause?: string | undefined } | null;
}

export class Ahead {
  #api: Pick<TableApi, 'prepare'>;
  #table: Around;
  /** The pieces that were touched so far; none while nothing is prepared. */
  picks: readonly string[] | null = $state.raw(null);
  #busy = false;

  constructor(api: Pick<TableApi, 'prepare'>, table: Around) {
    this.#api = api;
    this.#table = table;
  }

  get #said(): InAdvance | null {
    return this.#table.now?.inAdvance ?? null;
  }

  /** Is there somebody to wait for? Bots are there before anything is prepared. */
  get isOffered(): boolean {
    const { me, now, seats, myTurn } = this.#table;
    if (!this.#api.prepare || me === null || !now || now.outcome || myTurn || seats[me]?.away) return false;
    return now.toAct.some((seat) => seat !== me && seats[seat] && !seats[seat].bot && !seats[seat].away);
  }

  get isOn(): boolean {
    return this.picks !== null && this.isOffered;
  }

  /** What will be done, or what came of it. */
  get words(): string {
    const prepared = this.#said?.prepared;
    if (!prepared) return '';
    const action = prepared.words ? brief(prepared.words, this.#table.names) : prepared.action;
    if (prepared.state === 'waits') return `When it is your turn: ${action}.`;
    if (prepared.state === 'done') return `As you had prepared: ${action}.`;
    return `What you had prepared cannot be done: ${prepared.message ?? ''}`;
  }

  get clause(): string | undefined {
    return this.#said?.prepared?.clause ?? undefined;
  }

  get waits(): boolean {
    return this.#said?.prepared?.state === 'waits';
  }

  get failed(): boolean {
    return this.#said?.prepared?.state === 'not_done';
  }

  begin() {
    this.#table.notice = null;
    this.picks = [];
  }

  stop() {
    this.picks = null;
  }

  /** A piece was touched: with those before it, it may mean something. */
  async touch(id: string) {
    if (this.picks === null || this.#busy) return;
    this.picks = [...this.picks, id];
    const answer = await this.#ask({ picks: [...this.picks] });
    if (answer?.ok) this.stop();
    else if (answer && answer.code !== 'nothing_meant') {
      this.picks = [];
      this.#table.notice = { message: answer.message, clause: answer.clause };
    }
  }

  /** What was prepared is done no more. */
  async forget() {
    this.stop();
    await this.#ask(null);
  }

  async #ask(what: { picks: string[] } | null): Promise<(Answer & { code?: string }) | null> {
    this.#busy = true;
    try {
      return await this.#api.prepare!(what);
    } catch {
      this.#table.notice = { message: 'The server does not answer. Try again in a moment.' };
      return null;
    } finally {
      this.#busy = false;
    }
  }
}
