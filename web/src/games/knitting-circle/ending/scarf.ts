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
