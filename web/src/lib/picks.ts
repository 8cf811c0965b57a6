// From a list of legal actions to a table that can be touched. No rule of any game is known here: an action says
// which pieces a person touches for it, in order, and that is all there is to go by.

import type { components } from './api-types.ts';

export type LegalAction = components['schemas']['Legal'];

/** What has been touched so far, and the actions that can still be meant. */
export interface Picking {
  readonly legal: readonly LegalAction[];
  readonly touched: readonly string[];
}

/** What a touch led to. */
export type Touch =
  /** `doubtful`: the touch may as well have been a second thought. */
  | { kind: 'send'; action: LegalAction; doubtful: boolean; picking: Picking }
  | { kind: 'narrowed'; picking: Picking }
  /** The touch starts nothing; these picks can be asked about. `early`: it will do something, after another touch. */
  | { kind: 'why'; picks: string[]; early: boolean; picking: Picking };

export const begin = (legal: readonly LegalAction[]): Picking => ({ legal, touched: [] });

const kindOf = (id: string) => id.split(':', 1)[0];

/** Picks of one kind in a row may come in any order, unless another action is the same in another order. */
const runs = new WeakMap<readonly LegalAction[], Map<LegalAction, { ids: string[]; free: boolean }[]>>();

function runsOf(legal: readonly LegalAction[], action: LegalAction) {
  let known = runs.get(legal);
  if (!known) {
    const sorted = (picks: string[]) =>
      split(picks)
        .map((run) => [...run].sort().join('\n'))
        .join('\n\n');
    const alike = new Map<string, number>();
    for (const { picks } of legal) alike.set(sorted(picks), (alike.get(sorted(picks)) ?? 0) + 1);
    known = new Map(
      legal.map((each) => {
        const free = alike.get(sorted(each.picks)) === 1;
        return [each, split(each.picks).map((ids) => ({ ids, free: free && ids.length > 1 }))];
      }),
    );
    runs.set(legal, known);
  }
  return known.get(action) ?? [];
}

function split(picks: readonly string[]): string[][] {
  const out: string[][] = [];
  for (const id of picks) {
    const last = out.at(-1);
    if (last && kindOf(last[0]!) === kindOf(id)) last.push(id);
    else out.push([id]);
  }
  return out;
}

/** A piece that comes later, and the picks that lead to it. */
interface Later {
  id: string;
  way: string[];
}

/** What is left of an action after these touches, its next picks in front; nothing if it does not begin like that. */
function rest(
  legal: readonly LegalAction[],
  action: LegalAction,
  touched: readonly string[],
): { next: string[]; later: Later[] } | null {
  const todo = [...touched];
  const all = runsOf(legal, action);
  for (const [place, { ids, free }] of all.entries()) {
    const left = [...ids];
    while (left.length > 0 && todo.length > 0) {
      const at = free ? left.indexOf(todo[0]!) : left[0] === todo[0] ? 0 : -1;
      if (at < 0) return null;
      left.splice(at, 1);
      todo.shift();
    }
    if (left.length > 0) {
      const next = free ? left : left.slice(0, 1);
      return { next, later: after(next, [{ ids: left.slice(next.length), free: false }, ...all.slice(place + 1)]) };
    }
  }
  return todo.length === 0 ? { next: [], later: [] } : null;
}

/** The pieces of these runs, each with its way: within a free run every piece can be the first. */
function after(before: readonly string[], runs: { ids: string[]; free: boolean }[]): Later[] {
  const way = [...before];
  return runs.flatMap(({ ids, free }) => {
    const here = [...way];
    way.push(...ids);
    return ids.map((id, at) => ({ id, way: free ? [...here, id] : [...here, ...ids.slice(0, at + 1)] }));
  });
}

/** The actions that the touches so far can lead to. */
export const candidates = ({ legal, touched }: Picking) =>
  legal.filter((action) => action.picks.length > 0 && rest(legal, action, touched) !== null);

const remaining = (picking: Picking) =>
  candidates(picking).map((action) => ({ action, ...rest(picking.legal, action, picking.touched)! }));

/** What can be touched next, in the order of the legal actions: what a keyboard steps through. */
export const next = (picking: Picking): string[] => [...new Set(remaining(picking).flatMap((left) => left.next))];

/**
 * All that glows: what comes next, and what comes later where it leaves no doubt about what lies between. At a `strict`
 * table nothing is touched before its turn, and everything of an action is.
 */
export const glowing = (picking: Picking, strict = false): Set<string> =>
  new Set([...next(picking), ...(strict ? [] : ahead(picking).keys())]);

/**
 * The pieces that may be touched before their turn, each with the picks that lead to it. Of one kind all may be or
 * none: whoever sees some of them glow takes the others for useless.
 */
function ahead(picking: Picking): Map<string, string[]> {
  const ways = new Map<string, string[]>();
  const doubted = new Set<string>();
  const left = remaining(picking);
  const first = new Set(left.flatMap(({ next }) => next));
  for (const { id, way } of left.flatMap(({ later }) => later)) {
    if (first.has(id)) continue;
    const known = ways.get(id);
    if (known && known.join('\n') !== way.join('\n')) doubted.add(kindOf(id)!);
    else ways.set(id, way);
  }
  for (const id of ways.keys()) if (doubted.has(kindOf(id)!)) ways.delete(id);
  return ways;
}

