// How a game ended, in words: the the headline and why.

import { fraction } from '../lib/fraction.ts';
import type { Outcome } from '../lib/table-api.ts';

/** Who looks, and how everybody is called. */
export interface Company {
  names: readonly string[];
  me: number | null;
}
/** What a lone player would have earned with more points. */
export interface Rung {
  title: string;
  missing: number;
}

export const isAlone = ({ sheets }: Outcome) => sheets.length === 1;
const inWords = (points: number) => (points === 1 ? '1 point' : `${fraction(points)} points`);
const listed = (parts: readonly string[]) =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
const opening = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The seats from the first place to the last. */
export const inRank = ({ ranks }: Outcome) => ranks.map((_, seat) => seat).sort((a, b) => ranks[a]! - ranks[b]!);
const totals = (outcome: Outcome) => inRank(outcome).map((seat) => fraction(outcome.sheets[seat]!.total));

/** What decides between equal totals is counted last. */
export const tieBreak = (outcome: Outcome) =>
  !isAlone(outcome) && outcome.winners.length === 1 ? outcome.decided_by : null;

/** By how much the winner is ahead of the next. */
function lead({ sheets, winners }: Outcome): number {
  const [winner] = winners;
  const others = sheets.filter((_, seat) => seat !== winner).map(({ total }) => total);
  return Math.min(...others.map((total) => Math.abs(sheets[winner!]!.total - total)));
}

export function headline(outcome: Outcome, { names, me }: Company): string {
  const { sheets, winners, tier, goals } = outcome;
  if (isAlone(outcome)) {
    const met = goals.filter((goal) => goal.met_by.includes(0)).length;
    if (goals.length && met < goals.length) return met ? `${met} of ${goals.length} goals` : 'Not this time';
    if (goals.length) return 'You did it';
    return tier ?? inWords(sheets[0]!.total);
  }
  if (winners.length === 0) return 'Nobody wins';
  // You come first, as one says it.
  const who = [...winners].sort((a, b) => Number(b === me) - Number(a === me));
  const called = who.map((seat) => (seat === me ? 'You' : (names[seat] ?? '')));
  if (who.length > 1) return `${listed(called)} share it`;
  const by = lead(outcome);
  return `${called[0]} ${who[0] === me ? 'win' : 'wins'}${by ? ` by ${fraction(by)}` : ''}`;
}

/** What the figures are, in short: they stand before the reason. */
export function figures(outcome: Outcome): string {
  const [sheet] = outcome.sheets;
  if (!isAlone(outcome)) return `${totals(outcome).join(' to ')}.`;
  return outcome.tier || outcome.goals.length ? `${inWords(sheet!.total)}.` : '';
}

/** Why it ended so, in one sentence, as the sheet tells it. */
export function why(outcome: Outcome, rung: Rung | null = null): string {
  const { sheets, winners, decided_by: decided, goals, tier } = outcome;
  if (isAlone(outcome)) {
    if (goals.length)
      return `${goals.length > 1 ? 'The goals' : 'The goal'}: ${listed(goals.map(({ name }) => name))}.`;
    if (rung) return `${inWords(rung.missing)} more for “${rung.title}”.`;
    return tier ? 'There is no higher title.' : '';
  }
  if (winners.length !== 1) return decided ? `${opening(decided)}.` : '';
  if (decided) return `Equal points; it is decided by ${decided}.`;
  const [first, second] = inRank(outcome);
  const better = outcome.aim === 'low' ? -1 : 1;
  const [line] = sheets[first!]!.lines.map(({ name, points }, i) => ({
    name,
    mine: points,
    theirs: sheets[second!]!.lines[i]!.points,
  })).sort((a, b) => better * (b.mine - b.theirs - (a.mine - a.theirs)));
  if (!line || sheets[first!]!.lines.length < 2) return '';
  return `${opening(line.name)} made the difference: ${fraction(line.mine)} to ${fraction(line.theirs)}.`;
}

const PLACES = ['', '1st', '2nd', '3rd'];
export const place = (rank: number) => PLACES[rank] ?? `${rank}th`;
