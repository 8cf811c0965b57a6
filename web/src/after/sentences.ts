// What all one's games come to, in sentences: for who does not want to read a table.

import { fraction } from '../lib/fraction.ts';
import { capital, count, inWords } from '../lib/count.ts';
import type { GameStatistics } from './client.ts';

type Numbers = Pick<GameStatistics, 'name' | 'wins' | 'by_players' | 'by_opponent' | 'best' | 'lines'>;

/** Games against others: alone nobody is beaten. */
export const against = ({ by_players }: Pick<GameStatistics, 'by_players'>) =>
  by_players.filter(({ players }) => players > 1).reduce((sum, { games }) => sum + games, 0);

/** The line of the sheet that brings most, where one clearly does. */
function strength({ lines }: Pick<GameStatistics, 'lines'>): string | null {
  const [first, second] = [...lines].sort((a, b) => b.points - a.points);
  return first && first.points > 0 && (!second || first.points > 1.2 * second.points) ? first.name : null;
}

/** "You win 3 of 5 at a game; buttons are your best." One sentence, or two. */
export function sentence(game: Numbers): string {
  const games = against(game);
  const best = strength(game);
  const alone = game.best.find(({ players }) => players === 1);
  const strong = best ? `${best.toLowerCase()} bring you most` : '';
  if (games && !game.wins)
    return `${capital(inWords(games))} ${games === 1 ? 'game' : 'games'} of ${game.name}, and a first win still to come${strong ? `; ${strong}` : ''}.`;
  if (games) return `You win ${game.wins} of ${games} at ${game.name}${strong ? `; ${strong}` : ''}.`;
  if (alone) return `Alone at ${game.name} your best is ${fraction(alone.total)}${strong ? `; ${strong}` : ''}.`;
  return `You have played ${game.name}.`;
}

/** Whom one beats, in so many games; nothing before there are three of them. */
export function rivals({ by_opponent }: Pick<GameStatistics, 'by_opponent'>): string {
  const known = by_opponent.filter(({ games }) => games >= 3).sort((a, b) => b.wins / b.games - a.wins / a.games);
  const [easy] = known;
  const hard = known.at(-1);
  const name = (opponent: string) => (opponent === 'people' ? 'people' : `${opponent} bots`);
  if (!easy || !hard) return '';
  if (easy === hard) return `Against ${name(easy.opponent)} you win ${easy.wins} of ${count(easy.games, 'game')}.`;
  return `You do best against ${name(easy.opponent)}, and ${name(hard.opponent)} are the hardest.`;
}
