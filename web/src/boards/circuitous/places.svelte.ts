import { untrack } from 'svelte';
import type { Touching } from '../../lib/touch.svelte.ts';
import { turned, type Exit, type Pt, type Spot } from '../../pieces/circuitous/geometry.ts';
import { deckOf, kindOf, spotOf, type Kind, type View } from './view.ts';

/** A place where the card in hand can lie, and the joint at which it would be added. */
export interface Ghost {
  id: string;
  spot: Spot;
  kind: Kind;
  deck: string;
  joint: Pt;
  live: boolean;
}

const port = ({ side, offset }: Exit): Pt =>
  side === 'north' ? [offset, 7] : side === 'south' ? [offset, -7] : side === 'east' ? [5, offset] : [-5, offset];

/** Every place that can be touched. One is shown at each joint: what a hint names, or what R has turned to. */
export class Places {
  readonly #view: () => View;
  readonly #table: Touching;
  #chosen: Record<string, number> = $state({});
  readonly ghosts: Ghost[] = $derived.by(() => this.#ghosts());
  readonly joints = $derived.by(() => {
    const groups = new Map<string, Ghost[]>();
    for (const ghost of this.ghosts) {
      const key = ghost.joint.join();
      groups.set(key, [...(groups.get(key) ?? []), ghost]);
    }
    return [...groups.entries()];
  });
  readonly shown = $derived(
    this.joints.map(([key, group]) => {
      const at = group.findIndex((ghost) => ghost.id === this.#table.last);
      const index = at < 0 ? (this.#chosen[key] ?? 0) % group.length : at;
      return { key, group, index, ghost: group[index]! };
    }),
  );

  constructor(table: Touching, view: () => View) {
    this.#table = table;
    this.#view = view;
    $effect(() => {
      void view().cards.length;
      untrack(() => (this.#chosen = {}));
    });
  }

  #ghosts(): Ghost[] {
    const view = this.#view();
    const ids = this.#table.next.filter((id) => id.startsWith('place:'));
    if (ids.length === 0) return [];
    const turning = this.#table.picking.touched.find((id) => id.startsWith('card:'));
    const card = turning ? view.cards.find((c) => c.number === Number(turning.slice(5))) : undefined;
    const kind = kindOf(view, card?.card ?? view.phase.card ?? '');
    const deck = deckOf(view, card?.owner ?? view.turn);
    return ids.map((id): Ghost => {
      const spot = spotOf(id.slice(6));
      const ports = kind.paths.flat().map((exit): Pt => {
        const [x, y] = turned(port(exit), spot.turn);
        return [spot.x + x, spot.y + y];
      });
      const ends = view.open.filter((o) => ports.some((p) => p[0] === o.x && p[1] === o.y));
      const joint: Pt = ends[0] ? [ends[0].x, ends[0].y] : [spot.x, spot.y];
      return { id, spot, kind, deck, joint, live: ends.some((o) => o.live) || ends.length === 0 };
    });
  }

  /** The next place at the joint that the pointer or the keyboard is at, or at the first that has several. */
  rotate(by = 1) {
    const here =
      this.shown.find(({ ghost }) => ghost.id === this.#table.hovered) ??
      this.shown.find(({ group }) => group.length > 1);
    if (!here) return;
    const had = document.activeElement?.getAttribute('data-piece') === here.ghost.id;
    const index = (here.index + by + here.group.length) % here.group.length;
    const { id } = here.group[index]!;
    this.#chosen = { ...this.#chosen, [here.key]: index };
    this.#table.hovered = id;
    if (had) setTimeout(() => (this.#table.elementOf(id) as HTMLElement | undefined)?.focus(), 0);
  }
}
