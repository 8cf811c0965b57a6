import { describe, expect, test } from 'vitest';
import { LEAST, LEAST_TOUCHED, boxOf, look, type Camera, type Sight } from './camera.ts';
import type { Spot } from './types.ts';

const at = (x: number, y: number, turn = 0): Spot => ({ x, y, turn });
/** A path of cards to a finish, a hundred units away from the start. */
const long: Sight = {
  width: 900,
  height: 500,
  spots: [at(0, 0), at(0, 14), at(0, 28), at(-20, 100), at(20, 100)],
  room: [],
  glowing: [],
  finishes: [at(-20, 100), at(20, 100)],
  least: LEAST,
};
const onScreen = (spot: Spot, { quarter, k, x, y }: Camera) => {
  const box = boxOf(spot, quarter);
  return { x: x + box.x * k, y: y + box.y * k, w: box.w * k, h: box.h * k };
};
const isSeen = (sight: Sight, spot: Spot, camera = look(sight, null)) => {
  const { x, y, w, h } = onScreen(spot, camera);
  return x >= 0 && y >= 0 && x + w <= sight.width && y + h <= sight.height;
};

describe('the camera', () => {
  test('shows all of the table, the start at the left of a wide felt and at the bottom of a tall one', () => {
    for (const size of [
      { width: 900, height: 500 },
      { width: 380, height: 520 },
      { width: 2000, height: 1000 },
    ]) {
      const sight = { ...long, ...size };
      for (const spot of long.spots) expect(isSeen(sight, spot)).toBe(true);
      expect(look(sight, null).quarter).toBe(size.width > size.height ? 1 : 0);
    }
  });

  test('turns the table for larger cards', () => {
    const low = { ...long, spots: [at(0, 0), at(90, 0), at(0, 20)], finishes: [at(90, 0)] };
    expect(look(low, null).quarter).toBe(0);
    expect(look(low, 1).quarter).toBe(1);
    expect(look(low, null).k).toBeGreaterThan(look(low, 1).k);
  });

  test('never shows cards so small that they cannot be read, or touched', () => {
    const small = { ...long, width: 300, height: 200 };
    expect(look(small, null).k).toBe(LEAST);
    expect(look({ ...small, least: LEAST_TOUCHED }, null).k).toBe(LEAST_TOUCHED);
  });

  test('keeps in view what can be touched where not all is', () => {
    const small = { ...long, width: 300, height: 200 };
    for (const spot of long.spots) expect(isSeen({ ...small, glowing: [spot] }, spot)).toBe(true);
    expect(long.spots.every((spot) => isSeen(small, spot))).toBe(false);
  });

  test('leaves room for a label beside the finishes where that costs nothing', () => {
    const wide = { ...long, width: 1400 };
    const { x, w } = onScreen(long.finishes[0]!, look(wide, null));
    expect(1400 - x - w).toBeGreaterThan(100);
  });
});
