// Who has left the table, so that a bot plays for them. Every board shows it beside the name, none has to be told.

import { getContext, setContext } from 'svelte';

const KEY = Symbol('away');
type IsAway = (seat: number) => boolean;

export const provideAway = (isAway: IsAway) => setContext(KEY, isAway);
/** Where nobody can leave (a replay, a picture in the rules) nobody is away. */
export const useAway = () => getContext<IsAway | undefined>(KEY) ?? (() => false);
