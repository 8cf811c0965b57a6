import { brief, type Sentence } from '../lib/sentence.ts';
import type { Outcome } from '../lib/table-api.ts';
import type { Position } from './reel.ts';

const points = (value: number) => String(Math.round(value * 100) / 100).replace('-', '−');

/** How a game ended, in one sentence. */
export function headline(outcome: Outcome, names: readonly string[]): string {
  const totals = outcome.sheets.map((sheet) => points(sheet.total));
  if (outcome.sheets.length === 1)
    return `${totals[0]} ${outcome.sheets[0]!.total === 1 ? 'point' : 'points'}, ${outcome.tier ?? 'no title'}`;
  if (outcome.winners.length === 0) return 'Nobody won';
  const inOrder = outcome.ranks
    .map((rank, seat) => ({ rank, total: totals[seat]! }))
    .sort((a, b) => a.rank - b.rank)
    .map((each) => each.total);
  return `${outcome.winners.map((seat) => names[seat]).join(' and ')} won, ${inOrder.join(' to ')}`;
}

/** What led to a position, as far as the viewer could know. */
export function toldOf(
  position: Pick<Position, 'index' | 'viewer' | 'seat' | 'action'> & { happenings: { words: Sentence }[] },
  names: readonly string[],
): string {
  if (position.index === 0) return 'Everything is set up.';
  const who = names[position.seat ?? -1] ?? 'Someone';
  if (position.happenings.length) return position.happenings.map((told) => brief(told.words, names)).join('. ');
  if (position.action === null) return `${who} takes that back`;
  // Some actions change nothing that could be told; to who sees everything they are no secret.
  if (position.viewer === 'everything') return `${who}: ${position.action}`;
  return `${who} does something that cannot be seen from here`;
}
