// Why a table cannot be followed any more, in a sentence, and the ways out. The server ends a stream whose right has gone;
// what is left of our rights is asked for then.

import type { TableInfo } from './client.ts';
import type { Gone } from './stream.ts';

export type Way = 'sign-in' | 'watch' | 'again' | 'home';

export interface Parting {
  title: string;
  text: string;
  ways: Way[];
}

/** What is known when a stream was refused. */
export interface Found {
  why: Gone;
  /** Is this browser signed in, as a guest or with an account? */
  isSomeone: boolean;
  /** The seats that are ours now; null if the server did not say. */
  seats: number[] | null;
  /** The seat that was followed, if it was one. */
  seat: number | null;
  status: TableInfo['status'];
  /** Has the owner of the table removed us? */
  wasRemoved?: boolean;
}

/** How to say it; nothing where one can go on at the table, with another seat or as a visitor of its waiting room. */
export function parting({ why, isSomeone, seats, seat, status, wasRemoved }: Found): Parting | null {
  if (why.code === 'banned') return { title: 'You cannot play here any more', text: why.message, ways: ['home'] };
  if (why.status === 404 || why.status === 410)
    return { title: 'This table is gone', text: 'It has ended, or it was never there.', ways: ['home'] };
  if (!isSomeone || why.status === 401)
    return {
      title: 'You were signed out',
      text: 'That was done on another device, or a new password was set. Sign in, and you are back at the table.',
      ways: status === 'open' ? ['sign-in', 'home'] : ['sign-in', 'watch', 'home'],
    };
  if (wasRemoved)
    return {
      title: 'You do not sit at this table any more',
      text: 'Whoever made it has opened your seat again. Other tables wait, and you can make one of your own.',
      ways: status === 'open' ? ['home'] : ['watch', 'home'],
    };
  if (seats === null || (seat !== null && seats.includes(seat)))
    return {
      title: 'This table cannot be shown now',
      text: why.message || 'The server does not say why.',
      ways: ['again', 'home'],
    };
  if (seats.length > 0 || status === 'open') return null;
  return {
    title: 'This seat is not yours any more',
    text: 'You had left, and somebody else has taken it. You can watch the game.',
    ways: ['watch', 'home'],
  };
}
