// The way of a piece as keyframes, drawn point by point: only `transform` and `opacity` ever change.

import { eased, easing } from './ease.ts';
import type { Flight, Nudge } from './plan.ts';

/** A box on the screen by its middle. */
export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

interface Way {
  from: Box;
  to: Box;
  via: Box[];
  /** Where the picture is laid: all is told from there. */
  own: Box;
}

const POINTS = 14;
const mix = (a: number, b: number, t: number) => a + (b - a) * t;
/** How much larger the picture is drawn at a place than where it is laid. In a place that is no piece it is small. */
const sizeAt = (place: Box, own: Box, isPiece: boolean) => {
  const ratio = Math.sqrt((place.w * place.h) / (own.w * own.h || 1));
  if (!isPiece && ratio > 2) return 0.6;
  return Math.min(isPiece ? 4 : 1.6, Math.max(0.25, ratio));
};

interface Pose {
  x: number;
  y: number;
  size: number;
  turn?: number;
  /** Drawn wider or higher than it is, or turned about its upright axis. */
  more?: string;
  opacity?: number;
}

const frame = ({ x, y, size, turn = 0, more = '', opacity = 1 }: Pose, own: Box, offset: number): Keyframe => ({
  offset,
  opacity,
  transform: `translate(${(x - own.x).toFixed(1)}px, ${(y - own.y).toFixed(1)}px) scale(${size.toFixed(3)}) rotate(${turn.toFixed(1)}deg) ${more}`,
});

/** The keyframes of a flight. */
export function flightPath(flight: Flight, { from, to, via, own }: Way): Keyframe[] {
  // A card that will lie on its side is turned on the way.
  const isTurned = flight.arrives && from.w > from.h !== to.w > to.h;
  const turned = (e: number) => (isTurned ? 90 * (e - 1) : (flight.turn ?? 0) * e);
  const start = sizeAt(from, own, !flight.out);
  const end = sizeAt(to, own, !flight.into);
  const fades = (t: number) =>
    Math.min(flight.out ? Math.min(1, t / 0.15) : 1, flight.into ? Math.min(1, (1 - t) / 0.2) : 1);
  const draw = (at: (t: number) => Pose) =>
    Array.from({ length: POINTS + 1 }, (_, i) => {
      const t = i / POINTS;
      return frame({ opacity: fades(t), ...at(t) }, own, t);
    });
  const between = (t: number): Pose => ({ x: mix(from.x, to.x, t), y: mix(from.y, to.y, t), size: mix(start, end, t) });
  /** A curve that bends up by `lift` over the higher of its ends. */
  const arc = (t: number, lift = flight.lift ?? 0): Pose => {
    const top = Math.min(from.y, to.y) - lift;
    return { ...between(t), y: (1 - t) ** 2 * from.y + 2 * t * (1 - t) * top + t * t * to.y };
  };
  switch (flight.path) {
    case 'slide':
      return draw((t) => ({ ...between(eased('inOut', t)), turn: (flight.turn ?? 0) * eased('inOut', t) }));
    case 'fall':
      return draw((t) => ({
        ...between(t ** 2),
        x: mix(from.x, to.x, eased('inOut', t)),
        turn: (flight.turn ?? 0) * t,
      }));
    case 'arc': {
      // It is lifted before it leaves.
      const up = Math.min(0.24, 110 / flight.ms);
      return draw((t) => {
        if (t < up)
          return { ...between(0), y: from.y - (10 * t) / up, size: start * mix(1, 1.14, eased('out', t / up)) };
        const e = eased('inOut', (t - up) / (1 - up));
        const pose = arc(e);
        return { ...pose, y: pose.y - 10 * (1 - e), size: mix(start * 1.14, end, e), turn: turned(e) };
      });
    }
    case 'flip':
      return draw((t) => {
        const e = eased('out', t);
        return { ...arc(e), more: `rotateY(${mix(90, 0, Math.min(1, e * 1.15)).toFixed(1)}deg)`, opacity: 1 };
      });
    case 'roll': {
      // In an arc to the rim, over it, and one small bounce.
      const rim = { x: mix(from.x, to.x, 0.94), y: to.y - 30 };
      const down = 0.66;
      return draw((t) => {
        const turn = 400 * Math.min(1, t / down) + 320 * Math.max(0, (t - down) / (1 - down));
        if (t < down) {
          const s = t / down;
          const top = Math.min(from.y, rim.y) - (flight.lift ?? 54);
          const y = (1 - s) ** 2 * from.y + 2 * s * (1 - s) * top + s * s * rim.y;
          return { x: mix(from.x, rim.x, s), y, size: mix(start, end, s), turn };
        }
        const s = (t - down) / (1 - down);
        return { x: mix(rim.x, to.x, s), y: mix(rim.y, to.y, s * s) - 8 * Math.sin(Math.PI * s), size: end, turn };
      });
    }
    case 'hop': {
      const extra = via.length > 0 ? 0 : (flight.hops ?? 1) - 1;
      const steps = Array.from({ length: extra }, (_, i) => between((i + 1) / (extra + 1)));
      return hops(flight, [from, ...via, ...steps, to], [start, end], own);
    }
  }
}

