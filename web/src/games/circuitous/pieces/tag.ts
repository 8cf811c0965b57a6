// Where the small tag of a finish goes. All on the screen: x to the right, y down.

/** An upright rectangle: what lies on the table, or a tag. */
export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

const GAP = 5;

/** How much of two rectangles is common to both. */
export const overlap = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y));

/** A length within a span, if it fits there. */
const within = (at: number, length: number, from: number, span: number): number =>
  Math.max(from, Math.min(at, from + span - length));

/**
 * The place of a tag beside its finish: at the right, where that is free; else on the side where it covers least of what
 * is taken and leaves the window least. Of equal places the first one is kept, so that a tag stays where it is.
 */
export function tagPlace(finish: Box, size: { w: number; h: number }, taken: Box[], window: Box): Box {
  const [spareW, spareH] = [finish.w - size.w, finish.h - size.h];
  // On each side: in the middle, or nearer to one end of the finish.
  const shares = [0.5, 0.25, 0.75, 0, 1];
  const beside = (x: number) =>
    shares.map((share) => ({ ...size, x, y: within(finish.y + spareH * share, size.h, window.y, window.h) }));
  const along = (y: number) =>
    shares.map((share) => ({ ...size, x: within(finish.x + spareW * share, size.w, window.x, window.w), y }));
  const places: Box[] = [
    ...beside(finish.x + finish.w + GAP),
    ...beside(finish.x - GAP - size.w),
    ...along(finish.y + finish.h + GAP),
    ...along(finish.y - GAP - size.h),
  ];
  const lost = (place: Box) =>
    taken.reduce((sum, each) => sum + overlap(place, each), size.w * size.h - overlap(place, window));
  return places.reduce((best, place) => (lost(place) < lost(best) - 1 ? place : best));
}

/** The places of several tags: none goes over another, or over another's finish. */
export function tagPlaces(finishes: Box[], size: { w: number; h: number }, cards: Box[], window: Box): Box[] {
  const placed: Box[] = [];
  for (const finish of finishes) placed.push(tagPlace(finish, size, [...cards, ...finishes, ...placed], window));
  return placed;
}
