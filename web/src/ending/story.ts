// What a game was like, told from the points after each move: who led, where that turned, and the moves that brought or cost
// the most.

import { fraction } from '../lib/fraction.ts';
import { brief } from '../lib/sentence.ts';
import type { Outcome } from '../lib/table-api.ts';
import { amount, measureOf, stepTo, type Insight } from '../replay/insight.ts';

/** What everybody had after a move, and what it was. */
export interface Chapter {
  /** Its number, 0 for the deal. */
  move: number;
  /** Who acted; nobody at the deal. */
  by: number | null;
  points: number[];
  words: string;
}
/** Since this move the winner led. */
export interface Turn {
  move: number;
  seat: number;
  points: number;
  /** Who led before; nobody where no one did. */
  from: number | null;
}
/** A move that brought a seat many points, or cost it some. */
export interface Swing {
  move: number;
  /** Whom it counted for. */
  seat: number;
  /** Who acted. */
  actor: number;
  by: number;
  words: string;
}

/** The last time that the winner came to lead; nothing where a tie was broken or shared, or nobody could lead. */
export function turnOf(chapters: readonly Chapter[], { winners, aim, sheets }: Outcome): Turn | null {
  const [seat] = winners;
  if (seat === undefined || winners.length > 1 || sheets.length < 2) return null;
  const better = aim === 'low' ? -1 : 1;
  const ahead = ({ points }: Chapter) =>
    Math.min(...points.filter((_, other) => other !== seat).map((theirs) => better * (points[seat]! - theirs)));
  const last = chapters.findLastIndex((chapter) => ahead(chapter) <= 0);
  const turned = chapters[last + 1];
  if (last < 0 || !turned) return null;
  const led = chapters.slice(0, last + 1).findLast((chapter) => ahead(chapter) < 0);
  const from = led ? led.points.reduce((best, p, i) => (better * (p - led.points[best]!) > 0 ? i : best), 0) : null;
  return { move: turned.move, seat, points: turned.points[seat]!, from };
}

/** The two moves that changed most: the best one, and the worst one or the best of somebody else. */
export function swingsOf(chapters: readonly Chapter[], aim: Outcome['aim'] = 'high'): Swing[] {
  const better = aim === 'low' ? -1 : 1;
  const all = chapters.slice(1).flatMap(({ move, by: actor, points, words }, i) =>
    points.flatMap((now, seat) => {
      const by = now - chapters[i]!.points[seat]!;
      return by ? [{ move, seat, actor: actor ?? seat, by, words }] : [];
    }),
  );
  all.sort((a, b) => better * (b.by - a.by));
  const [best] = all;
  if (!best) return [];
  // What one move did to two seats is one story.
  const others = all.filter(({ move }) => move !== best.move);
  const worst = others.at(-1);
  if (worst && better * worst.by < 0) return [best, worst];
  const other = others.find(({ seat }) => seat !== best.seat) ?? others[0];
  return other ? [best, other] : [best];
}

/** A move that mattered, as it is shown. */
export interface Mattered {
  move: number;
  /** Whose mark it bears: who acted, as the words say. */
  mark: number;
  words: string;
  note: string;
  worth: string;
  isGood: boolean;
}

const plus = (by: number) => (by > 0 ? `+${fraction(by)}` : fraction(by));

/** As the points tell it. */
export const bySwings = (
  swings: readonly Swing[],
  names: readonly string[],
  aim: Outcome['aim'] = 'high',
): Mattered[] =>
  swings.map(({ move, seat, actor, by, words }, i) => {
    const isGood = by > 0 === (aim !== 'low');
    const best = i ? `the best of ${names[seat]}` : 'worth more than any other';
    // The words name who acted; where it counted for somebody else, they are named, too.
    const whose = actor === seat || (i && isGood) ? '' : `, for ${names[seat]}`;
    const note = `${isGood ? best : 'it cost more than any other'}${whose}`;
    return { move, mark: actor, words, note, worth: plus(by), isGood };
  });

/** As the search bot found it. */
export function byInsight(insight: Insight, names: readonly string[]): Mattered[] {
  const measure = measureOf(insight);
  return insight.moments.slice(0, 2).map(({ index, seat, kind, amount: share, points }) => {
    const value = measure === 'chances' ? share : points;
    const isGood = kind === 'luck' && value > 0;
    const step = stepTo(insight, index + 1);
    const better = step?.best ? `better: ${brief(step.best.words, names)}` : 'a choice';
    return {
      move: index + 1,
      mark: step?.seat ?? seat,
      words: brief(step?.words ?? [], names),
      note: kind === 'luck' ? `luck for ${names[seat]}` : better,
      worth: amount(kind === 'mistake' ? -Math.abs(value) : value, measure),
      isGood,
    };
  });
}
