// From a list of legal actions to a table that can be touched. No rule of any game is known here: an action says
// which pieces a person touches for it, in order, and that is all there is to go by.

export interface LegalAction {
  action: string;
  picks: string[];
  verb: string;
  label: string;
}

/** What has been touched so far, and the actions that can still be meant. */
export interface Picking {
  readonly legal: readonly LegalAction[];
  readonly touched: readonly string[];
}

/** What a touch led to. */
export type Touch =
  | { kind: 'send'; action: LegalAction; picking: Picking }
  | { kind: 'narrowed'; picking: Picking }
  /** The touch starts nothing; these picks can be asked about. */
  | { kind: 'why'; picks: string[]; picking: Picking };

export const begin = (legal: readonly LegalAction[]): Picking => ({ legal, touched: [] });

const starts = (action: LegalAction, touched: readonly string[]) =>
  action.picks.length >= touched.length && touched.every((id, i) => action.picks[i] === id);

/** The actions that the touches so far can lead to. */
export const candidates = ({ legal, touched }: Picking) =>
  legal.filter((action) => action.picks.length > 0 && starts(action, touched));

/** What can be touched next, in the order of the legal actions: what a keyboard steps through. */
export function next(picking: Picking): string[] {
  const ids = candidates(picking).map((action) => action.picks[picking.touched.length]);
  return [...new Set(ids.filter((id) => id !== undefined))];
}

/** All that glows: what comes next, and what comes later where it leaves no doubt about what lies between. */
export function glowing(picking: Picking): Set<string> {
  const glow = new Set(next(picking));
  const depth = picking.touched.length;
  const before = new Map<string, string | null>();
  for (const { picks } of candidates(picking)) {
    for (let at = depth + 1; at < picks.length; at++) {
      const id = picks[at]!;
      const way = JSON.stringify(picks.slice(depth, at));
      const known = before.get(id);
      before.set(id, known === undefined || known === way ? way : null);
    }
  }
  for (const [id, way] of before) if (way !== null) glow.add(id);
  return glow;
}

/** Someone touches a piece. */
export function touch(picking: Picking, id: string): Touch {
  const depth = picking.touched.length;
  let path: string[] | undefined;
  if (next(picking).includes(id)) {
    path = [id];
  } else if (glowing(picking).has(id)) {
    const through = candidates(picking).find((action) => action.picks.indexOf(id, depth) > depth)!;
    path = through.picks.slice(depth, through.picks.indexOf(id, depth) + 1);
  } else if (depth > 0) {
    // Not what comes next: a second thought, if it begins something else; the last piece again puts it back.
    if (picking.touched.at(-1) === id) return { kind: 'narrowed', picking: back(picking) };
    const fresh = begin(picking.legal);
    if (next(fresh).includes(id)) return touch(fresh, id);
  }
  if (!path) return { kind: 'why', picks: [...picking.touched, id], picking };
  const narrowed = { ...picking, touched: [...picking.touched, ...path] };
  const left = candidates(narrowed);
  return left.length === 1
    ? { kind: 'send', action: left[0]!, picking: begin(picking.legal) }
    : { kind: 'narrowed', picking: narrowed };
}

/** A piece is dragged onto another: two touches, where the first alone decides nothing yet. */
export function drag(picking: Picking, from: string, to: string): Touch {
  const fresh = next(picking).includes(from) ? picking : begin(picking.legal);
  if (!next(fresh).includes(from)) return { kind: 'why', picks: [from, to], picking };
  const lifted = { ...fresh, touched: [...fresh.touched, from] };
  const fits = candidates(lifted).filter((action) => action.picks.includes(to, lifted.touched.length));
  if (fits.length === 0) return { kind: 'why', picks: [...lifted.touched, to], picking };
  return touch(lifted, to);
}

/** Where a lifted piece can be let go. */
export function targets(picking: Picking, from: string): Set<string> {
  const fresh = next(picking).includes(from) ? picking : begin(picking.legal);
  const lifted = { ...fresh, touched: [...fresh.touched, from] };
  return glowing(lifted);
}

/** The last touch is taken back. */
export const back = (picking: Picking): Picking => ({ ...picking, touched: picking.touched.slice(0, -1) });

/** The verbs that are buttons of their own: actions without picks, offered while nothing is touched. */
export const buttons = ({ legal, touched }: Picking) =>
  touched.length === 0 ? legal.filter((action) => action.picks.length === 0) : [];

/** What touching this would mean: the one action it leaves, or how many. */
export function meaning(picking: Picking, id: string): { action?: LegalAction; count: number } {
  const glow = glowing(picking);
  if (!glow.has(id)) return { count: 0 };
  const depth = picking.touched.length;
  const isNext = next(picking).includes(id);
  const left = candidates(picking).filter((action) =>
    isNext ? action.picks[depth] === id : action.picks.includes(id, depth),
  );
  return left.length === 1 ? { action: left[0]!, count: 1 } : { count: left.length };
}

/** New legal actions arrive: touches that still begin something stay. */
export function renew(picking: Picking, legal: readonly LegalAction[]): Picking {
  let kept: Picking = { legal, touched: picking.touched };
  while (kept.touched.length > 0 && candidates(kept).length === 0) kept = back(kept);
  return kept;
}
