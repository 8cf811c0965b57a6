import { select } from 'd3-selection';
import { zoom, zoomIdentity, type D3ZoomEvent } from 'd3-zoom';
import type { Attachment } from 'svelte/attachments';
import { flip, halfOf, turned, type Pt } from './pieces/geometry.ts';
import type { Spot } from './types.ts';

/** How the table is looked at: its size on the screen, which way it is turned, how it was moved and zoomed. */
export class Felt {
  width = $state(900);
  height = $state(500);
  moved = $state.raw(zoomIdentity);
  #turnedBy: number | null = $state(null);
  /** The table may be turned by quarters: a wide screen shows the start at the left, a tall one at the bottom. */
  readonly quarter = $derived(this.#turnedBy ?? (this.width > this.height ? 1 : 0));
  #drawing: SVGSVGElement | undefined;
  readonly #zoomer = zoom<SVGSVGElement, unknown>()
    .scaleExtent([0.6, 6])
    // What can be touched is touched; the rest of the felt moves the table.
    .filter(
      (event: Event) =>
        event.type === 'wheel' ||
        (event.type !== 'dblclick' &&
          !(event instanceof MouseEvent && event.button !== 0) &&
          !(event.target as Element).closest('.glow, .coming')),
    )
    .on('zoom', (event: D3ZoomEvent<SVGSVGElement, unknown>) => (this.moved = event.transform));

  /** The drawing that wheel, fingers and pointer move. */
  readonly drawing: Attachment<SVGSVGElement> = (node) => {
    this.#drawing = node;
    select(node).call(this.#zoomer).on('dblclick.zoom', null);
    return () => {
      this.#drawing = undefined;
      select(node).on('.zoom', null);
    };
  };

  zoomBy(k: number) {
    if (this.#drawing) select(this.#drawing).call(this.#zoomer.scaleBy, k);
  }

  reset() {
    if (this.#drawing) select(this.#drawing).call(this.#zoomer.transform, zoomIdentity);
  }

  turn() {
    this.#turnedBy = (this.quarter + 1) % 4;
  }

  /** A point of the table on the drawing. */
  point(p: Pt): Pt {
    return flip(turned(p, this.quarter));
  }

  /** The middle of a card on the drawing, for a transform. */
  at(spot: Spot): string {
    return this.point([spot.x, spot.y]).join(' ');
  }

  /** Half the width and half the height of a card that lies so. */
  half(spot: Spot): Pt {
    return halfOf(spot.turn + this.quarter);
  }
}
