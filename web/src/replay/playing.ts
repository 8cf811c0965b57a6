// Stepping through a game by keys and by itself.

export const SPEEDS = [0.5, 1, 2, 4, 8];
/** How long a position stays at this speed, in ms. */
export const stay = (speed: number) => 900 / speed;

/** How fast pieces move that have to be there before the next position comes; never slower than at a table. */
export const moveSpeed = (lasts: number, speed: number) => Math.max(1, speed, lasts / (0.85 * stay(speed)));

export type Wish = { to: number } | 'play' | null;

/** What a key means; nothing where the key belongs to what has the focus. */
export function wishOf(key: string, index: number, of: number, focus: { types: boolean; presses: boolean }): Wish {
  if (focus.types) return null;
  const to = {
    ArrowLeft: index - 1,
    ArrowRight: index + 1,
    Home: 0,
    End: of,
    PageUp: index - 10,
    PageDown: index + 10,
  }[key];
  if (to !== undefined) return { to: Math.min(of, Math.max(0, to)) };
  return (key === ' ' && !focus.presses) || key === 'k' ? 'play' : null;
}
