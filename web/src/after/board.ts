// Where one stands on the board of a deal, and the part of it around oneself.

import type { Deal } from './client.ts';
import { capital, count, ordinal } from '../lib/count.ts';

type Ranked = Pick<Deal, 'board' | 'played'>;

/** One's rank, if one is on the board. */
export const standing = ({ board }: Pick<Deal, 'board'>): number | null =>
  board?.find((line) => line.you)?.rank ?? null;

type Line = NonNullable<Deal['board']>[number];
/** The best few and one's own neighborhood; `null` where lines were left out between them. */
export function around(board: readonly Line[], most: number): (Line | null)[] {
  const own = board.findIndex((line) => line.you);
  if (board.length <= most) return [...board];
  if (own < most) return board.slice(0, most);
  const near = board.slice(Math.max(own - 1, most - 2), own + 2);
  return [...board.slice(0, Math.max(1, most - near.length)), null, ...near];
}

/** What is told to others: the rank and the score, nothing of the cards. */
export function shareLine(name: string, date: string, deal: Ranked & Pick<Deal, 'mine'>, days: number): string {
  const rank = standing(deal);
  const parts = [
    deal.mine?.score ? capital(deal.mine.score.words) : '',
    rank ? `${ordinal(rank)} of ${deal.played}` : '',
    days > 1 ? `${count(days, 'day')} in a row` : '',
  ];
  return `${name}, deal of ${date}: ${parts.filter(Boolean).join(', ')}`;
}
