// What the page reads out of a view of Knitting Circle.

import type { BoardView, Color, View } from './types.ts';

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

/** How many tiles are drafted in a round. */
export const draftsOf = (view: View) => (view.setup.options.modification === 'full-basket' ? 5 : 4);
/** Whether all play at the same time. */
export const isAtOnce = ({ phase }: Pick<View, 'phase'>) =>
  phase === 'crafting' || phase === 'first_garments' || phase === 'retaining';
type Stage = Pick<View, 'phase' | 'finished' | 'to_act'>;
export const lightOf = (view: Stage, seat: number): 'done' | 'working' | 'turn' | null => {
  if (view.phase === 'over') return null;
  if (isAtOnce(view)) return view.finished.includes(seat) ? 'done' : 'working';
  return view.to_act.includes(seat) ? 'turn' : null;
};
/** What somebody does now, as it is said after their name or after You; nothing once there is nothing left to do. */
export const standOf = (view: Stage, seat: number, isYou: boolean, isBot: boolean): string => {
  const light = lightOf(view, seat);
  if (light === 'done') return 'done';
  if (light === 'working') return view.phase === 'crafting' ? 'crafting' : 'choosing';
  if (light === 'turn') return isYou ? 'to move' : 'moves';
  if (isBot) return 'bot';
  if (view.phase === 'over') return '';
  return isYou ? 'wait' : 'waits';
};