/** From space to space, each a hop with a squash; the ends are where the piece stands, not where the spaces lie. */
function hops(
  { lift = 15, high = [] }: Flight,
  spaces: Pick<Box, 'x' | 'y'>[],
  [start, end]: [number, number],
  own: Box,
): Keyframe[] {
  const legs = spaces.length - 1;
  const points = 8;
  return Array.from({ length: legs * points + 1 }, (_, i) => {
    const leg = Math.min(legs - 1, Math.floor(i / points));
    const t = (i - leg * points) / points;
    const [a, b] = [spaces[leg]!, spaces[leg + 1]!];
    const up = Math.sin(Math.PI * t) * (high.includes(leg) || high.includes(leg - 1) ? Math.max(26, lift) : lift);
    const e = eased('inOut', t);
    // Drawn out in the air, pressed together where it lands.
    const squash = 1.06 - 0.14 * Math.sin(Math.PI * t);
    const more = i === legs * points ? '' : `scale(${squash.toFixed(3)}, ${(2 - squash).toFixed(3)})`;
    const size = mix(start, end, (leg + e) / legs);
    return frame({ x: mix(a.x, b.x, e), y: mix(a.y, b.y, e) - up, size, more }, own, i / (legs * points));
  });
}

const still = { transform: 'none' };
/** What a piece does where it lies: added to how it is placed there. */
export const nudges: Record<Exclude<Nudge, 'draw'>, (turn: number) => { frames: Keyframe[]; easing: string }> = {
  settle: () => ({
    frames: [{ transform: 'scale(1.05)' }, { transform: 'scale(.992)', offset: 0.6 }, still],
    easing: easing('out'),
  }),
  stamp: () => ({
    frames: [
      { transform: 'scale(1.7)', opacity: 0 },
      { ...still, opacity: 1 },
    ],
    easing: easing('settle'),
  }),
  tick: () => ({
    frames: [
      { transform: 'translateY(-7px)', opacity: 0.4 },
      { ...still, opacity: 1 },
    ],
    easing: easing('out'),
  }),
  nod: () => ({ frames: [still, { transform: 'translateY(2px) scale(.97)' }, still], easing: easing('out') }),
  lean: () => ({ frames: [still, { transform: 'rotate(-7deg)' }, still], easing: easing('inOut') }),
  shake: () => ({
    frames: [still, ...[-4, 3, -2].map((deg) => ({ transform: `rotate(${deg}deg)` })), still],
    easing: easing('inOut'),
  }),
  swing: () => ({
    frames: [6, -4, 2.5, -1, 0].map((deg) => ({ transform: `rotate(${deg}deg)` })),
    easing: 'ease-in-out',
  }),
  over: () => ({ frames: [{ transform: 'rotateY(90deg)' }, { transform: 'rotateY(0deg)' }], easing: easing('out') }),
  // Stitch by stitch from the left: parts of drawings grow from their own corner.
  knit: () => ({ frames: [{ transform: 'scaleX(.01)' }, { transform: 'scaleX(1)' }], easing: 'steps(5, jump-start)' }),
  turn: (turn) => ({
    frames: [{ transform: `rotate(${-turn}deg)` }, { transform: 'rotate(0deg)' }],
    easing: easing('inOut'),
  }),
};
