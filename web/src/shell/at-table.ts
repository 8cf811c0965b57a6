// What one can do about a game that runs, besides playing it.

import type { Session } from '../lib/session.svelte.ts';
import { duration } from '../lib/table-words.ts';
import * as server from '../lib/client.ts';

export interface AtTable {
  /** Is nobody else there but bots? */
  isAlone: boolean;
  wantsEnd: boolean;
  hasDaysOff: boolean;
  /** Until when one has days off, if one has. */
  offUntil: number | null;
  /** Who can be given time now, and how much it would be. */
  gifts: { seat: number; name: string; words: string }[];
  give: (to: number) => Promise<unknown>;
  takeOff: (days: number) => Promise<unknown>;
  /** Is one's only choice done for one? */
  skips: boolean;
  skip: (on: boolean) => Promise<unknown>;
  end: (wants: boolean) => Promise<unknown>;
  leave: () => Promise<void>;
}

const DAY = 86_400;
/** What one gives if nothing else is said: the server's own measure. */
const giftOf = (clock: server.Clock) => (clock.kind === 'per_turn' ? clock.seconds : 60);

/** All that for the seat that one plays, while the game runs. */
export function atTable(
  session: Session,
  table: Pick<server.TableInfo, 'id' | 'clock' | 'your_seats'>,
  leave: () => Promise<void>,
): AtTable | null {
  const me = session.me;
  const own = me === null ? undefined : session.seats[me];
  if (me === null || !own || session.over || own.away) return null;
  const { id, clock, your_seats: ours } = table;
  const isOther = (seat: number) => !ours.includes(seat) && !session.bots[seat] && !session.seats[seat]?.away;
  const others = session.seats.map((_, seat) => seat).filter(isOther);
  const toAct = session.now?.toAct ?? [];
  const gifts = clock.kind === 'none' ? [] : others.filter((seat) => toAct.includes(seat));
  return {
    isAlone: others.length === 0,
    wantsEnd: own.wantsEnd ?? false,
    hasDaysOff: clock.kind === 'per_turn' && clock.seconds >= DAY,
    offUntil: (own.offUntil ?? 0) > Date.now() ? own.offUntil! : null,
    gifts: gifts.map((seat) => ({ seat, name: session.names[seat]!, words: duration(giftOf(clock)) })),
    give: (to) => server.giveTime(id, me, to),
    takeOff: (days) => server.takeDaysOff(id, me, days),
    skips: session.now?.inAdvance?.skips ?? false,
    skip: (on) => server.skip(id, me, on),
    end: (wants) => server.wantEnd(id, wants),
    leave,
  };
}

/** Who else would end the game, while we have not said so. */
export function wouldEnd(session: Session, ours: readonly number[]): string[] {
  if (session.me === null || session.seats[session.me]?.wantsEnd) return [];
  return session.seats.flatMap((seat, i) => (seat.wantsEnd && !ours.includes(i) ? [seat.name] : []));
}
