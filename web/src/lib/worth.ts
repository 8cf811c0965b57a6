import { count } from './count.ts';

/** What a hint's action is worth, in words. Alone at the table nobody is to be beaten: the points tell it all. */
export function worth(value: number | null, score: number | null, players: number): string {
  const points = score === null ? null : Math.round(score);
  return [
    value === null || players === 1 ? '' : `${Math.round(value * 100)} % to win`,
    points === null ? '' : `about ${count(points, 'point')} in the end`,
  ]
    .filter(Boolean)
    .join(', ');
}
