import type { Color, Item } from '../types.ts';

export const ITEMS: Item[] = ['hat', 'bear', 'mittens', 'scarf', 'blanket'];
export const COLORS: Color[] = ['R', 'B', 'G', 'Y', 'O', 'P'];
/** The marks of general patterns: same mark, same color. */
export const GENERAL: Record<Item, string> = {
  hat: '12',
  bear: '111',
  mittens: '112',
  scarf: '1234',
  blanket: '11111',
};
/** The drawing of a special request: the four House Scarves share one. */
export const requestArt = (id: string) => `ar-req-${id.startsWith('house-scarf') ? 'house-scarf' : id}`;

/** How many letters the longer line has where a name stands on two of them. */
export function halfOf(name: string): number {
  const words = name.split(' ');
  const longer = (at: number) => Math.max(words.slice(0, at).join(' ').length, words.slice(at).join(' ').length);
  return Math.min(...words.map((_, i) => longer(i + 1)));
}
