// Whose table it is that one looks at: one's own, where one has a tag beside one's name, or in a replay nobody's.

import { getContext, setContext } from 'svelte';

const KEY = Symbol('onlooker');

export const provideOnlooker = () => setContext(KEY, true);
/** Whether the table is only looked at, as in a replay, whosever eyes it is seen with. */
export const useOnlooker = () => getContext<true | undefined>(KEY) ?? false;

/** Whether a seat is one's own; `me` is the seat the table is seen from. */
export function useIsYou(): (seat: number, me: number | null) => boolean {
  const looksOn = useOnlooker();
  return (seat, me) => seat === me && !looksOn;
}

/** What the part in front is called for who listens: one's own, or that of whom the table is seen with. */
export function useArea(): (names: readonly string[], me: number | null) => string {
  const looksOn = useOnlooker();
  return (names, me) => (me === null || looksOn ? `${names[me ?? 0] ?? ''}’s area` : 'Your area');
}
