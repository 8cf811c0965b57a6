// What is said of people and between them.

import { count, inWords } from '../lib/count.ts';
import { fraction } from '../lib/fraction.ts';
import type { Invitee, PeopleSeen, PublicPage, StandingTo } from './client.ts';

/** Why this cannot be a handle; nothing if it can. */
export function handleProblem(handle: string): string {
  const plain = bare(handle);
  if (plain.length < 3 || plain.length > 20) return 'A handle has 3 to 20 characters.';
  if (!/^[a-z]/i.test(plain)) return 'A handle begins with a letter, a to z.';
  return /^[a-z0-9_-]+$/i.test(plain) ? '' : 'A handle has letters from a to z, digits, hyphens and underscores.';
}

/** A handle as it was typed or pasted, also as an address: `@ann`, `https://…/people/ann`. */
export const bare = (typed: string): string => typed.trim().split('/').at(-1)!.replace(/^@/, '');

/** Whom an invitation could go to, each once: friends first, then people from one's latest games. */
export function invitees({
  friends,
  met,
}: Pick<PeopleSeen, 'friends' | 'met'>): { name: string; of: string; who: Invitee }[] {
  const known = new Set(friends.map(({ name }) => name));
  return [
    ...friends.map(({ id, name }) => ({ name, of: 'friend', who: { kind: 'friend' as const, friend: id } })),
    ...met
      .filter(({ name }) => !known.has(name))
      .map(({ name, table, seat }) => ({ name, of: 'from a game', who: { kind: 'met' as const, table, seat } })),
  ];
}

/** What somebody's games come to, in a sentence. */
export function gamesWords({ games, wins, against_others }: PublicPage['games'][number]): string {
  if (!against_others) return `${count(games, 'game')}, all alone.`;
  const won = wins === 0 ? 'none won' : `${wins === against_others && wins > 1 ? 'all' : wins} won`;
  const of = against_others === games ? '' : ` of ${against_others} against others`;
  return `${count(games, 'game')}, ${won}${of}.`;
}

/** What came of a game that somebody shows. */
export function pinWords({ total, players, won }: PublicPage['pins'][number]): string {
  const points = `${fraction(total)} ${total === 1 ? 'point' : 'points'}`;
  return players === 1 ? `${points}, alone` : `${won ? 'Won' : 'Not won'} with ${points}, ${inWords(players)} players`;
}

/** What can be done about whoever has a page, the first as the one that is meant most. */
export type Act = 'ask' | 'accept' | 'withdraw' | 'part' | 'follow' | 'unfollow';
export function actsFor(you: StandingTo | null): Act[] {
  if (you?.is_you) return [];
  const friendly: Act = you?.friend ? 'part' : you?.asking ? 'accept' : you?.asked ? 'withdraw' : 'ask';
  const follows: Act = you?.follow ? 'unfollow' : 'follow';
  return friendly === 'part' ? [follows, friendly] : [friendly, follows];
}

/** How many ask something of us, for a link: nothing where nobody does. */
export const askingWords = (asking: number): string =>
  asking === 0 ? '' : asking === 1 ? 'One asks to be your friend' : `${inWords(asking)} ask to be your friends`;
