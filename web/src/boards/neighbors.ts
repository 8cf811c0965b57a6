// People at the same table who are not oneself. Every board shows their names as something to touch, none has to be told.

import { getContext, setContext } from 'svelte';

const KEY = Symbol('neighbors');
export interface Neighbors {
  /** Does somebody else sit there, and no bot? */
  is: (seat: number) => boolean;
  isMuted: (seat: number) => boolean;
  /** Shows what can be done about them. */
  open: (seat: number) => void;
}

export const provideNeighbors = (neighbors: Neighbors) => setContext(KEY, neighbors);
/** Where nobody sits (a replay, a picture in the rules) there is nobody to meet. */
export const useNeighbors = () =>
  getContext<Neighbors | undefined>(KEY) ?? { is: () => false, isMuted: () => false, open: () => {} };
