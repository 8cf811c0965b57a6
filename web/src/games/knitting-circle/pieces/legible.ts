// What is printed on a piece stays legible however small the piece is drawn: its letters then take more of it.

import type { Attachment } from 'svelte/attachments';

/** The least height of letters on the screen, in px. */
const LEAST = 11.2;
let sizes: ResizeObserver | undefined;

/** Tells a drawing how high letters must be in its own units: `--least`, a number. */
export const legible: Attachment<SVGSVGElement> = (node) => {
  sizes ??= new ResizeObserver((entries) => {
    const drawings = entries.map(({ target }) => target as SVGSVGElement);
    const scales = drawings.map((drawing) => drawing.getScreenCTM()).map((at) => (at ? Math.hypot(at.a, at.b) : 0));
    const tell = (isNew: boolean) => {
      for (const [i, drawing] of drawings.entries())
        if ((drawing.style.getPropertyValue('--least') === '') === isNew)
          drawing.style.setProperty('--least', (scales[i] ? LEAST / scales[i] : 0).toFixed(1));
    };
    // What is drawn for the first time is legible at once; what only grows or shrinks has had enough to do in this frame.
    requestAnimationFrame(() => tell(false));
    tell(true);
  });
  sizes.observe(node);
  return () => sizes?.unobserve(node);
};
