// Whoever looks is called You at their own table; in a replay nobody is, whosever eyes it is seen with.

import { getContext, setContext } from 'svelte';

const KEY = Symbol('onlooker');

export const provideOnlooker = () => setContext(KEY, true);
/** Whether the table is only looked at, as in a replay, whosever eyes it is seen with. */
export const useOnlooker = () => getContext<true | undefined>(KEY) ?? false;

/** How a seat is called, by its number; `me` is the seat the table is seen from. */
export function useCalled(): (names: readonly string[], seat: number, me: number | null) => string {
  const looksOn = useOnlooker();
  return (names, seat, me) => (seat === me && !looksOn ? 'You' : (names[seat] ?? ''));
}
