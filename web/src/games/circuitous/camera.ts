// How the table is looked at: turned by quarters, and as large as the felt allows.

import { flip, halfOf, turned, type Pt } from './pieces/geometry.ts';
import type { Box } from './pieces/tag.ts';
import type { Spot } from './types.ts';

/** A card is 10 units wide: below 38 px it cannot be read; then the felt is dragged. To be touched it takes 44 px. */
export const LEAST = 3.85;
export const LEAST_TOUCHED = 4.45;
/** Larger cards help nobody. */
const MOST = 11;
const MARGIN = 2;
/** Room for a label beside the finishes. */
const LABEL = 15;
/** The table is turned only where its cards become so much larger. */
const TURN = 1.15;

/** What is on the table: what lies there, where it may go on, and what can be touched now. */
export interface Sight {
  width: number;
  height: number;
  /** Cards, start and finishes. */
  spots: readonly Spot[];
  /** Points between which the table may grow. */
  room: readonly Pt[];
  /** Where one may touch now: it stays in view. */
  glowing: readonly Spot[];
  finishes: readonly Spot[];
  least: number;
}
/** A point of the table, times `k` and moved by `x` and `y`, is a point on the screen. */
export interface Camera {
  quarter: number;
  k: number;
  x: number;
  y: number;
}

export const onDrawing = (p: Pt, quarter: number): Pt => flip(turned(p, quarter));

/** A card that lies so, on the drawing. */
export const boxOf = (spot: Spot, quarter: number): Box => {
  const [x, y] = onDrawing([spot.x, spot.y], quarter);
  const [w, h] = halfOf(spot.turn + quarter);
  return { x: x - w, y: y - h, w: 2 * w, h: 2 * h };
};

const around = (boxes: readonly Box[]): Box => {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  return {
    x,
    y,
    w: Math.max(...boxes.map((box) => box.x + box.w)) - x,
    h: Math.max(...boxes.map((box) => box.y + box.h)) - y,
  };
};

/** How the table is seen best; with `by` turned by so many quarters, whatever is best. */
export function look(sight: Sight, by: number | null): Camera {
  if (by !== null) return seen(sight, by);
  const [first, second] = sight.width > sight.height ? [1, 0] : [0, 1];
  const [one, other] = [seen(sight, first), seen(sight, second)];
  return fit(sight, second).k > TURN * fit(sight, first).k ? other : one;
}

function fit({ width, height, spots, room, glowing, finishes }: Sight, quarter: number) {
  const points = room.map((p): Box => {
    const [x, y] = onDrawing(p, quarter);
    return { x, y, w: 0, h: 0 };
  });
  const all = around([...[...spots, ...glowing].map((spot) => boxOf(spot, quarter)), ...points]);
  const box = { x: all.x - MARGIN, y: all.y - MARGIN, w: all.w + 2 * MARGIN, h: all.h + 2 * MARGIN };
  const scale = (w: number) => Math.min(width / w, height / box.h, MOST);
  // Labels stand at the right of the finishes, where that costs nothing.
  const right = Math.max(...finishes.map((spot) => boxOf(spot, quarter)).map(({ x, w }) => x + w)) + LABEL;
  const wide = Math.max(box.w, right - box.x);
  const w = scale(wide) > 0.94 * scale(box.w) ? wide : box.w;
  return { box: { ...box, w }, k: scale(w) };
}

function seen(sight: Sight, quarter: number): Camera {
  const { box, k: fits } = fit(sight, quarter);
  const k = Math.max(fits, sight.least);
  const glow = sight.glowing.length > 0 ? around(sight.glowing.map((spot) => boxOf(spot, quarter))) : null;
  const along = (axis: 'x' | 'y', side: 'w' | 'h', length: number) => {
    const seen = length / k;
    const spare = box[side] - seen;
    // All of it is seen: it lies in the middle. Else what glows does, as far as the table reaches.
    const at =
      spare <= 0 || !glow
        ? box[axis] + spare / 2
        : Math.min(Math.max(glow[axis] + (glow[side] - seen) / 2, box[axis]), box[axis] + spare);
    return -at * k;
  };
  return { quarter, k, x: along('x', 'w', sight.width), y: along('y', 'h', sight.height) };
}
