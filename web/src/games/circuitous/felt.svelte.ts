import { boxOf, look, onDrawing, type Camera, type Sight } from './camera.ts';
import { halfOf, type Pt } from './pieces/geometry.ts';
import { freeSpot, type Box } from './pieces/tag.ts';
import type { Spot } from './types.ts';
import { movable, UNMOVED, zoomed } from './zoom.ts';

export type Side = 'left' | 'right' | 'top' | 'bottom';
/** What lies outside of the window, by the edge that it lies beyond. */
export interface Beyond {
  side: Side;
  spots: Spot[];
}
/** A card whose middle is nearer to the edge than this cannot be touched well, in px. */
const RIM = 14;

/** The felt on the screen: its size, how its table is looked at, how it was moved and zoomed by hand. */
export class Felt {
  width = $state(900);
  height = $state(500);
  moved = $state.raw(UNMOVED);
  #turnedBy: number | null = $state(null);
  #sight: () => Omit<Sight, 'width' | 'height'>;
  /** How all of it is seen, or what can be touched. */
  readonly camera: Camera = $derived.by(() =>
    look({ ...this.#sight(), width: this.width, height: this.height }, this.#turnedBy),
  );
  readonly quarter = $derived(this.camera.quarter);
  /** So many pixels are a unit. */
  readonly unit = $derived(this.camera.k * this.moved.k);
  /** What is seen of the drawing: from left and top to right and bottom. */
  readonly window = $derived.by(() => {
    const edge = (px: number, axis: 'x' | 'y') =>
      ((px - this.moved[axis]) / this.moved.k - this.camera[axis]) / this.camera.k;
    return [edge(0, 'x'), edge(0, 'y'), edge(this.width, 'x'), edge(this.height, 'y')] as const;
  });
  /** The drawing that wheel, fingers and pointer move. What can be touched is touched; the rest moves the table. */
  readonly drawing = movable(
    (target, by) => !target.closest(by === 'wheel' ? '.ghost' : '.glow, .ghost, .turner'),
    (how) => (this.moved = how(this.moved)),
  );

  constructor(sight: () => Omit<Sight, 'width' | 'height'>) {
    this.#sight = sight;
  }

  zoomBy(k: number) {
    this.moved = zoomed(this.moved, k, [this.width / 2, this.height / 2]);
  }

  reset() {
    this.moved = UNMOVED;
  }

  /** Which of these have their middle outside of the window, or nearly. */
  beyond(spots: readonly Spot[]): Beyond[] {
    const sides = new Map<Side, Spot[]>();
    for (const spot of spots) {
      const { x, y, w, h } = this.onScreen(spot);
      const [cx, cy] = [x + w / 2, y + h / 2];
      const out: [Side, number][] = [
        ['left', RIM - cx],
        ['right', cx - this.width + RIM],
        ['top', RIM - cy],
        ['bottom', cy - this.height + RIM],
      ];
      const [side, far] = out.reduce((a, b) => (b[1] > a[1] ? b : a));
      if (far > 0) sides.set(side, [...(sides.get(side) ?? []), spot]);
    }
    return [...sides].map(([side, spots]) => ({ side, spots }));
  }

  /** Where it is told that something lies beyond a side: in the middle of it, or where it covers nothing. */
  sign(side: Side, taken: readonly Box[]): Box {
    const [w, h] = [52, 44];
    const [right, bottom] = [this.width - w, this.height - h];
    const spots = [0.5, 0.36, 0.64, 0.22, 0.78].map((share) => ({
      x: side === 'left' ? 4 : side === 'right' ? right - 4 : right * share,
      y: side === 'top' ? 4 : side === 'bottom' ? bottom - 4 : bottom * share,
      w,
      h,
    }));
    return freeSpot(spots, taken, { x: 0, y: 0, w: this.width, h: this.height }) ?? spots[0]!;
  }

  /** Moves these to the middle. */
  bring(spots: readonly Spot[]) {
    const boxes = spots.map((spot) => this.onScreen(spot));
    const middle = (axis: 'x' | 'y', side: 'w' | 'h') =>
      (Math.min(...boxes.map((box) => box[axis])) + Math.max(...boxes.map((box) => box[axis] + box[side]))) / 2;
    const [x, y] = [this.width / 2 - middle('x', 'w'), this.height / 2 - middle('y', 'h')];
    this.moved = { ...this.moved, x: this.moved.x + x, y: this.moved.y + y };
  }

  turn() {
    this.#turnedBy = (this.quarter + 1) % 4;
  }

  /** A point of the table on the drawing. */
  point(p: Pt): Pt {
    return onDrawing(p, this.quarter);
  }

  /** The middle of a card on the drawing, for a transform. */
  at(spot: Spot): string {
    return this.point([spot.x, spot.y]).join(' ');
  }

  /** Half the width and half the height of a card that lies so. */
  half(spot: Spot): Pt {
    return halfOf(spot.turn + this.quarter);
  }

  /** A card that lies so, on the screen. */
  onScreen(spot: Spot): Box {
    const { x, y, w, h } = boxOf(spot, this.quarter);
    const at = (value: number, axis: 'x' | 'y') =>
      this.moved[axis] + this.moved.k * (this.camera[axis] + this.camera.k * value);
    return { x: at(x, 'x'), y: at(y, 'y'), w: w * this.unit, h: h * this.unit };
  }
}
