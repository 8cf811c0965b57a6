import { untrack } from 'svelte';
import type { Attachment } from 'svelte/attachments';
import { on } from 'svelte/events';
import type { LegalAction } from '../../lib/picks.ts';
import type { Touching } from '../../lib/touch.svelte.ts';
import { turned, type Pt } from './pieces/geometry.ts';
import type { Color, Exit, KindView, Spot, View } from './types.ts';
import { chosenCard, deckOf, kindOf, spotOf } from './view.ts';

/** A place where the card in hand can lie, and the joint at which it would be added. */
export interface Ghost {
  id: string;
  spot: Spot;
  kind: KindView;
  deck: Color;
  joint: Pt;
  live: boolean;
  /** The card is looked at, but not played yet. */
  coming: boolean;
}

const port = ({ side, offset }: Exit): Pt =>
  side === 'north' ? [offset, 7] : side === 'south' ? [offset, -7] : side === 'east' ? [5, offset] : [-5, offset];

/**
 * Every place that can be touched, and those where a chosen card could be laid once it is played. One is shown at each
 * joint: what a hint names, or what R has turned to.
 */
export class Places {
  readonly #view: () => View;
  readonly #table: Touching;
  #chosen: Record<string, number> = $state({});
  #coming: { card: string; ids: string[] } | null = $state.raw(null);
  /** A place that was touched before its card was played: the card is played, then the place is touched. */
  #wish: { id: string; before: readonly LegalAction[] } | null = $state.raw(null);
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
    $effect(() => {
      const { touched, legal } = table.held;
      const play = touched.length === 1 ? legal.find((a) => a.picks[0] === touched[0] && a.picks[1] === 'play') : null;
      this.#coming = null;
      if (!play) return;
      let isOver = false;
      void table.after(play).then((next) => {
        const ids = next.map((action) => action.picks[0] ?? '').filter((id) => id.startsWith('place:'));
        if (!isOver) this.#coming = { card: touched[0]!.slice(5), ids };
      });
      return () => (isOver = true);
    });
    $effect(() => {
      const wish = this.#wish;
      if (!wish || !table.free) return;
      this.#wish = null;
      // Free again and nothing has changed: the card was refused.
      if (table.held.legal !== wish.before && table.next.includes(wish.id)) untrack(() => table.touch(wish.id));
    });
  }

  /** A place for a card that is not played yet: to touch it plays the card and lays it there. */
  coming(id: string): Attachment<SVGElement> {
    return (node) => {
      const off = [
        on(node, 'click', (event) => {
          event.stopPropagation();
          this.#wish = { id, before: this.#table.held.legal };
          this.#table.touch('play');
        }),
        on(node, 'pointerenter', () => (this.#table.hovered = id)),
        on(node, 'pointerleave', () => this.#table.leave(id)),
      ];
      return () => {
        off.forEach((end) => end());
        this.#table.leave(id);
      };
    };
  }

  #ghosts(): Ghost[] {
    const view = this.#view();
    const now = this.#table.next.filter((id) => id.startsWith('place:'));
    const coming = now.length === 0;
    const ids = coming && !this.#table.suggested ? (this.#coming?.ids ?? []) : now;
    if (ids.length === 0) return [];
    const turning = this.#table.picking.touched.find((id) => id.startsWith('card:'));
    const card = turning ? view.cards.find((c) => c.number === Number(turning.slice(5))) : undefined;
    const kind = kindOf(view, card?.card ?? (coming ? this.#coming?.card : chosenCard(view)) ?? '');
    const deck = deckOf(view, card?.owner ?? view.turn);
    return ids.map((id): Ghost => {
      const spot = spotOf(id.slice(6));
      const ports = kind.paths.flat().map((exit): Pt => {
        const [x, y] = turned(port(exit), spot.turn);
        return [spot.x + x, spot.y + y];
      });
      const ends = view.open.filter((o) => ports.some((p) => p[0] === o.x && p[1] === o.y));
      const joint: Pt = ends[0] ? [ends[0].x, ends[0].y] : [spot.x, spot.y];
      return { id, spot, kind, deck, joint, live: ends.some((o) => o.live) || ends.length === 0, coming };
    });
  }

  /** The next place at the joint that the pointer or the keyboard is at, or at the first that has several. */
  rotate(by = 1) {
    const here =
      this.shown.find(({ ghost }) => ghost.id === this.#table.hovered) ??
      this.shown.find(({ group }) => group.length > 1);
    if (!here) return;
    if (this.#table.armed) this.#table.back();
    const had = document.activeElement?.getAttribute('data-piece') === here.ghost.id;
    const index = (here.index + by + here.group.length) % here.group.length;
    const { id } = here.group[index]!;
    this.#chosen = { ...this.#chosen, [here.key]: index };
    this.#table.hovered = id;
    if (had) setTimeout(() => (this.#table.elementOf(id) as HTMLElement | undefined)?.focus(), 0);
  }
}
