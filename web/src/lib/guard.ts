// Whether something is obviously left to do before a button ends it. What a player leaves undone after having done
// something is mostly left on purpose, so only who has done nothing since the button was there is asked, and whoever
// gives points away (see Session).

import { brief } from './sentence.ts';
import { count } from './count.ts';
import type { LegalAction } from './picks.ts';
import { applied, type Preview } from './preview.ts';

/** How much we have done since each button was offered first. */
export class Doings {
  #since = new Map<string, number>();

  /** The table after a step; `did` is 1 if we acted, -1 if we took something back. */
  see(legal: readonly LegalAction[], did: -1 | 0 | 1) {
    if (legal.length === 0) return this.#since.clear();
    // A button may be gone for a step, as long as something has to be chosen first.
    for (const [button, n] of this.#since) this.#since.set(button, Math.max(0, n + did));
    for (const { action, picks } of legal)
      if (picks.length === 0 && !this.#since.has(action)) this.#since.set(action, 0);
  }

  /** A button was pressed: the next time it comes, it comes anew. */
  press(action: string) {
    this.#since.delete(action);
  }

  isNothingDone(button: string): boolean {
    return (this.#since.get(button) ?? 0) === 0;
  }
}

/** An action and how many points it would bring or cost, as far as that is sure. */
export interface Weighed {
  action: LegalAction;
  gain: number | null;
}

/** How many points actions would bring at once, where that is sure and can be taken back. */
export const weigh = (
  actions: readonly LegalAction[],
  previews: readonly (Preview | null)[],
  view: unknown,
  points: ((view: unknown) => number) | null,
): Weighed[] =>
  actions.map((action, i) => {
    const preview = previews[i];
    const isKnown = points && preview?.is_sure && preview.can_undo;
    return { action, gain: isKnown ? points(applied(view, preview.changes)) - points(view) : null };
  });

type Left = { best: Weighed } | { verbs: string[] } | null;

/** What to ask about before a button ends it; nothing if it may just end. */
export function leftToDo(left: readonly Weighed[], isNothingDone: boolean): Left {
  const best = left.reduce<Weighed | null>((a, b) => ((b.gain ?? 0) > (a?.gain ?? 0) ? b : a), null);
  if (best) return { best };
  // What costs points is seldom forgotten.
  const worthy = left.filter(({ gain }) => gain === null || gain >= 0);
  if (!isNothingDone || worthy.length === 0) return null;
  return { verbs: [...new Set(worthy.map(({ action }) => action.verb.toLowerCase()))].slice(0, 4) };
}

export function inWords(left: Left, names: readonly string[]): string | null {
  if (!left) return null;
  if ('verbs' in left) return `You have done nothing since that was offered, and could: ${left.verbs.join(', ')}.`;
  return `${brief(left.best.action.label, names)}: that would bring ${count(left.best.gain ?? 0, 'point')}.`;
}
