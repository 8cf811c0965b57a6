// What a table tells its page, and what the page asks of it.

import type { Distance } from './account.ts';
import type { components } from './api-types.ts';
import type { LegalAction } from './picks.ts';
import type { Preview } from './preview.ts';
import type { Sentence } from './sentence.ts';

export interface SeatInfo {
  name: string;
  bot: boolean;
  open?: boolean;
  away?: boolean;
  level?: string | null;
  mine?: boolean;
  /** Would they end the game without a result? */
  wantsEnd?: boolean;
  /** Until when they have days off, or had, in milliseconds since 1970. */
  offUntil?: number | null;
  /** Can somebody without a seat sit down here? */
  free?: boolean;
  /** What is chosen for it before the game: keys of options and their values. */
  choices?: { option: string; value: string }[];
}
export interface Told {
  words: Sentence;
  glance?: components['schemas']['Glance'] | null;
  event?: unknown;
}
export type Outcome = components['schemas']['Outcome'];
export interface Hint {
  action: string;
  label: Sentence;
  /** 0 is a sure loss, 1 a sure win. */
  value: number | null;
  /** The final score that can be expected. */
  score: number | null;
}

/** What we have said ahead of our turn. */
export interface InAdvance {
  prepared: {
    action: string;
    words?: Sentence | null;
    state: 'waits' | 'done' | 'not_done';
    message: string | null;
    clause: string | null;
  } | null;
  /** Is our only choice done for us? */
  skips: boolean;
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
  prompt: { text: Sentence; clause: string };
  /** Who may act now. */
  toAct: readonly number[];
  /** Who acted, if this step was an action. */
  by: number | null;
  /** Who took an action back, if this step was that. */
  undoneBy: number | null;
  told: Told[];
  undo: { can: boolean; why?: string; clause?: string };
  outcome: Outcome | null;
  /** The time of each seat in milliseconds, where there is a clock. */
  clocks?: { left: number; running: boolean }[] | null;
  /** What we have said ahead of our turn; nothing for who watches. */
  inAdvance?: InAdvance | null;
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

/** What came of an action: the event that tells of it, or why it cannot be. */
export type Answer = { ok: true; event: number } | { ok: false; message: string; clause?: string };

/** What the server can be asked to do for a table. */
export interface TableApi {
  /** The table's id. */
  readonly id?: string;
  play(action: LegalAction, version: number): Promise<Answer>;
  undo(version: number): Promise<Answer>;
  whyNot?(picks: string[]): Promise<{ message: string; clause?: string } | null>;
  /** Says what we will do when our turn comes; nothing: we will do nothing of it. */
  prepare?(what: { picks: string[] } | null): Promise<Answer & { code?: string }>;
  preview?(actions: string[]): Promise<Preview[]>;
  /** What could be done after each of these actions. */
  after?(actions: string[]): Promise<LegalAction[][]>;
  hint?(): Promise<Hint[]>;
  say?(text: string): Promise<void>;
  /** The seats of people one has muted or blocked. */
  muted?(): Promise<number[]>;
  /** Mutes or blocks whoever sits there; gives the server's name for it, by which it can be taken back. */
  keepAway?(seat: number, distance: Distance): Promise<string | null>;
  letNear?(id: string): Promise<void>;
  /** Only who sits at the table reports somebody there. */
  report?(seat: number, text: string): Promise<void>;
  /** How many watch; only who watches asks. */
  watching?(): Promise<number>;
  rules(): Promise<string>;
  rematch?(): Promise<string>;
}
