// What of an outline is its own where outlines lie over each other: all that is nearer to its middle than to another's.

import type { Pt } from './geometry.ts';

/** The part of a rectangle around `middle` that is nearer to it than to any of the others. */
export function cell(middle: Pt, [w, h]: Pt, others: readonly Pt[]): Pt[] {
  const [x, y] = middle;
  let shape: Pt[] = [
    [x - w, y - h],
    [x + w, y - h],
    [x + w, y + h],
    [x - w, y + h],
  ];
  for (const other of others) {
    const [dx, dy] = [other[0] - x, other[1] - y];
    if (Math.abs(dx) > 4 * w || Math.abs(dy) > 4 * h || (dx === 0 && dy === 0)) continue;
    const half = [x + dx / 2, y + dy / 2] as const;
    // How far beyond the line in the middle between the two.
    const beyond = (p: Pt) => (p[0] - half[0]) * dx + (p[1] - half[1]) * dy;
    shape = shape.flatMap((p, i): Pt[] => {
      const q = shape[(i + 1) % shape.length]!;
      const [a, b] = [beyond(p), beyond(q)];
      const kept: Pt[] = a <= 0 ? [p] : [];
      if (a * b < 0) kept.push([p[0] + ((q[0] - p[0]) * a) / (a - b), p[1] + ((q[1] - p[1]) * a) / (a - b)]);
      return kept;
    });
  }
  return shape;
}
