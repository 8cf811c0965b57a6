// What can be heard, and what is felt with it where a device can: ms of shaking and of rest in turn.

export const HAPTICS = {
  touch: [8],
  slide: null,
  wool: [10],
  paw: null,
  stitch: null,
  row: [8, 30, 8],
  needles: [12, 40, 12, 40, 24],
  hop: [14],
  roll: [6],
  turn: [5],
  snap: [16],
  thread: null,
  turnYou: [20, 60, 20],
  no: [24],
  undo: [6],
  count: null,
  unravel: [8, 20, 8, 20, 8],
  win: [30, 60, 30, 60, 80],
  close: [30],
} as const satisfies Record<string, readonly number[] | null>;

export type SoundName = keyof typeof HAPTICS;
export const LEVELS = ['off', 'soft', 'full'] as const;
export type Level = (typeof LEVELS)[number];
