// Parts that change their places glide there: where they were is taken before, the rest after.

import { easing } from '../motion/ease.ts';
import { animate } from '../motion/layer.ts';

/** Takes where these are; what it gives lets them travel from there to where they are then. */
export function glide(parts: readonly HTMLElement[], duration = 560): () => void {
  const before = parts.map((part) => part.getBoundingClientRect());
  return () => {
    const after = parts.map((part) => part.getBoundingClientRect());
    parts.forEach((part, i) => {
      const [from, to] = [before[i]!, after[i]!];
      if (!to.width) return;
      const transform = `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${from.width / to.width})`;
      const frames = [transform, 'none'].map((each) => ({ transform: each, transformOrigin: '0 0' }));
      void animate(part, frames, { duration, easing: easing('inOut') });
    });
  };
}
