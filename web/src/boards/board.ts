import type { Component, Snippet } from 'svelte';

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
  prompt: Snippet;
}
export type RailProps = Omit<BoardProps, 'prompt'>;

export interface BoardModule {
  Board: Component<BoardProps>;
  /** What stands in the rail above the log: scores and the like. */
  Rail?: Component<RailProps>;
  /** A word for the head of the page: the phase or round. */
  status?: (view: never) => string;
  /** Which piece travels where, for an event: from the id of one piece to that of another. */
  moves?: (event: never, view: never) => { from: string; to: string }[];
}
