// Joins the pick machine to what is on the screen. A board marks each of its pieces with an id; which of them glow,
// and what a touch, a drag or a key does, follows from the legal actions alone.

import { getContext, setContext } from 'svelte';
import type { Attachment } from 'svelte/attachments';
import { centre, isSeen, nearest } from './focus.ts';
import * as picks from './picks.ts';
import type { LegalAction, Picking } from './picks.ts';
import { picture } from '../motion/picture.ts';
import { swallowClick } from './swallow.ts';

export interface TouchHandlers {
  /** An action is meant; `only` is the piece if one touch said it all, by chance perhaps. */
  send: (action: LegalAction, only: string | null) => void;
  /** A touch that starts nothing: what would have been meant, and whether it only comes too early. */
  why: (picks: string[], early: boolean) => void;
  /** Whether what may have been a second thought waits for a second touch. */
  asks?: () => boolean;
  /** A touch that leads on or back: what was said about an earlier one is over. */
  on?: () => void;
  /** Whether an action could be sent now: none is on its way. */
  free?: () => boolean;
  /** Whether any piece may be touched, though none glows. */
  any?: () => boolean;
}

const KEY = Symbol('table');
/** So many pixels away something still draws on what is let go. */
const MAGNET = 84;

export class Touching {
  #holds: Picking = $state.raw(picks.begin([]));
  /** What had been touched when the table was drawn last. */
  #drawnFor: Picking | null = $state.raw(null);
  /** An action of a hint that is looked at: the table shows it as if only its last piece were left to touch. */
  suggested: LegalAction | null = $state.raw(null);
  #hovered: string | null = $state(null);
  /** A piece that is being dragged. */
  lifted: string | null = $state(null);
  /** A piece that was just let go where it belongs. */
  dropped: string | null = null;
  /** What one touch has said and a second one shall confirm. */
  armed: { id: string; action: LegalAction; doubtful?: boolean } | null = $state(null);
  /** Is each piece touched in its turn, and none left out? Then a piece can be taken up by a finger, too. */
  strict = $state(false);
  /** Kinds of pieces that draw on what is let go near them. */
  magnets: string[] = [];
  /** Kinds of pieces that the board shows in a way of its own, not all of them at once. */
  claims: string[] = $state([]);
  /** What is on the screen, by id. It changes while the page is drawn, so it is told a moment later. */
  #elements = new Map<string, Set<Element>>();
  #marks = new Map<string, Attachment<Element>>();
  #drawn = $state(0);
  #telling = false;
  /** A kind of piece that a key leads to: the first that glows has the focus as soon as it is there. */
  #leadsTo: string | null = null;
  #handlers: TouchHandlers;

