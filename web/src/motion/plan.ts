// Which pieces move how when something happens. A title says it for each kind of event (games/<title>/motion.ts); here
// the steps of one update are put in order. No page is needed for that.

import type { SoundName } from '../sound/names.ts';

/** Where a piece is looked for: the first of these that is on the screen; an id, or a part of what has that id. */
export type Place = string | { in: string; part: string; nth?: number };

/** Ways to travel, and ways to move where it lies. */
export type Travel =
  | 'arc'
  | 'slide'
  | 'hop'
  | 'roll'
  | 'flip'
  | 'fall'
  | 'run'
  | 'wind'
  | 'shed'
  | 'stitch'
  | 'pull'
  | 'away'
  | 'seal'
  | 'drop'
  | 'stay';
export type Nudge =
  | 'settle'
  | 'stamp'
  | 'tick'
  | 'bump'
  | 'spring'
  | 'nod'
  | 'lean'
  | 'shake'
  | 'swing'
  | 'turn'
  | 'over'
  | 'dip'
  | 'grow'
  | 'come'
  | 'draw';

interface Timed {
  /** When it begins, in ms from the first step of its event. */
  at?: number;
  ms: number;
  /** What is heard when it lands, and at every landing of a hop. */
  sound?: SoundName;
  /** What is heard when it begins, and which of several that is. */
  starts?: SoundName;
  nth?: number;
  /** Nobody waits for it: what comes next begins while it goes on. */
  trails?: true;
}
/** A piece goes from one place to another; its picture is that of the piece as it was, or of what it becomes. */
export interface Flight extends Timed {
  path: Travel;
  /** The piece as it lies before, or a place that it comes out of. */
  from?: Place[];
  out?: Place[];
  /** The piece as it lies then, which is not seen until it lands; or a place that it vanishes in. */
  to?: Place[];
  into?: Place[];
  /** The picture is that of the piece as it lies then, although it comes from a piece. */
  arrives?: true;
  /** What it looks like, where that is another piece. */
  like?: Place[];
  /** Only so much of the picture, from the left: the first and the last share of it. */
  slice?: readonly [number, number];
  /** What is left out of the picture, as a selector. */
  without?: string;
  /** What else is not seen until it lands: other parts of the piece. */
  hides?: Place[];
  /** So many of its ms are over before it leaves; so many are left when it has landed, and it fades in them. */
  holds?: number;
  melts?: number;
  /** What it does is seen from its end to its beginning. */
  backwards?: true;
  /** The spaces between, and those among them that a hop has to be higher over; or how many hops there are. A run goes
   * along the first of them, a circle. */
  via?: Place[];
  high?: number[];
  hops?: number;
  /** How far up the way bends, in px, and how far the piece is turned on it, in degrees. */
  lift?: number;
  turn?: number;
}
/** A piece moves where it lies once all has changed. */
export interface Answer extends Timed {
  path: Nudge;
  on: Place[];
  /** For a turn: from how many degrees it comes. */
  turn?: number;
  /** For a thread: how much of it is there already, from 0 to 1. */
  share?: number;
}
export type Step = Flight | Answer;

/** The table around an event: who looks at it, and what they see before and after. */
export interface Scene<View> {
  me: number | null;
  before: View;
  after: View;
}

/** What a title says: the steps of each kind of event, or null where nothing moves. */
export interface Motions<Event extends { event: string } = any, View = any> {
  of: { [Kind in Event['event']]: null | ((told: Extract<Event, { event: Kind }>, scene: Scene<View>) => Step[]) };
  /** Events of one kind that come together go as a wave: so many ms apart. */
  apart?: Partial<Record<Event['event'], number>>;
}

/** A step with its beginning told from the start of the update. */
export type Planned = Step & { at: number };

/** More pieces than that are never in the air at once. */
export const MOST = 12;

/** The steps of all that an update tells, one event after the other. */
export function plan<View>(motions: Motions | undefined, told: readonly unknown[], scene: Scene<View>): Planned[] {
  const steps: Planned[] = [];
  let [start, end, last] = [0, 0, ''];
  for (const event of told as { event: string }[]) {
    const made = motions?.of[event?.event]?.(event, scene) ?? [];
    if (made.length === 0) continue;
    const apart = event.event === last ? motions?.apart?.[event.event] : undefined;
    start = apart === undefined ? end : start + apart;
    last = event.event;
    const placed = made.map((step) => ({ ...step, at: start + (step.at ?? 0) }));
    steps.push(...placed);
    end = Math.max(end, lengthOf(placed));
  }
  let pictures = 0;
  return steps.flatMap((step) => {
    if ('on' in step || pictures++ < MOST) return [step];
    // What has no picture any more is there when it would land.
    return step.to ? [{ path: 'come' as const, on: step.to, at: step.at, ms: step.ms }] : [];
  });
}

/** A piece that a hand has carried to its place does not travel there again: it is there, and what follows follows. */
export function carried(steps: readonly Planned[], piece: string | null): Planned[] {
  const flight = steps.find((step) => 'from' in step && step.from?.[0] === piece);
  if (!flight) return [...steps];
  const flies = flight.ms - (('melts' in flight && flight.melts) || 0);
  const [landed, saved] = [flight.at + flies, flies - 1];
  return steps.map((step) => {
    if (step.at >= landed) return { ...step, at: step.at - saved };
    // It fades where it was put; what lies there until then goes with it.
    return step.at + step.ms >= landed ? { ...step, ms: step.ms - saved } : step;
  });
}

/** How long steps take that are waited for, in ms. */
export const lengthOf = (steps: readonly { at?: number; ms: number; trails?: true }[]) =>
  Math.max(0, ...steps.map(({ at = 0, ms, trails }) => (trails ? 0 : at + ms)));

/** One after the other: each begins when the one before has landed. */
export function inTurn(...groups: Step[][]): Step[] {
  let start = 0;
  return groups.flatMap((group) => {
    const moved = group.map((step) => ({ ...step, at: start + (step.at ?? 0) }));
    start = Math.max(start, lengthOf(moved));
    return moved;
  });
}

/** The same for several pieces, so many ms apart. */
export const wave = <T>(pieces: readonly T[], apart: number, make: (piece: T, index: number) => Step): Step[] =>
  pieces.map((piece, i) => {
    const step = make(piece, i);
    return { ...step, at: (step.at ?? 0) + i * apart };
  });

/** A side that is turned away where a piece lies, and the other one that is turned up; `then` where that has another id. */
export const turnsOver = (piece: Place[], ms: number, more: Partial<Answer> = {}, then = piece): Step[] => [
  { path: 'away', from: piece, into: then, hides: then.slice(0, 1), at: more.at ?? 0, ms: ms / 2 },
  { path: 'over', on: then, ms: ms / 2, ...more, at: (more.at ?? 0) + ms / 2 },
];
