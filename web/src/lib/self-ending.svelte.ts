// A turn in which nothing is left to do but to end it ends by itself after a while.

import type { LegalAction } from './picks.ts';

/** So long one can still take back, in milliseconds. */
export const PATIENCE = 4000;

export class SelfEnding {
  /** The time that is left; nothing where nothing ends by itself. */
  left: number | null = $state(null);
  #action: LegalAction | null = null;

  /** What would end the turn, if that is all that is left to do. */
  watch(action: LegalAction | null) {
    if (this.#action === action) return;
    this.#action = action;
    this.left = action && PATIENCE;
  }

  /** Time passes; while somebody looks at something else it begins anew. Gives what is to be done now. */
  pass(ms: number, isLooking: boolean): LegalAction | null {
    if (this.left === null) return null;
    this.left = isLooking ? this.left - ms : PATIENCE;
    if (this.left > 0) return null;
    this.left = null;
    return this.#action;
  }
}

/** The one action that is left, if it is a mere button. */
export const lastLeft = (legal: readonly LegalAction[]): LegalAction | null =>
  legal.length === 1 && legal[0]!.picks.length === 0 ? legal[0]! : null;