/** Someone touches a piece. */
export function touch(picking: Picking, id: string, strict = false): Touch {
  const isNext = next(picking).includes(id);
  const path = isNext ? [id] : strict ? undefined : ahead(picking).get(id);
  if (!path && picking.touched.length > 0) {
    // Not what comes next: a second thought, if it begins something else; a piece of a set again puts it back.
    const without = putBack(picking, id);
    if (without) return { kind: 'narrowed', picking: without };
    const fresh = begin(picking.legal);
    if (next(fresh).includes(id)) return touch(fresh, id, strict);
  }
  if (!path) return refused(picking, [...picking.touched, id]);
  const narrowed = { ...picking, touched: [...picking.touched, ...path] };
  const left = candidates(narrowed);
  return left.length === 1 && !(strict && next(narrowed).length > 0)
    ? { kind: 'send', action: left[0]!, doubtful: isDoubtful(picking, id, left[0]!), picking: begin(picking.legal) }
    : { kind: 'narrowed', picking: narrowed };
}

/** Without the latest touch of this piece, where what is left still leads on. */
function putBack(picking: Picking, id: string): Picking | null {
  const at = picking.touched.lastIndexOf(id);
  if (at < 0) return null;
  const without = { ...picking, touched: picking.touched.filter((_, place) => place !== at) };
  return at === picking.touched.length - 1 || candidates(without).length > 0 ? without : null;
}

const refused = (picking: Picking, picks: string[]): Touch => ({
  kind: 'why',
  picks,
  early: remaining(picking).some(({ later }) => later.some(({ id }) => id === picks.at(-1))),
  picking,
});

/** Another piece of the same kind as the first, and it would begin something else, too: perhaps it is meant instead. */
function isDoubtful({ legal, touched }: Picking, id: string, { verb }: LegalAction): boolean {
  if (touched.length !== 1 || kindOf(touched[0]!) !== kindOf(id)) return false;
  return remaining(begin(legal)).some(({ action, next }) => action.verb !== verb && next.includes(id));
}

/** A piece is dragged onto another: two touches, where the first alone decides nothing yet. */
export function drag(picking: Picking, from: string, to: string, strict = false): Touch {
  const fresh = next(picking).includes(from) ? picking : begin(picking.legal);
  if (!next(fresh).includes(from)) return refused(picking, [from, to]);
  const lifted = { ...fresh, touched: [...fresh.touched, from] };
  if (!glowing(lifted, strict).has(to)) return { ...refused(lifted, [...lifted.touched, to]), picking };
  const led = touch(lifted, to, strict);
  return led.kind === 'send' ? { ...led, doubtful: false } : led;
}

/** Where a lifted piece can be let go. */
export function targets(picking: Picking, from: string, strict = false): Set<string> {
  const fresh = next(picking).includes(from) ? picking : begin(picking.legal);
  const lifted = { ...fresh, touched: [...fresh.touched, from] };
  return glowing(lifted, strict);
}

/** All pieces of an action are touched but the last. */
export const upToLast = (legal: readonly LegalAction[], { picks }: LegalAction): Picking => ({
  legal,
  touched: picks.slice(0, -1),
});

/** The last touch is taken back. */
export const back = (picking: Picking): Picking => ({ ...picking, touched: picking.touched.slice(0, -1) });

/** The verbs that are buttons of their own: actions without picks, offered while nothing is touched. */
export const buttons = ({ legal, touched }: Picking) =>
  touched.length === 0 ? legal.filter((action) => action.picks.length === 0) : [];

/** What touching this would mean: the one action it leaves, or how many. */
export function meaning(picking: Picking, id: string, strict = false): { action?: LegalAction; count: number } {
  if (!glowing(picking, strict).has(id)) return { count: 0 };
  const isNext = next(picking).includes(id);
  const left = remaining(picking).filter((r) => (isNext ? r.next : r.later.map((later) => later.id)).includes(id));
  return left.length === 1 ? { action: left[0]!.action, count: 1 } : { count: left.length };
}

/** What a next touch leads to: each kind of piece with its verbs, in the order of the legal actions. */
export function onward(picking: Picking): { kind: string; verbs: string[] }[] {
  const kinds = new Map<string, Set<string>>();
  for (const { action, next } of remaining(picking))
    for (const id of next) kinds.set(kindOf(id)!, (kinds.get(kindOf(id)!) ?? new Set()).add(action.verb));
  return [...kinds].map(([kind, verbs]) => ({ kind, verbs: [...verbs] }));
}

/** How many touches are left, where that is the same whatever is meant. */
export function left(picking: Picking): number | null {
  const counts = new Set(candidates(picking).map(({ picks }) => picks.length - picking.touched.length));
  return counts.size === 1 ? [...counts][0]! : null;
}

/** New legal actions arrive: touches that still begin something stay. */
export function renew(picking: Picking, legal: readonly LegalAction[]): Picking {
  let kept: Picking = { legal, touched: picking.touched };
  while (kept.touched.length > 0 && candidates(kept).length === 0) kept = back(kept);
  return kept;
}
