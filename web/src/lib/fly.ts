// A piece travels from where it was to where it is: about 200 ms, and only for the eye.

import { lift } from './touch.svelte.ts';

const find = (id: string) =>
  [...document.querySelectorAll(`[data-piece="${CSS.escape(id)}"], [data-anchor="${CSS.escape(id)}"]`)].find(
    (el) => el.getClientRects().length > 0,
  );

/** From one piece to another. What arrives may look other than where it came from: then the picture is that of the end. */
export interface Move {
  from: string;
  to: string;
  arrives?: boolean;
}
export interface Flight {
  ghost: HTMLElement | null;
  start: DOMRect;
  to: string;
}

/** Lifts the pieces before the table changes. */
export function takeOff(moves: Move[]): Flight[] {
  return moves.slice(0, 6).flatMap(({ from, to, arrives }) => {
    const node = find(from);
    return node ? [{ ghost: arrives ? null : lift(node), start: node.getBoundingClientRect(), to }] : [];
  });
}

/** Lets them travel once it has. */
export function land(flights: Flight[], ms = 260) {
  for (const { ghost, start, to } of flights) {
    const node = find(to);
    if (!node) {
      ghost?.remove();
      continue;
    }
    const end = node.getBoundingClientRect();
    const by = (from: DOMRect, at: DOMRect, scale: number) =>
      `translate(${at.x + at.width / 2 - from.x - from.width / 2}px, ${at.y + at.height / 2 - from.y - from.height / 2}px) scale(${scale})`;
    const size = (a: DOMRect, b: DOMRect) => Math.min(1.4, Math.max(0.3, b.width / (a.width || 1)));
    const picture = ghost ?? lift(node);
    const frames = ghost
      ? [{ transform: 'none' }, { transform: by(start, end, size(start, end)), opacity: 0.7 }]
      : [
          { transform: by(end, start, Math.min(0.9, size(end, start))), opacity: 0.6 },
          { transform: 'none', opacity: 1 },
        ];
    const flight = picture.animate(frames, { duration: ms, easing: 'cubic-bezier(.3,.7,.3,1)' });
    flight.onfinish = flight.oncancel = () => picture.remove();
  }
}
