// Actions that only begin something, joined with what can follow them: so one touches on, and all is sent as one.

import type { LegalAction } from './picks.ts';

/** The pieces to touch for an action that only begins something; nothing for one that is complete. */
export type Begins = (action: LegalAction) => string[] | null;
/** What could be done after each of these actions, as far as anybody can know. */
export type After = (actions: string[]) => Promise<LegalAction[][]>;

/** No game begins more than this one after the other. */
const DEPTH = 3;

/** Legal actions with their beginnings led to the end; where nobody knows what follows, a beginning stays as it is. */
export async function joined(legal: readonly LegalAction[], begins: Begins, after: After): Promise<LegalAction[]> {
  let all = [...legal];
  for (let depth = 0, open = all; depth < DEPTH; depth++) {
    open = open.filter((action) => begins(action));
    if (open.length === 0) break;
    const next = await after(open.map(({ action }) => action));
    const led = new Map(
      open.map((first, i) => [
        first,
        (next[i] ?? []).map((then) => ({
          ...then,
          action: `${first.action}; ${then.action}`,
          picks: [...begins(first)!, ...then.picks],
        })),
      ]),
    );
    all = all.flatMap((action) => (led.get(action)?.length ? led.get(action)! : [action]));
    open = [...led.values()].flat();
  }
  return all;
}
