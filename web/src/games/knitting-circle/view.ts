// What the page reads out of a view of Knitting Circle.

import type { GoalSoFar } from '../title.ts';
import type { BoardView, Color, GarmentView, ScenarioView, View } from './types.ts';

export const COLORS: Color[] = ['purple', 'navy', 'teal', 'green', 'yellow', 'pink'];
export const SCORE_LINES = [
  ['buttons', 'Buttons'],
  ['garments', 'Garments'],
  ['bonuses', 'Bonuses'],
  ['ugly', 'Ugly buttons'],
  ['requests', 'Requests'],
] as const;
export const total = (board: BoardView) => Object.values(board.score).reduce((sum, n) => sum + n, 0);

/** How much of something is there, from 0 to 1. */
export const shareOf = (soFar: number, of: number) => Math.min(1, Math.max(0, soFar / of));

/** `long-johns-07` is card 7 of the long johns. */
export function cardOf(card: string) {
  const cut = card.lastIndexOf('-');
  return { type: card.slice(0, cut), number: Number(card.slice(cut + 1)) };
}

export function tileOf(tile: string) {
  const [color = '', side = 'bowl'] = tile.split('-');
  return { color, side };
}

/** A tile of the circle as it would be drafted. */
export interface Fetched {
  tile: string;
  color: string;
  side: string;
}
export const fetchedAs = (color: string, side: string): Fetched => ({ tile: `${color}-${side}`, color, side });

/** How many tiles are drafted in a round. */
export const draftsOf = (view: View) => (view.setup.options.modification === 'full-basket' ? 5 : 4);
/** Slots for drafted tiles. Empty ones are there while there is something to draft: after that the room is for what is there. */
export const openSlots = (view: View, board: BoardView) =>
  Math.max(view.phase === 'drafting' || view.phase === 'coin' ? draftsOf(view) : 1, board.drafted.length);
/** More than a row of tiles to touch. */
export const isFull = (view: View, board: BoardView) => openSlots(view, board) + board.bowl.length > 6;
/** Whether cards are drawn from the decks. */
export const craftsNow = ({ phase }: Pick<View, 'phase'>) => phase === 'crafting' || phase === 'first_garments';
/** Whether all play at the same time. */
export const isAtOnce = ({ phase }: Pick<View, 'phase'>) =>
  phase === 'crafting' || phase === 'first_garments' || phase === 'retaining';
type Stage = Pick<View, 'phase' | 'finished' | 'to_act'>;
export const lightOf = (view: Stage, seat: number): 'done' | 'working' | 'turn' | null => {
  if (view.phase === 'over') return null;
  if (isAtOnce(view)) return view.finished.includes(seat) ? 'done' : 'working';
  return view.to_act.includes(seat) ? 'turn' : null;
};
/** What somebody does now, as it is said after their name; nothing once there is nothing left to do. */
export const standOf = (view: Stage, seat: number): string => {
  const light = lightOf(view, seat);
  if (light === 'done') return 'done';
  if (light === 'working') return view.phase === 'crafting' ? 'crafting' : 'choosing';
  if (light === 'turn') return 'moves';
  return view.phase === 'over' ? '' : 'waits';
};

/** How far a scenario is, by its points; who watches a game of one watches that one. */
export function goalOf(scenario: ScenarioView | null, me: number | null): GoalSoFar | null {
  const seat = me ?? (scenario?.goals[0]?.seats.length === 1 ? 0 : null);
  const points = scenario?.goals.find((goal) => goal.of !== null);
  if (!scenario || !points || seat === null) return null;
  const { so_far } = points.seats[seat]!;
  const met = scenario.goals.filter((goal) => goal.seats[seat]!.is_met).length;
  const asked = scenario.goals.map((goal) => `${goal.wants}${goal.seats[seat]!.is_met ? ', met' : ''}`).join('; ');
  return {
    name: scenario.name,
    words: `${so_far ?? 0} of ${points.of}`,
    share: shareOf(so_far ?? 0, points.of!),
    isMet: met === scenario.goals.length,
    all: `${met} of ${scenario.goals.length} goals met: ${asked}`,
  };
}

/** What a plate says below a name: what they do now, and who they are. */
export const noteOf = (view: View, seat: number): [does: string, more: string] => {
  const first = seat === view.first && view.boards.length > 1 ? 'first player' : '';
  const more = (...words: string[]) => words.filter(Boolean).join(' · ');
  if (view.phase === 'drafting' && !view.to_act.includes(seat))
    return [`${view.boards[seat]!.drafted.length} of ${draftsOf(view)}`, more('drafted', first)];
  const stand = standOf(view, seat);
  return [stand, first && stand ? `· ${first}` : first];
};

/**
 * What can still come of a garment, as the server tells it, or with one more tile of this color. With many prospects none
 * is the best; what would be earned is then what all of them earn.
 */
export function prospectsOf({ reachable, pattern }: GarmentView, color: string | null = null) {
  const left = color === null ? reachable : reachable.filter(({ next }) => next.some((each) => each === color));
  const best = left.length > 2 ? undefined : (left.find((each) => each.pattern === pattern) ?? left[0]);
  const [first, ...rest] = left;
  return {
    best,
    others: left.filter((each) => each !== best),
    /** The colors of the next tile that keep the best; where any will do nothing is needed. */
    next: best && best.next.length < COLORS.length ? best.next : [],
    earns: (best ?? first)?.earns.filter((button) => best || rest.every(({ earns }) => earns.includes(button))) ?? [],
  };
}
