// What a small plot needs to know: round numbers for its axis, and where things lie.

export interface Dot {
  x: number;
  y: number;
}
export interface Series {
  name: string;
  color: string;
  dots: Dot[];
  /** 0 plain, then dashes: lines are told apart without color. */ dash?: number;
}

/** Strokes by which lines are told apart. */
export const DASHES = ['', '7 3', '2 3', '9 3 2 3'];

/** Round numbers that span these values, about so many. */
export function ticks(low: number, high: number, wanted = 4): number[] {
  if (!(high > low)) return [low - 1, low, low + 1];
  const rough = (high - low) / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough * 0.999)!;
  const from = Math.floor(low / step + 1e-9),
    to = Math.ceil(high / step - 1e-9);
  return Array.from({ length: to - from + 1 }, (_, i) => Number(((from + i) * step).toPrecision(12)));
}

export const scale = (from: [number, number], to: [number, number]) => (value: number) =>
  from[1] === from[0] ? (to[0] + to[1]) / 2 : to[0] + ((value - from[0]) / (from[1] - from[0])) * (to[1] - to[0]);

export const pathOf = (dots: Dot[], x: (value: number) => number, y: (value: number) => number) =>
  dots.map((dot, i) => `${i ? 'L' : 'M'}${x(dot.x).toFixed(1)} ${y(dot.y).toFixed(1)}`).join('');

/** Labels at these heights, moved apart so that none covers another; in the same order. */
export function spread(heights: number[], room: number): number[] {
  const order = heights.map((height, i) => ({ height, i })).sort((a, b) => a.height - b.height);
  const placed: number[] = [];
  let last = -Infinity;
  for (const { height, i } of order) {
    last = Math.max(height, last + room);
    placed[i] = last;
  }
  return placed;
}