  /** What the table shows as touched. */
  readonly picking: Picking = $derived(this.suggested ? picks.upToLast(this.held.legal, this.suggested) : this.held);
  readonly glow = $derived.by(
    same(() =>
      this.lifted ? picks.targets(this.picking, this.lifted, this.strict) : picks.glowing(this.picking, this.strict),
    ),
  );
  readonly next = $derived(picks.next(this.picking));
  readonly buttons = $derived(picks.buttons(this.held));
  /**
   * What comes next and is nowhere on the table: offered beside the prompt, so that no choice is out of reach. Of a
   * table that is not drawn yet nobody can say that.
   */
  readonly elsewhere = $derived(
    this.#drawnFor === this.held
      ? picks.next(this.held).filter((id) => !this.#shows(id) && !this.claims.some((kind) => id.startsWith(kind)))
      : [],
  );
  readonly touched = $derived.by(same(() => new Set(this.picking.touched)));
  /** The piece that would finish what is suggested, or that waits for a second touch. */
  readonly last = $derived(this.suggested ? this.suggested.picks.at(-1) : this.armed?.id);
  readonly meaning = $derived(
    this.suggested
      ? { action: this.suggested, count: 1 }
      : this.hovered === null || this.hovered === this.armed?.id
        ? this.armed && { action: this.armed.action, count: 1 }
        : picks.meaning(this.picking, this.hovered, this.strict),
  );

  constructor(handlers: TouchHandlers) {
    this.#handlers = handlers;
  }

  /** What has been touched. */
  get held(): Picking {
    return this.#holds;
  }
  set held(picking: Picking) {
    this.#holds = picking;
    queueMicrotask(() => (this.#drawnFor = this.#holds));
  }

  /** What the pointer rests on or the keyboard is at. */
  get hovered(): string | null {
    return this.suggested ? (this.suggested.picks.at(-1) ?? null) : this.#hovered;
  }
  set hovered(id: string | null) {
    this.#hovered = id;
  }

  /** Others may act while something is touched, asked about or looked at: it stays as long as it can be done. */
  renew(legal: readonly LegalAction[]) {
    const now = (then: LegalAction | undefined) => legal.find(({ action }) => action === then?.action) ?? null;
    const asked = now(this.armed?.action);
    this.armed = this.armed && asked && { ...this.armed, action: asked };
    this.suggested = now(this.suggested ?? undefined);
    this.held = picks.renew(this.held, legal);
    if (this.held.touched.length === 0) this.#leadsTo = null;
  }

  /** A key has taken up a piece and goes on to the first of this kind that it leads to, which may be known only later. */
  touchAndGo(id: string, kind: string) {
    this.touch(id);
    this.#leadsTo = kind;
  }

  touch(id: string) {
    const { armed } = this;
    this.dropped = null;
    this.#leadsTo = null;
    this.#settle();
    if (armed?.id === id) return this.#handlers.send(armed.action, null);
    const only = this.held.touched.length === 0 ? id : null;
    const result = picks.touch(this.held, id, this.strict);
    if (result.kind !== 'send' || !result.doubtful || !this.#handlers.asks?.()) return this.#follow(result, only);
    this.#handlers.on?.();
    this.armed = { id, action: result.action, doubtful: true };
  }

  /** A piece is let go, on another one or where things are taken to: nobody does that by chance. */
  drop(from: string, to?: string) {
    this.#settle();
    const { held, strict } = this;
    this.dropped = from;
    this.#follow(to ? picks.drag(held, from, to, strict) : picks.touch(held, from, strict), null);
  }

  /** All pieces of an action are touched but the last. */
  prepare(action: LegalAction) {
    this.#settle();
    this.held = picks.upToLast(this.held.legal, action);
  }

  /** Whether an action could be sent now. */
  get free(): boolean {
    return this.#handlers.free?.() ?? true;
  }

  back() {
    this.#handlers.on?.();
    this.#leadsTo = null;
    if (this.armed) this.armed = null;
    else this.held = picks.back(this.held);
  }

  clear() {
    this.#settle();
    this.held = picks.begin(this.held.legal);
  }

  #settle() {
    this.armed = null;
    this.suggested = null;
  }

  elementOf(id: string): Element | undefined {
    return [...(this.#elements.get(id) ?? [])].find((element) => element.isConnected);
  }

  #follow(result: picks.Touch, only: string | null) {
    this.held = result.picking;
    if (result.kind !== 'why') this.#handlers.on?.();
    if (result.kind === 'send') this.#handlers.send(result.action, only);
    else if (result.kind === 'why') this.#handlers.why(result.picks, result.early);
  }

  /** Marks an element as a piece: the same piece is the same mark, so that nothing is put on again when a table changes. */
  piece(id: string | null | undefined, label = ''): Attachment<Element> | undefined {
    if (!id) return undefined;
    const name = `${id}\n${label}`;
    const mark = this.#marks.get(name) ?? this.#mark(id, label);
    this.#marks.set(name, mark);
    return mark;
  }

  #mark(id: string, label: string): Attachment<Element> {
    return (element) => {
      const node = element as HTMLElement | SVGElement;
      this.#register(id, node);
      node.classList.add('piece');
      node.dataset.piece = id;
      const isControl = node instanceof HTMLButtonElement;
      if (label) node.setAttribute('aria-label', label);
      let was = '';
      const show = (glows: boolean, chosen: boolean, last: boolean, armed: boolean, any: boolean) => {
        // The board may have written its own classes over these.
        node.classList.toggle('glow', glows);
        node.classList.toggle('chosen', chosen);
        node.classList.toggle('armed', last);
        // Each piece is asked whenever one of them changes: what has not, is not written again.
        const now = `${glows} ${chosen} ${armed} ${any}`;
        if (now === was) return;
        was = now;
        if (isControl) {
          node.setAttribute('aria-disabled', String(!glows && !any));
          node.tabIndex = glows || any ? 0 : -1;
        } else if (glows || chosen || any) {
          node.setAttribute('role', 'button');
          node.setAttribute('tabindex', '0');
        } else {
          node.removeAttribute('tabindex');
          if (label) node.setAttribute('role', node instanceof SVGElement ? 'img' : 'group');
          else node.removeAttribute('role');
        }
        if (chosen || armed) node.setAttribute('aria-pressed', 'true');
        else node.removeAttribute('aria-pressed');
      };
      $effect(() => {
        const glows = this.glow.has(id);
        show(glows, this.touched.has(id), this.last === id, this.armed?.id === id, this.#handlers.any?.() ?? false);
        if (glows && this.#leadsTo && id.startsWith(this.#leadsTo)) node.focus();
      });
      const off = [
        listen(node, 'click', (event) => {
          event.stopPropagation();
          this.touch(id);
        }),
        listen(node, 'pointerenter', () => (this.hovered = id)),
        listen(node, 'pointerleave', () => this.leave(id)),
        listen(node, 'focus', () => {
          this.hovered = id;
          this.#leadsTo = null;
        }),
        listen(node, 'blur', () => this.leave(id)),
        listen(node, 'keydown', (event) => {
          const { key } = event as KeyboardEvent;
          if (isControl || (key !== 'Enter' && key !== ' ')) return;
          event.preventDefault();
          event.stopPropagation();
          this.touch(id);
        }),
        this.#draggable(id, node),
        this.#held(id, node),
      ];
      return () => {
        off.forEach((stop) => stop());
        // An element may outlive its being a piece: what it was told to look like goes with it.
        node.classList.remove('piece', 'glow', 'chosen', 'armed');
        for (const name of ['data-piece', 'aria-disabled', 'aria-pressed', 'tabindex', ...(isControl ? [] : ['role'])])
          node.removeAttribute(name);
        this.#forget(id, node);
        this.leave(id);
      };
    };
  }

  /** A finger that rests on a piece only asks what it would do. */
  #held(id: string, node: HTMLElement | SVGElement) {
    return listen(node, 'pointerdown', (raw) => {
      const down = raw as PointerEvent;
      if (down.pointerType !== 'touch' || !this.glow.has(id)) return;
      let asked = false;
      const wait = setTimeout(() => {
        asked = true;
        this.hovered = id;
      }, 420);
      const end = (event: Event) => {
        clearTimeout(wait);
        stops.forEach((stop) => stop());
        if (asked && event.type === 'pointerup') swallowClick();
        if (asked) setTimeout(() => (this.hovered = id), 0);
      };
      const stops = [
        listen(window, 'pointerup', end),
        listen(window, 'pointercancel', end),
        listen(node, 'contextmenu', (event) => event.preventDefault()),
      ];
    });
  }

  /** A piece may be left because it is just being taken off the page: nothing may change in that moment. */
  leave(id: string) {
    queueMicrotask(() => {
      if (this.#hovered === id) this.#hovered = null;
    });
  }

  #shows(id: string) {
    void this.#drawn;
    return this.#elements.has(id);
  }

  #register(id: string, node: Element) {
    const set = this.#elements.get(id) ?? new Set();
    this.#elements.set(id, set.add(node));
    this.#tell();
  }

  #forget(id: string, node: Element) {
    const set = this.#elements.get(id);
    set?.delete(node);
    if (set?.size === 0) this.#elements.delete(id);
    this.#tell();
  }

  #tell() {
    if (this.#telling) return;
    this.#telling = true;
    queueMicrotask(() => {
      this.#telling = false;
      this.#drawn++;
    });
  }

  /**
   * Drag by mouse or pen; a finger scrolls, so there a touch on each piece does the same, but where each piece has its
   * turn. A piece goes onto another one, or into an area: one that stands for a pick (`data-drop="play"`), or one where
   * things are taken to (`data-drop`), which is the same as a touch.
   */
  #draggable(id: string, node: HTMLElement | SVGElement) {
    return listen(node, 'pointerdown', (raw) => {
      const down = raw as PointerEvent;
      if (down.button !== 0 || (down.pointerType === 'touch' && !this.strict) || !this.#begins(id)) return;
      let ghost: HTMLElement | null = null;
      const move = (e: PointerEvent) => {
        if (e.pointerId !== down.pointerId) return;
        if (!ghost && Math.hypot(e.clientX - down.clientX, e.clientY - down.clientY) < 7) return;
        if (!ghost) {
          const inner = picks.targets(this.picking, id, this.strict);
          const open = areas().filter((area) => takes(area, node, inner));
          // What can go nowhere is not lifted: a hand that shakes still touches it.
          if (inner.size === 0 && open.length === 0) return;
          // Where it can go is shown as if it had been touched.
          if (this.strict && this.held.touched.at(-1) !== id)
            this.held = picks.touch(picks.begin(this.held.legal), id, true).picking;
          this.lifted = id;
          ghost = lift(node);
          for (const area of open) area.classList.add('open');
        }
        ghost.style.translate = `${e.clientX - down.clientX}px ${e.clientY - down.clientY}px`;
        if (!this.strict) return;
        this.hovered = this.#under(e, id) ?? null;
        ghost.classList.toggle('drawn', this.#draws(this.hovered));
      };
      const up = (e: PointerEvent) => {
        if (e.pointerId !== down.pointerId) return;
        removeEventListener('pointermove', move);
        removeEventListener('pointerup', up);
        removeEventListener('pointercancel', up);
        if (!ghost) return;
        ghost.remove();
        swallowClick();
        const targets = picks.targets(this.picking, id, this.strict);
        const target = this.#under(e, id);
        this.lifted = null;
        for (const area of areas()) area.classList.remove('open');
        if (e.type !== 'pointerup') return;
        if (target) return this.drop(id, target);
        const area = document
          .elementsFromPoint(e.clientX, e.clientY)
          .map((el) => el.closest<HTMLElement>('[data-drop]'))
          .find((found) => found && takes(found, node, targets));
        if (area) this.drop(id, area.dataset.drop);
      };
      addEventListener('pointermove', move);
      addEventListener('pointerup', up);
      addEventListener('pointercancel', up);
      down.preventDefault();
      if (node.tabIndex >= 0) node.focus({ preventScroll: true });
    });
  }

  /** Whether a piece can be taken up now. */
  #begins = (id: string) =>
    this.next.includes(id) || (this.strict && picks.next(picks.begin(this.held.legal)).includes(id));

  #draws = (id: string | null) => id !== null && this.magnets.some((kind) => id.startsWith(kind));

  /** What takes a piece that is let go here: what lies below it, or what draws it on from near by. */
  #under({ clientX, clientY }: PointerEvent, id: string): string | undefined {
    const targets = picks.targets(this.picking, id, this.strict);
    const below = document
      .elementsFromPoint(clientX, clientY)
      .map((el) => el.closest<HTMLElement>('[data-piece]')?.dataset.piece)
      .find((found) => found && found !== id && targets.has(found));
    if (below) return below;
    const near = [...targets].flatMap((target) => {
      const element = this.#draws(target) ? this.elementOf(target) : undefined;
      if (!element) return [];
      const { x, y } = centre(element);
      const distance = Math.hypot(x - clientX, y - clientY);
      return distance <= MAGNET ? [{ target, distance }] : [];
    });
    return near.sort((a, b) => a.distance - b.distance)[0]?.target;
  }

  /** Arrow keys go to the nearest glowing piece in that direction: from a piece that was just touched, too. */
  step(key: string) {
    const nodes = ['[data-piece].glow', '[data-verb]:not([aria-disabled="true"])']
      .flatMap((what) => [...document.querySelectorAll<HTMLElement>(what)])
      .filter(isSeen);
    const active = document.activeElement;
    const here = active?.matches('[data-piece], [data-verb]') ? centre(active) : null;
    if (!here) return void nodes[0]?.focus();
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key] ?? [0, 0];
    const rated = nodes
      .filter((n) => n !== active)
      .map((n) => {
        const c = centre(n);
        const along = (c.x - here.x) * dx! + (c.y - here.y) * dy!;
        const across = Math.abs((c.x - here.x) * dy!) + Math.abs((c.y - here.y) * dx!);
        return { n, along, cost: along + across * 2 };
      })
      .filter((r) => r.along > 3)
      .sort((a, b) => a.cost - b.cost);
    // What was just touched may lie beyond all that can be touched now.
    const way =
      rated[0]?.n ?? (active?.matches('.glow, [data-verb]') ? undefined : nodes[nearest(nodes.map(centre), here)]);
    way?.focus();
  }
}

/** A set that has not changed stays the same object, so that no piece looks at it again. */
function same<T>(make: () => ReadonlySet<T>): () => ReadonlySet<T> {
  let last: ReadonlySet<T> = new Set();
  return () => {
    const now = make();
    if (now.size !== last.size || [...now].some((each) => !last.has(each))) last = now;
    return last;
  };
}

function listen(node: EventTarget, type: string, handler: (event: Event) => void) {
  node.addEventListener(type, handler);
  return () => node.removeEventListener(type, handler);
}

const areas = () => [...document.querySelectorAll<HTMLElement>('[data-drop]')];
/** Whether an area takes a piece: it may stand for one of the targets, or the piece comes to it from elsewhere. */
const takes = (area: HTMLElement, piece: Element, targets: ReadonlySet<string>) =>
  area.dataset.drop ? targets.has(area.dataset.drop) : !area.contains(piece);

/** A picture of a piece that follows the pointer. */
function lift(node: Element): HTMLElement {
  const ghost = picture(node);
  ghost.className = 'motion lifted';
  ghost.inert = true;
  document.body.append(ghost);
  return ghost;
}

export const provideTouching = (touching: Touching) => setContext(KEY, touching);
/** For tables and pieces that are only looked at: with nothing legal nothing glows, and a touch means nothing. */
export const provideNoTouch = () => provideTouching(new Touching({ send: () => undefined, why: () => undefined }));
export const useTouching = () => getContext<Touching>(KEY);
