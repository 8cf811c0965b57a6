// The time everybody at a table has left: what runs is counted down here between what the server says.

import { leftNow } from './clock.ts';
import type { Session } from './session.svelte.ts';

export interface SeatClock {
  /** Milliseconds. */
  left: number;
  running: boolean;
  /** Running, and soon out. */
  short: boolean;
  /** Until when they have days off. */
  offUntil: number | null;
}

export class Countdown {
  #session: Session;
  /** When it was last looked at. */
  now = $state(Date.now());
  readonly #told = $derived.by(() => (this.#session.over ? null : this.#session.feed.clocks));

  /** To be made with the component that shows the table: it counts as long as that is there. */
  constructor(session: Session) {
    this.#session = session;
    $effect(() => {
      if (!this.#told?.seats.some((clock) => clock.running)) return;
      this.now = Date.now();
      const timer = setInterval(() => (this.now = Date.now()), 250);
      return () => clearInterval(timer);
    });
  }

  /** Nothing for a bot, and nothing where no clock is played with. */
  of(seat: number): SeatClock | null {
    const clock = this.#told?.seats[seat];
    if (!this.#told || !clock || this.#session.bots[seat]) return null;
    const left = leftNow(clock, this.#told.at, this.now);
    const until = this.#session.seats[seat]?.offUntil ?? 0;
    const offUntil = until > this.now ? until : null;
    return { left, running: clock.running, short: clock.running && left < 30_000, offUntil };
  }
}
