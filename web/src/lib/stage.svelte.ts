// The stage a board stands on, as its style sheet has drawn it: see styles/layout.css, which alone decides.

import { getContext, setContext } from 'svelte';
import type { Attachment } from 'svelte/attachments';

export type Drawing = 'tall' | 'tall-roomy' | 'square' | 'wide' | 'short-roomy' | 'short-rail' | 'short';

export class Stage {
  drawing: Drawing = $state('wide');
  /** Is the rail a column beside the table? Where not, it is folded into sheets. */
  hasRail = $state(true);

  /** Follows a stage through all its sizes. */
  readonly watch: Attachment<HTMLElement> = (node) => {
    const read = () => {
      const style = getComputedStyle(node);
      this.drawing = style.getPropertyValue('--drawing').trim() as Drawing;
      this.hasRail = style.getPropertyValue('--rail').trim() !== 'none';
    };
    read();
    const sizes = new ResizeObserver(read);
    sizes.observe(node);
    return () => sizes.disconnect();
  };
}

const KEY = Symbol('stage');
export const provideStage = (stage: Stage): Stage => setContext(KEY, stage);
/** Outside of a table, as in a picture in the rules, there is room for everything. */
export const useStage = (): Stage => getContext<Stage | undefined>(KEY) ?? new Stage();
