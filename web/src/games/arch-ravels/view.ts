// What the page reads out of a view of Arch Ravels.

import { COLORS } from './pieces/items.ts';
import type { Abilities, BoardInfo } from './types.ts';

/** Words that belong together stay on one line. */
export const abilityWords = (a: Abilities) =>
  [
    a.shop && `Shop\u00a0${a.shop}`,
    a.take && `Take\u00a0${a.take}`,
    a.craft && `Craft\u00a0${a.craft}`,
    a.craft_any && `Craft\u00a0${a.craft_any} any\u00a0colors`,
    a.exchange && 'Exchange',
  ]
    .filter(Boolean)
    .join(' + ');

/** The yarn in a bowl, by color. */
export const bowlOf = (board: BoardInfo) => Object.fromEntries(COLORS.map((c, i) => [c, board.bowl[i] ?? 0]));

export const EVENT_WORDS: Record<string, string> = {
  'tangled-cat': 'Choose a player: no crafting on their next turn',
  'yarn-sale': 'Take three yarn of any colors',
  donate: 'Give another player one yarn',
  'friendly-clerk': 'Everyone takes one yarn',
  'craft-circle': 'Everyone may craft one item',
};
