// Whose turn it is, in words: a sentence to oneself says "you", all others say names.

import { fraction } from './fraction.ts';
import type { Outcome, SeatInfo } from './table-api.ts';

const listed = new Intl.ListFormat('en-GB');
type Seat = Pick<SeatInfo, 'name' | 'bot' | 'away'>;
const isBot = ({ bot, away }: Seat) => bot || away === true;

/** What those do who are to act, for whoever waits for them. */
export function othersDo(toAct: readonly number[], seats: readonly Seat[]): string {
  const acting = toAct.flatMap((seat) => seats[seat] ?? []);
  if (acting.length === 0) return '';
  const names = listed.format(acting.map(({ name }) => name));
  if (acting.every(isBot)) return `${names} ${acting.length === 1 ? 'plays' : 'play'}.`;
  return `${names} ${acting.length === 1 ? 'is' : 'are'} choosing.`;
}

export interface Standing {
  game: string;
  me: number | null;
  myTurn: boolean;
  toAct: readonly number[];
  seats: readonly Seat[];
  outcome: Outcome | null;
}

export interface WaitingRoom {
  game: string;
  seats: readonly Pick<SeatInfo, 'open'>[];
  /** Have we a seat, or made the table? */
  isOurs: boolean;
  /** Is it ours to start it? */
  yours: boolean;
}

/** The title of a table that has not begun: what it waits for. */
export function waitingTitle({ game, seats, isOurs, yours }: WaitingRoom): string {
  const open = seats.filter((seat) => seat.open).length;
  if (!isOurs) return open ? `You are invited · ${game}` : `Every seat is taken · ${game}`;
  if (open) return `Waiting for ${open} more · ${game}`;
  return yours ? `● All are here · ${game}` : `Waiting for the start · ${game}`;
}

/** The title while one screen is handed to whoever is to act. */
export const handOverTitle = (game: string, name: string) => `● ${name} is next · ${game}`;

/** The title of the page, as it stands on its tab. */
export function tabTitle({ game, me, myTurn, toAct, seats, outcome }: Standing): string {
  const names = (those: readonly number[]) => listed.format(those.flatMap((seat) => seats[seat]?.name ?? []));
  if (outcome) {
    const { winners, sheets } = outcome;
    const better = outcome.aim === 'low' ? 1 : -1;
    const totals = sheets.map(({ total }) => total).sort((a, b) => (a - b) * better);
    const score = totals.slice(0, 2).map(fraction).join(' : ');
    if (sheets.length === 1) return `${outcome.tier ?? 'Over'}, ${score} · ${game}`;
    if (winners.length === 0) return `Nobody wins · ${game}`;
    return `${names(winners)} ${winners.length === 1 ? `wins ${score}` : 'share it'} · ${game}`;
  }
  if (me === null) return `Watching · ${game}`;
  if (myTurn) return `● Your turn · ${game}`;
  return toAct.length ? `${names(toAct)} ${toAct.length === 1 ? 'plays' : 'play'} · ${game}` : game;
}
