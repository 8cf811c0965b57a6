// Where the lines of a card run. A card is 10 x 14 units; x to the right, y up; turns are quarters clockwise.
// Nothing here decides what is legal: it only draws paths between exits that the view names.

import type { Dir, Exit, Spot } from '../types.ts';

export type Pt = [number, number];
type Cubic = [Pt, Pt, Pt, Pt];

export const SIDES: Dir[] = ['north', 'east', 'south', 'west'];
export const STEP: Record<Dir, Pt> = { north: [0, 1], east: [1, 0], south: [0, -1], west: [-1, 0] };
const opposite = (side: Dir) => SIDES[(SIDES.indexOf(side) + 2) % 4]!;
const isVertical = (side: Dir) => side === 'north' || side === 'south';

export const turned = ([x, y]: Pt, turns: number): Pt => {
  for (let k = ((turns % 4) + 4) % 4; k > 0; k--) [x, y] = [y, -x];
  return [x + 0, y + 0];
};
export const flip = ([x, y]: Pt): Pt => [x, -y];
const local = ({ side, offset }: Exit): Pt =>
  side === 'north' ? [offset, 7] : side === 'south' ? [offset, -7] : side === 'east' ? [5, offset] : [-5, offset];
const round = (n: number) => +n.toFixed(3);

const line = (a: Pt, b: Pt): Cubic => [
  a,
  [a[0] + (b[0] - a[0]) / 3, a[1] + (b[1] - a[1]) / 3],
  [a[0] + (2 * (b[0] - a[0])) / 3, a[1] + (2 * (b[1] - a[1])) / 3],
  b,
];

/** The middle of the path between two exits of a card, in its own frame; from one exit alone, to the middle of the card. */
export function centreLine(from: Exit, to?: Exit): Cubic[] {
  const a = local(from);
  if (!to) return [line(a, [0, 0])];
  const b = local(to);
  if (isVertical(from.side) === isVertical(to.side)) {
    const k = isVertical(from.side) ? 1 : 0;
    if (a[1 - k] === b[1 - k]) return [line(a, b)];
    const q1: Pt = [...a],
      q2: Pt = [...b];
    q1[k] = a[k] * -0.12;
    q2[k] = b[k] * -0.12;
    return [[a, q1, q2, b]];
  }
  const c: Pt = isVertical(from.side) ? [a[0], b[1]] : [b[0], a[1]];
  const da = Math.abs(a[0] - c[0]) + Math.abs(a[1] - c[1]),
    db = Math.abs(b[0] - c[0]) + Math.abs(b[1] - c[1]);
  const r = Math.min(da, db, 4.5),
    k = r * (1 - 0.5523);
  const on = (p: Pt, d: number, t: number): Pt => [c[0] + ((p[0] - c[0]) / d) * t, c[1] + ((p[1] - c[1]) / d) * t];
  return [line(a, on(a, da, r)), [on(a, da, r), on(a, da, k), on(b, db, k), on(b, db, r)], line(on(b, db, r), b)];
}

export const toPath = (segments: Cubic[], map: (p: Pt) => Pt) =>
  segments
    .map((s, i) => {
      const p = s.map(map).map((q) => q.map(round).join(' '));
      return (i ? '' : `M${p[0]}`) + `C${p.slice(1).join(' ')}`;
    })
    .join('');

export interface Lines {
  d: string;
  fillets: string;
  bulb: boolean;
}

/**
 * The lines of one path. At a junction a straight trunk runs between two exits that face each other, the others meet it
 * at right angles, with fillets in the inner corners. Where nothing is straight, exits on opposite sides are joined by
 * curves, and what is left branches off the first of these.
 */
