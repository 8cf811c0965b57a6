// A piece travels from where it was to where it is: about 200 ms, and only for the eye.

import { lift } from './touch.svelte.ts';

const find = (id: string) =>
  [...document.querySelectorAll(`[data-piece="${CSS.escape(id)}"], [data-anchor="${CSS.escape(id)}"]`)].find((el) => el.getClientRects().length > 0);

export interface Flight { ghost: HTMLElement; to: string }

/** Lifts the pieces before the table changes. */
export function takeOff(moves: { from: string; to: string }[]): Flight[] {
  return moves.slice(0, 6).flatMap(({ from, to }) => {
    const node = find(from);
    return node ? [{ ghost: lift(node), to }] : [];
  });
}

/** Lets them travel once it has. */
export function land(flights: Flight[], ms = 260) {
  for (const { ghost, to } of flights) {
    const node = find(to);
    if (!node) {
      ghost.remove();
      continue;
    }
    const a = ghost.getBoundingClientRect(), b = node.getBoundingClientRect();
    const scale = Math.min(1.4, Math.max(0.3, b.width / (a.width || 1)));
    const dx = b.x + b.width / 2 - (a.x + a.width / 2), dy = b.y + b.height / 2 - (a.y + a.height / 2);
    const flight = ghost.animate([{ transform: 'none' }, { transform: `translate(${dx}px, ${dy}px) scale(${scale})`, opacity: 0.7 }], { duration: ms, easing: 'cubic-bezier(.3,.7,.3,1)' });
    flight.onfinish = flight.oncancel = () => ghost.remove();
  }
}
