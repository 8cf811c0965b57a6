// Numbers for the statistics page.

import { fraction } from '../lib/fraction.ts';
import type { Dot } from '../plot/scale.ts';
import type { GameStatistics, Tally } from './client.ts';

type History = GameStatistics['history'];

export const share = ({ wins, games }: Tally) => `${games ? Math.round((wins / games) * 100) : 0}%`;

/** To the next quarter: some points are counted in quarters. */
export const mean = (history: Pick<History[number], 'total'>[]) =>
  history.length
    ? fraction(Math.round((history.reduce((sum, game) => sum + game.total, 0) / history.length) * 4) / 4)
    : '–';

/** One line of the score sheet over all games; a game that does not have it leaves it out. */
export function scoreSeries(history: Pick<History[number], 'lines'>[]): { name: string; dots: Dot[] }[] {
  const names = [...new Set(history.flatMap((game) => game.lines.map((line) => line.name)))];
  return names.map((name) => ({
    name,
    dots: history.flatMap((game, i) => {
      const line = game.lines.find((each) => each.name === name);
      return line ? [{ x: i + 1, y: line.points }] : [];
    }),
  }));
}
