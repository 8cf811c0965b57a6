import { untrack } from 'svelte';
import type { Attachment } from 'svelte/attachments';
import { on } from 'svelte/events';
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
}

const port = ({ side, offset }: Exit): Pt =>
  side === 'north' ? [offset, 7] : side === 'south' ? [offset, -7] : side === 'east' ? [5, offset] : [-5, offset];

/** Places nearer to each other than this hide one another: they share an outline, which is turned from one to the next. */
const NEAR = 7;

/** Places by the joint they are at, those of joints beside each other together. */
export function grouped(ghosts: readonly Ghost[]): [string, Ghost[]][] {
  const groups = new Map<string, Ghost[]>();
  for (const ghost of ghosts) {
    const key = ghost.joint.join();
    groups.set(key, [...(groups.get(key) ?? []), ghost]);
  }
  const apart: [string, Ghost[]][] = [];
  for (const [key, group] of groups) {
    const near = apart.find(([, [first]]) => isNear(first!.spot, group[0]!.spot));
    if (near) near[1] = [...near[1], ...group];
    else apart.push([key, group]);
  }
  return apart;
}
const isNear = (a: Spot, b: Spot) => Math.abs(a.x - b.x) < NEAR && Math.abs(a.y - b.y) < NEAR;

/** Every place that can be touched. One is shown at each joint: what a hint names, or what was turned to. */
export class Places {
  readonly #view: () => View;
  readonly #table: Touching;
  #chosen: Record<string, number> = $state({});
  readonly ghosts: Ghost[] = $derived.by(() => this.#ghosts());
  readonly joints = $derived([...new Map(this.ghosts.map(({ joint }) => [joint.join(), joint])).values()]);
  readonly shown = $derived(
    grouped(this.ghosts).map(([key, group]) => {
      const at = group.findIndex((ghost) => ghost.id === this.#table.last);
      const index = at < 0 ? (this.#chosen[key] ?? 0) % group.length : at;
      return { key, group, index, ghost: group[index]! };
    }),
  );

  constructor(table: Touching, view: () => View) {
    this.#table = table;
    this.#view = view;
    $effect(() => {
      void [view().cards.length, this.#card];
      untrack(() => (this.#chosen = {}));
    });
  }

  /** The card that is to be laid. */
  readonly #card = $derived.by(() => {
    const { touched } = this.#table.picking;
    const turning = touched.find((id) => id.startsWith('card:'));
    return turning ?? touched.find((id) => id.startsWith('hand:')) ?? `hand:${chosenCard(this.#view()) ?? ''}`;
  });

  #ghosts(): Ghost[] {
    const view = this.#view();
    const ids = this.#table.next.filter((id) => id.startsWith('place:'));
    if (ids.length === 0) return [];
    const name = this.#card.slice(5);
    const lies = this.#card.startsWith('card:') ? view.cards.find((c) => c.number === Number(name)) : undefined;
    const kind = kindOf(view, lies?.card ?? name);
    const deck = deckOf(view, lies?.owner ?? view.turn);
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

  /** The next place at a joint: this one, or the one that the pointer or the keyboard is at, or the first with several. */
  rotate(by = 1, key?: string) {
    const here =
      this.shown.find((each) => each.key === key) ??
      this.shown.find(({ ghost }) => ghost.id === this.#table.hovered) ??
      this.shown.find(({ group }) => group.length > 1);
    if (!here || here.group.length < 2) return;
    if (this.#table.armed) this.#table.back();
    const had = document.activeElement?.getAttribute('data-piece') === here.ghost.id;
    const index = (here.index + by + here.group.length) % here.group.length;
    const { id } = here.group[index]!;
    this.#chosen = { ...this.#chosen, [here.key]: index };
    this.#table.hovered = id;
    if (had) setTimeout(() => (this.#table.elementOf(id) as HTMLElement | undefined)?.focus(), 0);
  }

  /** A wheel turns what it is over. */
  turnedBy(key: string): Attachment<Element> {
    return (node) =>
      on(
        node,
        'wheel',
        (event) => {
          event.preventDefault();
          event.stopPropagation();
          this.rotate((event as WheelEvent).deltaY < 0 ? -1 : 1, key);
        },
        { passive: false },
      );
  }
}