export function linesOf(path: Exit[]): { pairs: Cubic[][]; fillets: string; bulb: boolean } {
  if (path.length <= 2) return { pairs: [centreLine(path[0]!, path[1])], fillets: '', bulb: path.length === 1 };
  const [trunk, mate] = straight(path) ?? [];
  if (!trunk || !mate) return { pairs: curved(path), fillets: '', bulb: false };
  const pairs = [centreLine(trunk, mate)];
  const h = 1.5,
    r = 1.15,
    k = 0.3;
  let fillets = '';
  for (const exit of path.filter((e) => e !== trunk && e !== mate)) {
    if (isVertical(exit.side) === isVertical(trunk.side)) {
      pairs.push(centreLine(exit, exit.side === trunk.side ? mate : trunk));
      continue;
    }
    const p = local(exit);
    const j: Pt = isVertical(trunk.side) ? [trunk.offset, p[1]] : [p[0], trunk.offset];
    pairs.push([line(p, j)]);
    const [jx, jy] = flip(j),
      [dx, dy] = flip(STEP[exit.side]);
    for (const s of [1, -1]) {
      const px = -dy * s,
        py = dx * s;
      const o: Pt = [jx + (px + dx) * h, jy + (py + dy) * h];
      const at = (a: number, b: number) => `${round(o[0] + px * a + dx * b)} ${round(o[1] + py * a + dy * b)}`;
      fillets += `M${at(r, -k)}L${at(r, 0)}Q${at(0, 0)} ${at(0, r)}L${at(-k, r)}L${at(-k, -k)}z`;
    }
  }
  return { pairs, fillets, bulb: false };
}

/** Two exits that face each other. */
function straight(path: Exit[]): [Exit, Exit] | undefined {
  const faces = (a: Exit, b: Exit) => opposite(a.side) === b.side && a.offset === b.offset;
  for (const a of path) for (const b of path) if (faces(a, b)) return [a, b];
  return undefined;
}

/** Pairs of exits on opposite sides, and those that are left. */
function paired(path: Exit[]): { pairs: [Exit, Exit][]; left: Exit[] } {
  const left = [...path];
  const pairs: [Exit, Exit][] = [];
  for (const a of path) {
    const b = left.find((b) => opposite(a.side) === b.side);
    if (!b || !left.includes(a)) continue;
    pairs.push([a, b]);
    for (const used of [a, b]) left.splice(left.indexOf(used), 1);
  }
  return { pairs, left };
}

function curved(path: Exit[]): Cubic[][] {
  const { pairs, left } = paired(path);
  const curves = pairs.map(([a, b]) => centreLine(a, b));
  const trunk = pairs[0];
  if (!trunk) return left.slice(1).map((exit) => centreLine(exit, left[0]));
  return [...curves, ...left.flatMap((exit) => branch(exit, trunk, curves[0]![0]!))];
}

/** From an exit straight to a curved trunk, and rounded into it to both sides. */
function branch(exit: Exit, [one, other]: [Exit, Exit], trunk: Cubic): Cubic[][] {
  if (isVertical(exit.side) === isVertical(one.side)) return [centreLine(exit, exit.side === one.side ? other : one)];
  const p = local(exit);
  const along = isVertical(one.side) ? 1 : 0;
  const meets = onCurve(trunk, along, p[along]!);
  const out = STEP[exit.side];
  const r = 2.3;
  const from: Pt = [meets[0] + out[0] * r, meets[1] + out[1] * r];
  const towards = (a: Pt): Pt => [a[0] + (meets[0] - a[0]) * 0.6, a[1] + (meets[1] - a[1]) * 0.6];
  const bends = [r, -r].map((by): Cubic[] => {
    const to = onCurve(trunk, along, p[along]! + by);
    return [[from, towards(from), towards(to), to]];
  });
  return [[line(p, meets)], ...bends];
}

const at = ([a, b, c, d]: Cubic, t: number, i: 0 | 1) =>
  (1 - t) ** 3 * a[i] + 3 * t * (1 - t) ** 2 * b[i] + 3 * t * t * (1 - t) * c[i] + t ** 3 * d[i];

/** How far along a curve, which runs one way in this coordinate, the coordinate has this value. */
function alongCurve(curve: Cubic, coordinate: 0 | 1, value: number): number {
  const rises = curve[3][coordinate] > curve[0][coordinate];
  let [low, high] = [0, 1];
  for (let i = 0; i < 20; i++) {
    const middle = (low + high) / 2;
    if (at(curve, middle, coordinate) < value === rises) low = middle;
    else high = middle;
  }
  return low;
}

