// The view of Arch Ravels as the server sends it (crates/arch-ravels/src/view.rs).

import { COLORS } from './pieces/items.ts';

export type Face =
  { yarn: string } | { event: { id: string; name: string } } | { request: { id: string; name: string } };
export interface Project {
  id: string;
  name: string;
  items: number[];
  points: number;
}
export interface Request {
  number: number;
  id: string;
  name: string;
  cost: string;
  cost_words: string;
  size: number;
  points: number;
  favorite: boolean;
}
export interface Pattern {
  item: string;
  exact: string | null;
  general: string;
  learned: boolean;
  learnable: boolean;
  size: number;
  points: number;
  learned_points: number;
}
/** What an action space allows. */
export interface Abilities {
  shop: number;
  craft: number;
  craft_any: number;
  exchange: boolean;
  take: number;
}
export const abilityWords = (a: Abilities) =>
  [
    a.shop && `Shop ${a.shop}`,
    a.take && `Take ${a.take}`,
    a.craft && `Craft ${a.craft}`,
    a.craft_any && `Craft ${a.craft_any} any colors`,
    a.exchange && 'Exchange',
  ]
    .filter(Boolean)
    .join(' + ');

export interface Board {
  seat: number;
  character: string;
  name: string;
  type: string;
  favorite: string;
  spaces: Abilities[];
  marker: number | null;
  tangled: boolean;
  bowl: number[];
  patterns: Pattern[];
  items: number[];
  requests: Request[];
  finished_requests: Request[];
  finished_projects: Project[];
  score: { lines: { name: string; points: number }[]; total: number };
}
/** The yarn in a bowl, by color. */
export const bowlOf = (board: Board) => Object.fromEntries(COLORS.map((c, i) => [c, board.bowl[i] ?? 0]));
export interface View {
  viewer: number | string;
  round: number;
  first: number;
  active: number;
  to_act: number[];
  phase: {
    step: 'marker' | 'actions' | 'resolving' | 'restock_actions' | 'final_craft' | 'over';
    left?: Abilities;
    shopping?: boolean;
    taken?: number;
    space?: number;
    chooser?: number;
  };
  pending: { choice: string; left?: number; give?: string; get?: string };
  resolving: Face | null;
  bazaar: (Face | null)[];
  deck: { cards: number };
  discard: { card: Face; count: number }[];
  list: (Project | null)[];
  project_deck: number;
  boards: Board[];
}
export const EVENT_WORDS: Record<string, string> = {
  'tangled-cat': 'Choose a player: no crafting on their next turn',
  'yarn-sale': 'Take three yarn of any colors',
  donate: 'Give another player one yarn',
  'friendly-clerk': 'Everyone takes one yarn',
  'craft-circle': 'Everyone may craft one item',
};
