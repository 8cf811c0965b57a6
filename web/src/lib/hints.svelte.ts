// What a bot would do in one's place.

import type { Hint, TableApi, Update } from './table-api.ts';

/** What a hint hangs on, and where it says that there is none. */
interface AtTable {
  readonly me: number | null;
  readonly over: boolean;
  readonly myTurn: boolean;
  readonly now: Update | null;
  notice: { message: string } | null;
}

export class Hints {
  list: Hint[] | null = $state(null);
  thinking = $state(false);
  #api: Pick<TableApi, 'hint'>;
  #table: AtTable;

  constructor(api: Pick<TableApi, 'hint'>, table: AtTable) {
    this.#api = api;
    this.#table = table;
  }

  get can() {
    return this.#api.hint !== undefined;
  }

  /** Why there is no hint now; nothing if there is one. */
  get whyNot() {
    if (this.#table.me === null) return 'You are watching.';
    if (this.#table.over) return 'The game is over.';
    if (!this.can) return 'At this table there are no hints.';
    return this.#table.myTurn ? '' : 'It is not your turn.';
  }

  async ask() {
    const table = this.#table;
    if (this.thinking) return;
    if (!this.#api.hint || !table.myTurn) {
      table.notice = { message: this.whyNot };
      return;
    }
    this.thinking = true;
    table.notice = null;
    const asked = table.now?.version;
    try {
      const hints = await this.#api.hint();
      // It holds as long as one's own part of the table stands: others may act meanwhile.
      if (table.now?.version === asked) this.list = hints;
    } catch (problem) {
      table.notice = { message: `No hint now. ${(problem as Error).message}` };
    } finally {
      this.thinking = false;
    }
  }
}
