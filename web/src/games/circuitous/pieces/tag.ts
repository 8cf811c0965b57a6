// Where labels go on the felt: a spot that is free of cards, or none. All on the screen: x to the right, y down.

/** An upright rectangle: what lies on the table, or a label. */
export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}
export type Size = Pick<Box, 'w' | 'h'>;

const GAP = 4;

/** How much of two rectangles is common to both. */
export const overlap = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y));

const wider = ({ x, y, w, h }: Box, by: number): Box => ({ x: x - by, y: y - by, w: w + 2 * by, h: h + 2 * by });
const isInside = (box: Box, window: Box) => overlap(box, window) >= box.w * box.h - 0.01;

/** The first of these spots where a label covers nothing. */
export const freeSpot = (spots: readonly Box[], taken: readonly Box[], window: Box): Box | null =>
  spots.find((spot) => isInside(spot, window) && !taken.some((each) => overlap(wider(spot, GAP - 1), each) > 0)) ??
  null;

/** Of these spots the one where a label covers least, for what has to be seen. */
export const leastTaken = (spots: readonly Box[], taken: readonly Box[], window: Box): Box => {
  const lost = (spot: Box) =>
    taken.reduce((sum, each) => sum + overlap(spot, each), 9 * (spot.w * spot.h - overlap(spot, window)));
  return spots.reduce((best, spot) => (lost(spot) < lost(best) - 1 ? spot : best));
};

/** A length within a span, if it fits there. */
const within = (at: number, length: number, from: number, span: number): number =>
  Math.max(from, Math.min(at, from + span - length));

/** The spots beside a finish, in the order one looks for its label: right, left, below, above. */
export function beside(finish: Box, size: Size, window: Box): Box[] {
  const [spareW, spareH] = [finish.w - size.w, finish.h - size.h];
  // On each side: in the middle, or nearer to one end of the finish.
  const shares = [0.5, 0.25, 0.75, 0, 1];
  const across = (x: number) =>
    shares.map((share) => ({ ...size, x, y: within(finish.y + spareH * share, size.h, window.y, window.h) }));
  const along = (y: number) =>
    shares.map((share) => ({ ...size, x: within(finish.x + spareW * share, size.w, window.x, window.w), y }));
  return [
    ...across(finish.x + finish.w + GAP),
    ...across(finish.x - GAP - size.w),
    ...along(finish.y + finish.h + GAP),
    ...along(finish.y - GAP - size.h),
  ];
}

/** Spots along the edges of the felt: its corners first. `from` turns their order, so that labels begin apart. */
export function edges({ w, h }: Size, window: Box, from = 0): Box[] {
  const [right, bottom] = [window.x + window.w - w, window.y + window.h - h];
  const xs = [0, 1, 0.5, 0.25, 0.75].map((share) => window.x + (window.w - w) * share);
  const ys = [0, 1, 0.5, 0.25, 0.75].map((share) => window.y + (window.h - h) * share);
  const corners = [
    [window.x, window.y],
    [window.x, bottom],
    [right, window.y],
    [right, bottom],
  ];
  const rest = [
    ...xs.slice(2).flatMap((x) => [
      [x, window.y],
      [x, bottom],
    ]),
    ...ys.slice(2).flatMap((y) => [
      [window.x, y],
      [right, y],
    ]),
  ];
  return [...corners.slice(from), ...corners.slice(0, from), ...rest].map(([x, y]) => ({ x: x!, y: y!, w, h }));
}

/** Spots below and beside another label, so that labels of a kind stand together. */
export const next = (to: Box, { w, h }: Size): Box[] => [
  { x: to.x, y: to.y + to.h + 2 * GAP, w, h },
  { x: to.x, y: to.y - h - 2 * GAP, w, h },
  { x: to.x + to.w + 2 * GAP, y: to.y, w, h },
  { x: to.x - w - 2 * GAP, y: to.y, w, h },
];

/** Labels of a kind, all of them or none: each takes the first free spot, near the one before it if it can. */
export function together(
  sizes: readonly Size[],
  spots: (size: Size, index: number) => Box[],
  taken: readonly Box[],
  window: Box,
): Box[] | null {
  const placed: Box[] = [];
  for (const [index, size] of sizes.entries()) {
    const last = placed.at(-1);
    const near = last ? [...next(last, size), ...spots(size, index)] : spots(size, index);
    const spot = freeSpot(near, [...taken, ...placed], window);
    if (!spot) return null;
    placed.push(spot);
  }
  return placed;
}
