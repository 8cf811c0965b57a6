import { expect, test } from 'vitest';
import { dragged, UNMOVED, wheeled, zoomed, type Moved } from './zoom.ts';

/** Where a point of the drawing is seen. */
const seen = ({ x, y, k }: Moved, [px, py]: [number, number]) => [x + k * px, y + k * py];
const near = (found: number[], wanted: number[]) => found.forEach((n, i) => expect(n).toBeCloseTo(wanted[i]!, 9));

test('what the pointer is on stays there when the wheel zooms', () => {
  const before = { x: 30, y: -10, k: 1.5 };
  const after = zoomed(before, 1.7, [130, 90]);
  expect(after.k).toBeCloseTo(2.55);
  // The point of the drawing that was seen at (130, 90).
  near(seen(after, [100 / 1.5, 100 / 1.5]), [130, 90]);
});

test('there is a largest and a smallest, and nothing drifts there', () => {
  expect(zoomed({ x: 5, y: 6, k: 6 }, 2, [50, 50])).toEqual({ x: 5, y: 6, k: 6 });
  expect(zoomed(UNMOVED, 0.01, [0, 0]).k).toBe(0.6);
});

test('one finger moves, two fingers zoom and move at once', () => {
  expect(dragged(UNMOVED, [[10, 10]], [[15, 7]])).toEqual({ x: 5, y: -3, k: 1 });
  const pinched = dragged(
    UNMOVED,
    [
      [0, 0],
      [10, 0],
    ],
    [
      [5, 20],
      [25, 20],
    ],
  );
  near(seen(pinched, [0, 0]), [5, 20]);
  near(seen(pinched, [10, 0]), [25, 20]);
});

test('a turn of the wheel back undoes it', () => {
  const turn = { deltaMode: 0, ctrlKey: false };
  expect(wheeled({ ...turn, deltaY: 120 }) * wheeled({ ...turn, deltaY: -120 })).toBeCloseTo(1);
  expect(wheeled({ ...turn, deltaY: -120 })).toBeGreaterThan(1);
});
