// A score as a scarf: one yarn for each line of the sheet, knitted from the needle downwards. What a line takes away is
// unraveled from the needle's end.

import type { Outcome } from '../../../lib/table-api.ts';

/** The yarn of each line; what takes points away has none. */
const YARNS = ['yellow', 'teal', 'purple', 'ugly', 'pink'];
export const yarnOf = (line: number) => YARNS[line % YARNS.length]!;

export interface Band {
  line: number;
  color: string;
  points: number;
  /** How many points lie below it. */
  below: number;
  /** How many are left of it at the end. */
  left: number;
}
export interface Scarf {
  bands: Band[];
  /** Where something was unraveled, and how much. */
  seams: { line: number; at: number; points: number }[];
  /** Its length after each line, 0 before the first. */
  lengths: number[];
}

export function scarfOf({ lines }: Outcome['sheets'][number]): Scarf {
  const scarf: Scarf = { bands: [], seams: [], lengths: [0] };
  let sum = 0;
  lines.forEach(({ points }, line) => {
    const before = Math.max(0, sum);
    sum += points;
    const after = Math.max(0, sum);
    const grown = after - before;
    if (grown > 0) scarf.bands.push({ line, color: yarnOf(line), points: grown, below: before, left: grown });
    if (points < 0) {
      scarf.seams.push({ line, at: after, points });
      for (const band of scarf.bands) band.left = Math.max(0, Math.min(band.left, after - band.below));
    }
    scarf.lengths.push(after);
  });
  return scarf;
}

/** How many points the longest scarf ever has. */
export const longest = (scarves: readonly Scarf[]) => Math.max(1, ...scarves.flatMap(({ lengths }) => lengths));

/** A number on a scarf is a tag of this radius, and a shorter piece has none. */
export const TAG = 11;
/** The patch of whoever is first. */
export const PATCH = 22;

/** How far under the needle the patch is sewn on: as high as it covers no number, else where it covers least. */
export function patchAt({ bands, seams, lengths }: Scarf, unit: number): number {
  const end = lengths.at(-1)!;
  const tags = [
    ...bands.flatMap(({ below, left }) => (left * unit >= 2 * TAG ? [(end - below - left / 2) * unit] : [])),
    ...seams.map(({ at }) => (end - at) * unit + (at === end ? TAG + 4 : 0)),
  ].sort((a, b) => a - b);
  // Between two tags, above the first and below the last, but on the scarf.
  const edges = [-TAG - 4, ...tags, end * unit + 2 * TAG];
  const gaps = edges.slice(1).map((to, i) => ({ at: (edges[i]! + to) / 2, room: (to - edges[i]!) / 2 }));
  const enough = gaps.find(({ room }) => room >= TAG + PATCH);
  return (enough ?? gaps.reduce((best, gap) => (gap.room > best.room ? gap : best))).at;
}
