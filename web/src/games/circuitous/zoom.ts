// A drawing that is moved with a pointer or a finger, and zoomed with two fingers or the wheel.

import type { Attachment } from 'svelte/attachments';

type Pt = readonly [x: number, y: number];

/** How a drawing was moved, and how much larger it is. */
export interface Moved {
  readonly x: number;
  readonly y: number;
  readonly k: number;
}
export const UNMOVED: Moved = { x: 0, y: 0, k: 1 };

const LEAST = 0.6;
const MOST = 6;
/** A pointer that moves less than this, in pixels, touches. */
const STILL = 4;

/** Larger by a factor, with what lies at a point staying there. */
export function zoomed({ x, y, k }: Moved, by: number, [px, py]: Pt): Moved {
  const next = Math.min(MOST, Math.max(LEAST, k * by));
  return { x: px - ((px - x) * next) / k, y: py - ((py - y) * next) / k, k: next };
}

const middle = (points: readonly Pt[]): Pt => [
  points.reduce((sum, [x]) => sum + x, 0) / points.length,
  points.reduce((sum, [, y]) => sum + y, 0) / points.length,
];
const spread = ([a, b]: readonly Pt[]) => (a && b ? Math.max(1, Math.hypot(a[0] - b[0], a[1] - b[1])) : 1);

/** As fingers drag it: what was under them before is under them now. */
export function dragged(moved: Moved, before: readonly Pt[], now: readonly Pt[]): Moved {
  const [from, to] = [middle(before), middle(now)];
  const { x, y, k } = zoomed(moved, spread(now) / spread(before), from);
  return { x: x + to[0] - from[0], y: y + to[1] - from[1], k };
}

/** How much one turn of the wheel zooms; with Ctrl it is the pinch of a touchpad. */
export const wheeled = ({ deltaY, deltaMode, ctrlKey }: Pick<WheelEvent, 'deltaY' | 'deltaMode' | 'ctrlKey'>) =>
  2 ** (-deltaY * (deltaMode === 1 ? 0.05 : deltaMode ? 1 : 0.002) * (ctrlKey ? 10 : 1));

/** Moves what `change` changes; a pointer or a wheel on what is no hold is none of ours. */
export function movable(
  isHold: (target: Element, by: 'pointer' | 'wheel') => boolean,
  change: (how: (moved: Moved) => Moved) => void,
): Attachment<SVGSVGElement> {
  return (node) => {
    const fingers = new Map<number, Pt>();
    let began: Pt | null = null;
    const at = (event: MouseEvent): Pt => {
      const { left, top } = node.getBoundingClientRect();
      return [event.clientX - left, event.clientY - top];
    };
    const down = (event: PointerEvent) => {
      if (event.button !== 0 || fingers.size === 2 || !isHold(event.target as Element, 'pointer')) return;
      began = fingers.size === 0 ? at(event) : null;
      fingers.set(event.pointerId, at(event));
    };
    const move = (event: PointerEvent) => {
      if (!fingers.has(event.pointerId)) return;
      if (began && spread([began, at(event)]) < STILL) return;
      began = null;
      // From here on it is a drag, wherever it goes, and no touch of what lies under it.
      node.setPointerCapture(event.pointerId);
      const before = [...fingers.values()];
      fingers.set(event.pointerId, at(event));
      const now = [...fingers.values()];
      change((moved) => dragged(moved, before, now));
    };
    const up = (event: PointerEvent) => void fingers.delete(event.pointerId);
    const wheel = (event: WheelEvent) => {
      if (!isHold(event.target as Element, 'wheel')) return;
      event.preventDefault();
      change((moved) => zoomed(moved, wheeled(event), at(event)));
    };
    node.style.touchAction = 'none';
    node.addEventListener('pointerdown', down);
    node.addEventListener('pointermove', move);
    node.addEventListener('wheel', wheel, { passive: false });
    for (const end of ['pointerup', 'pointercancel'] as const) addEventListener(end, up);
    return () => {
      node.removeEventListener('pointerdown', down);
      node.removeEventListener('pointermove', move);
      node.removeEventListener('wheel', wheel);
      for (const end of ['pointerup', 'pointercancel'] as const) removeEventListener(end, up);
    };
  };
}