/** The point of such a curve where the coordinate has this value. */
export function onCurve(curve: Cubic, coordinate: 0 | 1, value: number): Pt {
  const t = alongCurve(curve, coordinate, value);
  return [at(curve, t, 0), at(curve, t, 1)];
}

/** The first part of a curve, by de Casteljau. */
function upTo([a, b, c, d]: Cubic, t: number): Cubic {
  const mid = (p: Pt, q: Pt): Pt => [p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t];
  const [ab, bc, cd] = [mid(a, b), mid(b, c), mid(c, d)];
  const [abc, bcd] = [mid(ab, bc), mid(bc, cd)];
  return [a, ab, abc, mid(abc, bcd)];
}

/** The middle of the way between two exits of a card, which keeps to what is drawn. */
export function wayBetween(paths: Exit[][], from: Exit, to: Exit): Cubic[] {
  const isFrom = (a: Exit, b: Exit) => a.side === b.side && a.offset === b.offset;
  const path = paths.find((each) => each.some((a) => isFrom(a, from)) && each.some((a) => isFrom(a, to)));
  if (!path || path.length < 3 || straight(path)) return centreLine(from, to);
  const { pairs, left } = paired(path);
  const off = [from, to].find((exit) => left.some((a) => isFrom(a, exit)));
  const end = off === from ? to : from;
  const trunk = pairs[0];
  if (!off || !trunk?.some((a) => isFrom(a, end)) || isVertical(off.side) === isVertical(end.side))
    return centreLine(from, to);
  const mate = trunk.find((a) => !isFrom(a, end))!;
  const curve = centreLine(end, mate)[0]!;
  const along = isVertical(end.side) ? 1 : 0;
  const first = upTo(curve, alongCurve(curve, along, local(off)[along]));
  const last = line(first[3], local(off));
  return end === from ? [first, last] : [last, first].map(([a, b, c, d]): Cubic => [d, c, b, a]);
}

export const drawLines = (paths: Exit[][]): Lines[] =>
  paths.map((path) => {
    const { pairs, fillets, bulb } = linesOf(path);
    return { d: pairs.map((q) => toPath(q, flip)).join(''), fillets, bulb };
  });

/** Corners of a card as it lies on the screen, those that no path runs through first: for numbers and symbols. */
export function freeCorners(paths: Exit[][], turns: number, size: number): { x: number; y: number }[] {
  const [w, h] = turns % 2 ? [7, 5] : [5, 7];
  const points = paths
    .flatMap((path) => linesOf(path).pairs.flat())
    .flatMap((c) => Array.from({ length: 11 }, (_, i): Pt => [at(c, i / 10, 0), at(c, i / 10, 1)]))
    .map((p) => flip(turned(p, turns)));
  const m = 0.62 + size / 2;
  return [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ]
    .map(([sx, sy]) => {
      const x = sx! * (w - m),
        y = sy! * (h - m);
      const room =
        Math.min(99, ...points.map((p) => Math.max(Math.abs(p[0] - x), Math.abs(p[1] - y)))) - 1.5 - size / 2;
      return { x, y, room };
    })
    .sort((a, b) => Number(b.room > -0.12) - Number(a.room > -0.12));
}

export const halfOf = (turns: number): Pt => (turns % 2 ? [7, 5] : [5, 7]);

/** The exit of a card that lies at `spot` which is this point of the table. */
export function exitAt(spot: Spot, port: { x: number; y: number; out: Dir }): Exit {
  const [x, y] = turned([port.x - spot.x, port.y - spot.y], 4 - spot.turn);
  const side = SIDES[(SIDES.indexOf(port.out) + 4 - spot.turn) % 4]!;
  return { side, offset: isVertical(side) ? x : y };
}

/** How large the badge of a card is at this many px a unit, and whether its number can be read there. */
export function badgeAt(unit: number): { size: number; isLegible: boolean } {
  const size = Math.max(2.9, 11.2 / (0.66 * unit));
  return size <= 4.6 ? { size, isLegible: true } : { size: 3.6, isLegible: false };
}

/** How large words are printed on a card of so many px to a unit; nothing where they could not be read. */
export function printSize(unit: number): number | null {
  const size = Math.max(1.55, 11.1 / unit);
  return size <= 2.05 ? size : null;
}
