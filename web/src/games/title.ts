// What a title tells the page: all that is not the server's to say. One folder a title, one object a folder.

import type { Component, Snippet } from 'svelte';
import type { Lesson } from '../learn/coach.ts';
import type { Move } from '../lib/fly.ts';

type Lazy<T> = () => Promise<T>;
type Module<Props extends Record<string, unknown> = Record<string, never>> = { default: Component<Props> };

/** The default export of `games/<id of the title>/index.ts`. Whatever is not there, the page does without. */
export interface TitlePage {
  name: string;
  /** Its place among the titles. */
  order: number;
  facts: { line: string; players: string; minutes: number; makers?: string };
  /** The picture of its card: what is drawn in a box of 380 x 236. */
  Art: Component;
  /** The drawings that its pieces place with `<use>`: the text of an SVG of symbols. */
  sprite?: string;
  /** The drawing beside its tables in a list. */
  icon?: { id: string; size: number; color: string };
  /** How seats are told apart in the log and in a replay, if not by a dot in the color of the seat. */
  mark?: {
    /** The table as it is seen comes along where it is known. */
    Mark: Component<{ seat: number; size: number; view?: unknown }>;
    /** Its size in a line of the log. */
    inLog: number;
  };
  /** The color of a seat's lines and bars, if not that of the seat. */
  seatColor?: (seat: number) => string;
  /** Keys that only its table knows, and what they do. */
  keys?: readonly (readonly [key: string, what: string])[];
  /** Its board, with the cards of this content. */
  board: (content: string) => Promise<BoardModule>;
  lesson?: Lazy<Lesson>;
  /** Drawings beside the clauses of its rules. */
  figures?: Lazy<Figures>;
  /** All its pieces at one look, for the page of pieces. */
  pieces?: Lazy<Module>;
  /** Pages of its own, by the first word of their address. */
  pages?: Record<string, { title: string; page: Lazy<Module> }>;
  /** A panel of its own on the home page. */
  brief?: { title: string; panel: Lazy<Module> };
}

export type Figures = Module<{ clause: string }> & { CLAUSES: string[] };

/** What every board is given: a view as the server sends it, who sits where, and the prompt line to place. */
export interface BoardProps<View = unknown> {
  view: View;
  /** The table as plain text, for games without a board of their own. */
  text?: string;
  names: string[];
  /** Seats that are played by bots. */
  bots: boolean[];
  /** The seat of this page, or none for those who watch. */
  me: number | null;
  /** The view as it would be after what the pointer, the keyboard or a first touch means. */
  after?: View | null;
  prompt: Snippet;
}
export type RailProps<View = unknown> = Omit<BoardProps<View>, 'prompt'>;

/** Views and events are what the server sends: a board says which type it takes them for. */
export interface BoardModule {
  Board: Component<BoardProps<any>>;
  /** What stands in the rail above the log: scores and the like. */
  Rail?: Component<RailProps<any>>;
  /** Does one hand lie in front? Where all are shown it is that of who just moved. */
  handInFront?: boolean;
  /** Does it take all the height it is given, instead of asking for its own? */
  fills?: boolean;
  /** A word for the head of the page: the phase or round. */
  status?(view: unknown): string;
  /** The points of a seat so far, as the view tells them. */
  points?(view: unknown, seat: number): number;
  /** Words for kinds of pieces, by how their ids begin: to say what a next touch may be. */
  pieces?: Record<string, string>;
  /** Those of which a set is touched: how many are left is said, too. */
  counted?: string[];
  /** Which piece travels where, for an event: from the id of one piece to that of another. */
  moves?(event: unknown, me: number | null): Move[];
}
