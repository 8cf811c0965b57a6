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
export function flightPath(flight: Flight, way: Way): Keyframe[] {
  if (flight.backwards) {
    const { backwards: _, ...there } = flight;
    const back = { ...there, out: flight.into, into: flight.out } as Flight;
    const frames = flightPath(back, { ...way, from: way.to, to: way.from, via: way.via.toReversed() });
    return frames.toReversed().map((each) => ({ ...each, offset: 1 - (each.offset as number) }));
  }
  const { melts, ...flies } = flight;
  if (!melts) return wayOf(flight, way);
  // It lands, and what it becomes is seen through it.
  const landed = 1 - melts / flight.ms;
  const frames = wayOf({ ...flies, ms: flight.ms - melts }, way);
  const last = frames.at(-1)!;
  return [
    ...frames.map((each) => ({ ...each, offset: (each.offset as number) * landed })),
    { ...last, offset: landed + 0.3 * (1 - landed), opacity: 0.25 },
    { ...last, offset: 1, opacity: 0 },
  ];
}

function wayOf(flight: Flight, { from, to, via, own }: Way): Keyframe[] {
  // A card that will lie on its side is turned on the way.
  const isTurned = flight.arrives && from.w > from.h !== to.w > to.h;
  const turned = (e: number) => (isTurned ? 90 * (e - 1) : (flight.turn ?? 0) * e);
  const start = sizeAt(from, own, !flight.out);
  const end = sizeAt(to, own, !flight.into);
  const fades = (t: number) =>
    Math.min(flight.out ? Math.min(1, t / 0.15) : 1, flight.into ? Math.min(1, (1 - t) / 0.2) : 1);
  const draw = (at: (t: number) => Pose, points = POINTS) =>
    Array.from({ length: points + 1 }, (_, i) => {
      const t = i / points;
      return frame({ opacity: fades(t), ...at(t) }, own, t);
    });
  /** A few poses, each with its share of the time. */
  const poses = (...all: [number, Partial<Pose>][]) =>
    all.map(([t, pose]) => frame({ ...between(1), ...pose }, own, t));
  const between = (t: number): Pose => ({ x: mix(from.x, to.x, t), y: mix(from.y, to.y, t), size: mix(start, end, t) });
  /** A curve that bends up by `lift` over the higher of its ends. */
  const arc = (t: number, lift = flight.lift ?? 0): Pose => {
    const top = Math.min(from.y, to.y) - lift;
    return { ...between(t), y: (1 - t) ** 2 * from.y + 2 * t * (1 - t) * top + t * t * to.y };
  };
  switch (flight.path) {
    case 'slide': {
      // What waits before it leaves is lifted meanwhile.
      const wait = (flight.holds ?? 0) / flight.ms;
      return draw((t) => {
        const up = wait > 0 ? eased('out', Math.min(1, t / (0.5 * wait))) : 0;
        const e = t > wait ? eased('inOut', (t - wait) / (1 - wait)) : 0;
        const pose = between(e);
        return { ...pose, y: pose.y - 6 * up * (1 - e), turn: mix(-up, flight.turn ?? 0, e) };
      });
    }
    case 'fall': {
      // It is taken off first.
      const off = 0.2;
      return draw((t) => {
        const s = Math.max(0, (t - off) / (1 - off));
        const up = 9 * eased('out', Math.min(1, t / off));
        const pose = { ...between(s ** 2), x: mix(from.x, to.x, eased('inOut', s)) };
        return { ...pose, y: pose.y - up * (1 - s), turn: (flight.turn ?? 0) * s - 3 * Math.min(1, t / off) * (1 - s) };
      });
    }
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
    case 'run': {
      // Onto the circle, clockwise along it as everything goes there, and off it again.
      const hoop = via[0];
      if (!hoop) return draw((t) => between(eased('inOut', t)));
      const polar = ({ x, y }: Box) => ({
        r: Math.hypot(x - hoop.x, y - hoop.y),
        a: Math.atan2(y - hoop.y, x - hoop.x),
      });
      const [a, b] = [polar(from), polar(to)];
      const sweep = (b.a - a.a + 4 * Math.PI) % (2 * Math.PI) || 2 * Math.PI;
      return draw((t) => {
        const e = eased('inOut', t);
        const r = mix(mix(a.r, b.r, e), hoop.w / 2, Math.min(1, 8 * e * (1 - e)));
        const angle = a.a + sweep * e;
        const up = 1 + 0.25 * Math.sin(Math.PI * e);
        const size = mix(start, end, e) * up;
        return { x: hoop.x + r * Math.cos(angle), y: hoop.y + r * Math.sin(angle), size, turn: 720 * e };
      }, 24);
    }
    case 'wind': {
      // In an arc to just above, then twice around, smaller and smaller.
      const near = 0.62;
      const round = Math.min(14, to.w * 0.3);
      return draw((t) => {
        const e = eased('inOut', Math.min(1, t / near));
        const s = Math.max(0, (t - near) / (1 - near));
        const pose = arc(e);
        const r = round * (1 - s) * e;
        const turn = 200 * e + 560 * s;
        const size = mix(start, end, e) * mix(1, 0.4, s);
        const opacity = Math.min(1, (1 - s) * 4, flight.out ? t * 8 : 1);
        const angle = 4 * Math.PI * s;
        return { x: pose.x + r * Math.sin(angle), y: pose.y - r * Math.cos(angle), size, turn, opacity };
      }, 26);
    }
    case 'shed': {
      // It shakes itself where it hangs, and goes.
      const wait = (flight.holds ?? 0) / flight.ms;
      return draw((t) => {
        if (t < wait) {
          const s = t / wait;
          return {
            ...between(0),
            turn: -5 * Math.sin(4 * Math.PI * s) * (1 - s),
            size: start * (1 + 0.07 * Math.sin(Math.PI * s)),
          };
        }
        return arc(eased('inOut', (t - wait) / (1 - wait)));
      }, 30);
    }
    case 'stitch': {
      const landed = Math.min(1, 130 / flight.ms);
      return poses(
        [0, { y: to.y - 9, opacity: 0 }],
        [landed * 0.7, { y: to.y + 1.5 }],
        ...(landed < 1 ? [[landed, {}] as [number, Pose]] : []),
        [1, {}],
      );
    }
    case 'pull': {
      // A needle is drawn out to the side.
      const far = (share: number, turn: number, opacity = 1): Partial<Pose> => ({
        x: from.x + share * from.w,
        y: from.y - share * 0.06 * from.w,
        turn,
        opacity,
      });
      return draw((t) => ({ ...between(0), ...far(0.95 * t ** 2, -7 * t ** 2, Math.min(1, (1 - t) * 2.5)) }));
    }
    case 'away':
      return draw((t) => ({ ...between(t), more: `rotateY(${(90 * t ** 2).toFixed(1)}deg)`, opacity: 1 }), 6);
    case 'seal':
      return poses(
        [0, { size: 1.7, opacity: 0 }],
        [0.2, { size: 0.95 }],
        [0.3, { size: 1.05 }],
        [0.4, { size: 1 }],
        [0.8, { size: 1 }],
        [1, { size: 1, opacity: flight.into ? 0 : 1 }],
      );
    case 'drop': {
      // It falls beside its place, bounces once and rolls there.
      const [fall, bounce] = [0.38, 0.6];
      const side = Math.max(26, 1.6 * to.w);
      return draw((t) => {
        const s = Math.max(0, (t - fall) / (1 - fall));
        const rolled = 1 - (1 - s) ** 2;
        const y =
          t < fall
            ? to.y - 84 * (1 - (t / fall) ** 2)
            : to.y - 11 * Math.sin(Math.PI * Math.min(1, (t - fall) / (bounce - fall)));
        return { x: to.x - side * (1 - rolled), y, size: end, turn: -360 * (1 - rolled), opacity: Math.min(1, t * 12) };
      }, 24);
    }
    case 'stay':
      return draw(() => ({ ...between(0), opacity: 1 }), 2);
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
interface Nudged {
  frames: Keyframe[];
  easing: string;
  /** Until it begins it is as it begins: not there yet, or as it was before. */
  held?: true;
}
/** What a piece does where it lies: added to how it is placed there. */
export const nudges: Record<Exclude<Nudge, 'draw'>, (turn: number) => Nudged> = {
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
    held: true,
  }),
  spring: () => ({
    frames: [
      { transform: 'scale(.2)', opacity: 0 },
      { transform: 'scale(1.16)', opacity: 1, offset: 0.55 },
      { transform: 'scale(.96)', opacity: 1, offset: 0.8 },
      { ...still, opacity: 1 },
    ],
    easing: easing('out'),
    held: true,
  }),
  tick: () => ({
    frames: [
      { transform: 'translateY(-7px)', opacity: 0.4 },
      { ...still, opacity: 1 },
    ],
    easing: easing('out'),
  }),
  bump: () => ({ frames: [still, { transform: 'scale(1.3)' }, still], easing: easing('out') }),
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
  over: () => ({
    frames: [{ transform: 'rotateY(90deg)' }, { transform: 'rotateY(0deg)' }],
    easing: easing('out'),
    held: true,
  }),
  // A needle goes down with each of five stitches, a little further each time.
  dip: () => ({
    frames: [
      ...Array.from({ length: 10 }, (_, i) => ({
        transform: `translateX(${(i * 0.8).toFixed(1)}px) rotate(${i % 2 ? 1.2 : 0}deg)`,
        offset: i / 11,
      })),
      still,
    ],
    easing: 'linear',
  }),
  // A row comes down from the one above.
  grow: () => ({
    frames: [
      { transform: 'scaleY(.01)', opacity: 0.3 },
      { ...still, opacity: 1 },
    ],
    easing: easing('out'),
    held: true,
  }),
  come: () => ({ frames: [{ opacity: 0 }, { opacity: 0, offset: 0.6 }, { opacity: 1 }], easing: 'linear', held: true }),
  turn: (turn) => ({
    frames: [{ transform: `rotate(${-turn}deg)` }, { transform: 'rotate(0deg)' }],
    easing: easing('inOut'),
    held: true,
  }),
};
