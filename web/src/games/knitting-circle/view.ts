// The view of Knitting Circle as the server sends it (crates/knitting-circle/src/view.rs).

export type Phase = 'first_garments' | 'placing_center' | 'drafting' | 'coin' | 'crafting' | 'retaining' | 'over';
export type ButtonType = 'color' | 'pattern' | 'garment';

export interface View {
  viewer: number | string;
  setup: { options: Record<string, string> };
  phase: Phase;
  round: number;
  rounds: number;
  first: number;
  to_act: number[];
  finished: number[];
  turn: number | null;
  circle: { stitch: string; inner: string | null; outer: string | null; cat: number | null; in_reach: boolean }[];
  cats: number[];
  center: string[];
  bag: Record<string, number>;
  out_of_game: Record<string, number>;
  paws: number;
  ugly_buttons: number;
  buttons: Record<ButtonType, number>;
  decks: { garment: string; size: number; unseen: number }[];
  requests: {
    card: number;
    wants: string;
    points: number;
    met_by: number[];
    is_flipped: boolean;
    gives_paw: boolean;
  }[];
  scenario: Scenario | null;
  boards: Board[];
}

export interface Scenario {
  number: number;
  name: string;
  /** The minimum score, then the objectives. */
  goals: {
    wants: string;
    /** How many; null where it is not about a number. */
    of: number | null;
    /** How far each seat has come, as if the game ended now. */
    seats: { so_far: number | null; is_met: boolean }[];
  }[];
}

export interface Board {
  seat: number;
  /** `teal-knit`, `teal-purl`. */
  drafted: string[];
  bowl: string[];
  paws: number;
  needles: number;
  workspace: Record<ButtonType, (string | null)[]>;
  in_progress: Garment[];
  completed: Garment[];
  offer: { garment: string; count: number; cards: { card: string }[] } | null;
  score: Record<'buttons' | 'garments' | 'bonuses' | 'ugly' | 'requests', number>;
}

export interface Garment {
  /** `mittens-07`. */
  card: string;
  tiles: string[];
  buttons: string[];
  pattern: string | null;
  reachable: string[];
  is_completable: boolean;
  points: number;
}

export const COLORS = ['purple', 'navy', 'teal', 'green', 'yellow', 'pink'];
export const SCORE_LINES = [
  ['buttons', 'Buttons'],
  ['garments', 'Garments'],
  ['bonuses', 'Bonuses'],
  ['ugly', 'Ugly buttons'],
  ['requests', 'Requests'],
] as const;
export const total = (board: Board) => Object.values(board.score).reduce((sum, n) => sum + n, 0);

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
