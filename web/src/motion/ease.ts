// The three ways in which a piece gains and loses speed.

const CURVES = {
  /** It lands. */
  out: [0.2, 0.7, 0.2, 1],
  /** It travels. */
  inOut: [0.5, 0, 0.2, 1],
  /** It is stamped: at most 8 % over. */
  settle: [0.3, 1.45, 0.5, 1],
} as const;
export type Ease = keyof typeof CURVES;

/** As a style says it. */
export const easing = (ease: Ease) => `cubic-bezier(${CURVES[ease].join()})`;

/** How far it is when so much of the time is over: for paths that are drawn point by point. */
export function eased(ease: Ease, time: number): number {
  const [x1, y1, x2, y2] = CURVES[ease];
  const at = (a: number, b: number, s: number) => 3 * a * s * (1 - s) ** 2 + 3 * b * s ** 2 * (1 - s) + s ** 3;
  let [low, high] = [0, 1];
  for (let i = 0; i < 18; i++) {
    const s = (low + high) / 2;
    if (at(x1, x2, s) < time) low = s;
    else high = s;
  }
  return at(y1, y2, (low + high) / 2);
}
