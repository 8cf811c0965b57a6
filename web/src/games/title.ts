// What a title tells the page: all that is not the server's to say. One folder a title, one object a folder.

import type { Component, Snippet } from 'svelte';
import type { Counting } from '../ending/counting.svelte.ts';
import type { Rung } from '../ending/words.ts';
import type { LegalAction } from '../lib/picks.ts';
import type { Lesson } from '../learn/coach.ts';
import type { Outcome } from '../lib/table-api.ts';
import type { Motions } from '../motion/plan.ts';

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
  /** Drawings to be placed with `<use>` on any page, its card's and marks': the text of an SVG of symbols. */
  sprite?: string;
  /** The drawing beside its tables in a list. */
  icon?: { id: string; size: number; color: string };
  /** How players are told apart in the log and in a replay, if not by a disc with the first letter of their name. The table as
   * it is seen comes along where it is known. */
  Mark?: Component<{ seat: number; size: number; view?: unknown }>;
  /** The color of a seat's lines and bars, if not that of the seat. */
  seatColor?: (seat: number) => string;
  /** Keys that only its table knows, and what they do. */
  keys?: readonly (readonly [key: string, what: string])[];
  /** Its board, with the cards of this content. */
  board: (content: string) => Promise<BoardModule>;
  /** How its games end; without it the score sheet is filled line by line. */
  ending?: Lazy<EndingModule>;
  lesson?: Lazy<Lesson>;
  /** Drawings beside the clauses of its rules. */
  figures?: Lazy<Figures>;
  /** All its pieces at one look, for the page of pieces. */
  pieces?: Lazy<Module>;
  /** Pages of its own, by the first word of their address. */
  pages?: Record<string, { title: string; page: Lazy<Module> }>;
  /** What it has for one alone, on the home page: a line for newcomers, a panel for those who come back. */
  brief?: { title: string; line: string; href: string; Mark: Component<{ size: number }>; panel: Lazy<Module> };
  /** Things that one has made in finished games, to look at: each game with the table as it ended. */
  wardrobe?: Lazy<Module<{ games: any }>>;
  /** A small picture of a table as one sees it: what is drawn in a square. */
  picture?: Lazy<Module<{ view: any }>>;
}

/** How far one has come: `41 of 60`, and all that is asked for who wants to know. */
export interface GoalSoFar {
  name: string;
  words: string;
  share: number;
  isMet: boolean;
  all: string;
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
  /** Its place is the board's, and so may be further verbs in it. */
  prompt: Snippet<[verbs?: Snippet]>;
}
export type RailProps<View = unknown> = Omit<BoardProps<View>, 'prompt'>;

/** A piece in a line of the log: how the rules call it (`tile:teal-purl`) and in words, and who did something with it. */
export interface LogPieceProps<View = unknown> {
  piece: string;
  words: string;
  seat: number | null;
  view?: View | undefined;
}

/** Names of steps in their order, and the one that it is now; -1 between them. */
export interface Steps {
  names: readonly string[];
  at: number;
}

/** Views and events are what the server sends: a board says which type it takes them for. */
export interface BoardModule {
  Board: Component<BoardProps<any>>;
  /** What stands in the rail above the log: scores and the like. */
  Rail?: Component<RailProps<any>>;
  /** Draws a piece in a line of the log. */
  LogPiece?: Component<LogPieceProps<any>>;
  /** What folds where there is no room for it beside the table, in a sheet: the others' boards, the supply. */
  Players?: Component<RailProps<any>>;
  /** The phase a view is in, for style sheets: `.stage[data-phase='…']`. */
  phase?(view: any): string;
  /** Whether phases lay the table out otherwise: then large parts of it go to their places one after the other. */
  relays?: true;
  /** Does one hand lie in front? Where all are shown it is that of who just moved. */
  handInFront?: boolean;
  /** Does it take all the height it is given, instead of asking for its own? */
  fills?: boolean;
  /** A word for the head of the page: the phase or round. */
  status?(view: unknown): string;
  /** The steps of a turn or round, and in which of them a view is. */
  steps?(view: any): Steps;
  /** What is to be reached at this table, if something is, seen from a seat or by who watches. */
  goal?(view: unknown, me: number | null): GoalSoFar | null;
  /** The points of a seat so far, as the view tells them. */
  points?(view: unknown, seat: number): number;
  /** The part of them that what is still to be used costs, zero or less: to take more of it is no loss. */
  stock?(view: unknown, seat: number): number;
  /** The pieces to touch for an action that only begins something: it is sent together with what follows it. */
  begins?(action: LegalAction): string[] | null;
  /** Does a turn end by itself when there is nothing left to do but to end it? */
  endsItself?: boolean;
  /** Words for kinds of pieces, by how their ids begin: to say what a next touch may be. */
  pieces?: Record<string, string>;
  /** Those of which a set is touched: how many are left is said, too. */
  counted?: string[];
  /** Which pieces move how, for each kind of event. */
  motions?: Motions;
}

/** What the scene at the end of a game is given: the last view, what came of it, and what it places around itself. */
export interface EndingProps<View = unknown> {
  view: View;
  outcome: Outcome;
  names: string[];
  bots: boolean[];
  me: number | null;
  count: Counting;
  /** The headline and why. */
  head: Snippet;
  /** The game's story and what to do next. */
  aside: Snippet;
  /** The score sheet as a table. */
  sheet: Snippet<[icon?: Snippet<[line: number]>]>;
}
export interface EndingModule {
  default: Component<EndingProps<any>>;
  /** What is said while it counts. */
  counting: { title: string; note: string; icon: { id: string; color: string } };
  /** The sheet is part of the scene; otherwise it lies below, folded. */
  hasSheet?: boolean;
  /** How long each line takes to be counted, in ms, if they are not the lines of the sheet. */
  beats?: (view: any) => number[];
  /** What a seat has at a moment of the game that ended with the last view, if not what the board counts. */
  points?: (view: any, seat: number, last: any) => number;
  /** What these points are. */
  measure?: string;
  /** What a lone player would have earned with more points. */
  rung?: (total: number) => Rung | null;
  /** Where one goes on from here, if it is not another game. */
  onward?: (view: any, outcome: Outcome) => { label: string; href: string } | null;
}
