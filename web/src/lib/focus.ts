// Whoever plays by keyboard stays in the play. Where the piece or the button that had the focus is gone, the focus goes
// to the nearest piece that can be touched now, or else to the prompt; never to a verb, which a second Enter would set off.

export interface Point {
  x: number;
  y: number;
}

export const centre = (element: Element): Point => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
};

export const isSeen = (element: Element) => element.getClientRects().length > 0;

/** Which of these points is nearest; -1 if there is none. */
export function nearest(points: readonly Point[], from: Point): number {
  const far = points.map(({ x, y }) => Math.hypot(x - from.x, y - from.y));
  return far.indexOf(Math.min(...far));
}

const PLAY = '[data-piece], [data-verb], .hints button';
/** A piece that is neither held nor to be touched any more. */
const OVER = '[data-piece]:not(.glow, .chosen)';

export class KeptFocus {
  /** Where the keyboard was last in the play; nothing if it is elsewhere, or not used. */
  #at: Point | null = null;

  /** Something gets the focus. */
  arrives(target: EventTarget | null) {
    if (!(target instanceof Element) || target.matches('.prompt')) return;
    this.#at = target.matches(PLAY) && target.matches(':focus-visible') ? centre(target) : null;
  }

  /** A pointer is used: it needs no focus. */
  forget() {
    this.#at = null;
  }

  mend() {
    const active = document.activeElement;
    const isLost = !active || active === document.body || active.matches(`:disabled, ${OVER}`);
    if (!this.#at || !isLost || document.querySelector('dialog[open]')) return;
    const pieces = [...document.querySelectorAll<HTMLElement>('[data-piece].glow, [data-choice]')].filter(isSeen);
    const asking = pieces.find((piece) => piece.classList.contains('armed'));
    const next = asking ?? pieces[nearest(pieces.map(centre), this.#at)];
    (next ?? document.querySelector<HTMLElement>('.prompt'))?.focus();
  }
}
