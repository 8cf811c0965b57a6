// The time each seat has left. On a phone, where there is no room for it above, every board shows it with the name.

import { getContext, setContext } from 'svelte';
import type { SeatClock } from '../lib/countdown.svelte.ts';

const KEY = Symbol('clock');
type ClockOf = (seat: number) => SeatClock | null;

export const provideClock = (clockOf: ClockOf) => setContext(KEY, clockOf);
/** Where nobody plays (a replay, a picture in the rules) no clock runs. */
export const useClock = () => getContext<ClockOf | undefined>(KEY) ?? (() => null);
