// On a phone the table is longer than the screen, and the prompt lies over its end. What may be touched next is brought
// into sight if none of it is.

interface Band {
  top: number;
  bottom: number;
}

/** How far to scroll until one of these stands in the middle of what is free; 0 if one can be seen already. */
export function scrollTo(pieces: readonly Band[], free: Band): number {
  const middle = ({ top, bottom }: Band) => (top + bottom) / 2;
  const isSeen = (piece: Band) => middle(piece) > free.top && middle(piece) < free.bottom;
  const [first] = pieces;
  if (!first || pieces.some(isSeen)) return 0;
  const distance = (piece: Band) => Math.abs(middle(piece) - middle(free));
  const nearest = pieces.reduce((best, piece) => (distance(piece) < distance(best) ? piece : best), first);
  return middle(nearest) - middle(free);
}

/** What neither the prompt nor the bar below covers. */
function freeBand(): Band {
  const bar = document.querySelector('nav.phone')?.getBoundingClientRect();
  const bottom = bar && bar.height > 0 ? bar.top : innerHeight;
  const prompt = document.querySelector('.prompt')?.getBoundingClientRect();
  if (!prompt || prompt.bottom <= 0 || prompt.top >= bottom) return { top: 0, bottom };
  return prompt.top < bottom - prompt.bottom ? { top: prompt.bottom, bottom } : { top: 0, bottom: prompt.top };
}

/** Leads to what may be touched next. What lies in a picker is on the screen anyway. */
export function leadOn(behavior: ScrollBehavior) {
  if (document.querySelector('dialog[open]')) return;
  const pieces = [...document.querySelectorAll('[data-piece].glow, [data-choice]')]
    .map((element) => element.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0);
  const by = scrollTo(pieces, freeBand());
  if (by) scrollBy({ top: by, behavior });
}
