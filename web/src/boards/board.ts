import type { Component, Snippet } from 'svelte';
import type { Move } from '../lib/fly.ts';

/** What every board is given: a view as the server sends it, who sits where, and the prompt line to place. */
export interface BoardProps {
  view: unknown;
  /** The table as plain text, for games without a board of their own. */
  text?: string;
  names: string[];
  /** Seats that are played by bots. */
  bots: boolean[];
  /** The seat of this page, or none for those who watch. */
  me: number | null;
  /** The view as it would be after what the pointer, the keyboard or a first touch means. */
  after?: unknown;
  prompt: Snippet;
}
export type RailProps = Omit<BoardProps, 'prompt'>;

export interface BoardModule {
  Board: Component<BoardProps>;
  /** What stands in the rail above the log: scores and the like. */
  Rail?: Component<RailProps>;
  /** How seats are told apart in the log. */
  marks?: 'cat' | 'deck' | 'dot';
  /** A word for the head of the page: the phase or round. */
  status?: (view: never) => string;
  /** The points of a seat so far, as the view tells them. */
  points?: (view: never, seat: number) => number;
  /** Words for kinds of pieces, by how their ids begin: to say what a next touch may be. */
  pieces?: Record<string, string>;
  /** Those of which a set is touched: how many are left is said, too. */
  counted?: string[];
  /** Which piece travels where, for an event: from the id of one piece to that of another. */
  moves?: (event: never, me: number | null) => Move[];
}
