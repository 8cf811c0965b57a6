// Where pieces move: one layer above the table holds their pictures, and every Web Animation of the page is begun here.
// With less motion nothing travels: a thin ring stays for a moment where a piece was and where it is.

import { tick } from 'svelte';
import { lessMotion } from '../lib/prefs.svelte.ts';
import { easing } from './ease.ts';
import { flightPath, nudges, type Box } from './paths.ts';
import { MOST, type Answer, type Flight, type Place, type Planned } from './plan.ts';
import { picture } from './picture.ts';

/** How long a ring stays, in ms. */
const RING = 1200;

/** How long a part of the table takes to another place, in ms. */
const GLIDE = 320;

/** Tells what is to be heard: the name of a sound, and which of several it is. */
type Hear = (name: NonNullable<Planned['sound']>, index: number) => void;

const running = new Set<Animation>();
const timers = new Set<ReturnType<typeof setTimeout>>();
let layer: HTMLElement | undefined;
/** A table that has changed and waits for its frame, until its pieces leave; or does without them. */
let waiting: ((how: 'land' | 'drop') => void) | null = null;
/** What is put on the table in a moment, if not before. */
let late: (() => void) | null = null;
/** Who waits until pieces have left. */
let patient: (() => void) | null = null;
/** Parts of the table that are held where they were, and how each is let go. */
const held = new Map<HTMLElement, () => void>();
/** What is left to do until all of them lie where they belong: now, or not at all because there is a newer layout. */
let holding: ((how: 'now' | 'drop') => void) | null = null;

function onStage(): HTMLElement {
  if (!layer?.isConnected) {
    layer = document.createElement('div');
    layer.className = 'motion';
    layer.inert = true;
    document.body.append(layer);
  }
  return layer;
}

function begin(node: Element, frames: Keyframe[], options: KeyframeAnimationOptions, then?: () => void): Animation {
  const animation = node.animate(frames, options);
  running.add(animation);
  document.documentElement.dataset.moving = '';
  const end = () => {
    running.delete(animation);
    rest();
    then?.();
  };
  animation.onfinish = animation.oncancel = end;
  return animation;
}

/** Is nothing moving any more, nor about to? */
function rest() {
  if (running.size === 0 && !waiting && !holding) delete document.documentElement.dataset.moving;
}

/** The one way to animate anything: with less motion it is there at once. */
export async function animate(node: Element, frames: Keyframe[], options: KeyframeAnimationOptions): Promise<void> {
  if (!lessMotion()) await begin(node, frames, options).finished.catch(() => undefined);
}

/** A part with more in it than this is laid out in a frame of its own. */
const LARGE = 100;

/** A part of the table, where it and the drawings in it lay before. */
interface Part {
  node: HTMLElement;
  was: DOMRect;
  drawings: { node: Element; was: DOMRect }[];
}

const partOf = (node: HTMLElement): Part => ({
  node,
  was: node.getBoundingClientRect(),
  drawings: [...node.querySelectorAll('[data-glides]')].map((each) => ({
    node: each,
    was: each.getBoundingClientRect(),
  })),
});

/**
 * A change after which parts of the table may lie elsewhere, and what lays them there: they glide, all that is in them
 * with them; drawings that say `data-glides` grow or shrink on the way. Where most of the table is laid out anew the work
 * is shared out over frames: what has changed comes first, then the new layout, and a large part stays as it is until its
 * turn comes.
 */
export function gliding(change: () => void, lay: () => void, shared = false): void {
  holding?.(lessMotion() ? 'now' : 'drop');
  const parts = lessMotion() ? [] : [...document.querySelectorAll<HTMLElement>('.stage > .main > *')].map(partOf);
  if (lessMotion() || !shared) {
    change();
    lay();
    return follow(parts);
  }
  const cells = parts.filter(({ node }) => node.matches('.cell'));
  const unseen = cells.filter(({ was }) => !was.width);
  const large = cells.filter(({ node, was }) => was.width && node.getElementsByTagName('*').length > LARGE);
  const others = parts.filter((part) => !large.includes(part) && !unseen.includes(part));
  const stage = document.querySelector<HTMLElement>('.stage')!;
  const { x, y } = stage.getBoundingClientRect();
  const corner = { x: x - stage.scrollLeft, y: y - stage.scrollTop };
  const steps = [
    { parts: () => others.map(({ node }) => partOf(node)), take: lay },
    ...[...large.map((part) => [part]), unseen].map((some) => {
      const ways = some.map((part) => hold(part, corner, stage.dataset.phase));
      return { parts: () => some, take: () => ways.forEach((letGo) => letGo()) };
    }),
  ];
  change();
  follow(others);
  let frame = 0;
  // Every other frame, so that what answers the new size of a part has one, too.
  const later = (then: () => void) => (frame = requestAnimationFrame(() => (frame = requestAnimationFrame(then))));
  const next = () => {
    const { parts, take } = steps.shift()!;
    const some = parts();
    take();
    follow(some);
    if (steps.length > 0) later(next);
    else holding = null;
  };
  holding = (how) => {
    holding = null;
    cancelAnimationFrame(frame);
    if (how === 'now') for (const { take } of steps) take();
    rest();
  };
  document.documentElement.dataset.moving = '';
  later(next);
}

/**
 * A part keeps its size and place, whatever becomes of its cell, and says for which phase it is laid out; one that is not
 * seen stays so. Gives the way back.
 */
function hold({ node, was }: Part, corner: { x: number; y: number }, phase = ''): () => void {
  const already = held.get(node);
  if (already) return already;
  const [left, top] = [was.x - corner.x, was.y - corner.y];
  const kept = node.style.cssText;
  const letGo = () => {
    node.style.cssText = kept;
    delete node.dataset.phase;
    held.delete(node);
  };
  held.set(node, letGo);
  node.dataset.phase = phase;
  node.style.cssText += was.width
    ? `;position:absolute;grid-area:auto;margin:0;left:${left}px;top:${top}px;width:${was.width}px;height:${was.height}px`
    : ';display:none';
  return letGo;
}

/**
 * Parts glide from where they were to where they are laid out next. An observer is told between the layout of a frame and
 * its paint: nothing is laid out twice, and nothing is seen to jump.
 */
function follow(parts: readonly Part[]) {
  if (parts.length === 0) return;
  const laidOut = new ResizeObserver(() => {
    laidOut.disconnect();
    const moves = parts.flatMap(({ node, was, drawings }) => {
      const now = node.getBoundingClientRect();
      if (!was.width || !now.width) return [];
      const [dx, dy] = [was.x - now.x, was.y - now.y];
      // A part is moved by its corner; a drawing by its middle, about which it grows, and what the part does is taken off.
      const inner = drawings.map(({ node, was }) => {
        const now = node.getBoundingClientRect();
        const [x, y] = [was.x - now.x + (was.width - now.width) / 2, was.y - now.y + (was.height - now.height) / 2];
        return { node, dx: x - dx, dy: y - dy, size: now.width && was.width ? was.width / now.width : 1 };
      });
      return [{ node, dx, dy, size: 1 }, ...inner];
    });
    for (const { node, dx, dy, size } of moves)
      if (Math.hypot(dx, dy) >= 1 || Math.abs(size - 1) > 0.01)
        glide(node, `translate(${dx}px, ${dy}px) scale(${size})`);
    rest();
  });
  laidOut.observe(document.body);
}

/** A part comes to where it lies. */
export function glide(part: Element, from: string) {
  if (lessMotion()) return;
  part.setAttribute('data-gliding', '');
  const frames = [{ transform: from }, { transform: 'none' }];
  begin(part, frames, { duration: GLIDE, easing: easing('inOut') }, () => part.removeAttribute('data-gliding'));
}

/** What moves is there at once: somebody has touched the table. */
export function finish() {
  for (const timer of timers) clearTimeout(timer);
  timers.clear();
  waiting?.('drop');
  holding?.('now');
  for (const animation of [...running]) animation.finish();
}

/** All that has such an id, whether it is seen or not. */
function* named(places: readonly Place[] | undefined): Generator<Element> {
  for (const place of places ?? []) {
    const [id, part, nth] = typeof place === 'string' ? [place] : [place.in, place.part, place.nth ?? 0];
    const name = CSS.escape(id);
    // A piece to touch may be larger than what is seen of it: an anchor in it is what moves.
    for (const what of ['anchor', 'piece'])
      for (const node of document.querySelectorAll(`[data-${what}="${name}"]`)) {
        const found = part ? node.querySelectorAll(part)[nth!] : node;
        if (found) yield found;
      }
  }
}

function find(places: readonly Place[] | undefined): Element | undefined {
  for (const node of named(places)) if (node.getClientRects().length > 0) return node;
  return undefined;
}

function boxOf(node: Element): Box {
  const { x, y, width: w, height: h } = node.getBoundingClientRect();
  return { x: x + w / 2, y: y + h / 2, w, h };
}

/** What waits to be put on the table is there: something newer comes. */
export function catchUp() {
  late?.();
}

/** Waits until the pieces of what was shown last have left; gives a function that stops waiting. */
export function onceLeft(then: () => void): () => void {
  if (!waiting) then();
  else patient = then;
  return () => {
    if (patient === then) patient = null;
  };
}

/**
 * Changes the table by `put`, with its pieces moving. The work is shared out over frames: pictures lie over the pieces,
 * the table changes below them (`at` once, or a frame later), the browser lays it out as it does anyway, and then they
 * leave.
 */
export function moving(
  steps: readonly Planned[],
  put: () => void,
  speed: number,
  hear: Hear = () => undefined,
  at: 'once' | 'leisure' = 'once',
): void {
  // What nobody has seen yet cannot leave from anywhere.
  waiting?.(late ? 'drop' : 'land');
  const lifted = takeOff(steps);
  if (lifted.length === 0) return put();
  document.documentElement.dataset.moving = '';
  // A picture lies over its piece; what is taken from another one, or only a part, comes when it leaves.
  for (const { step, image, own, start } of lifted)
    if (image && own === start && !('slice' in step) && onStage().childElementCount < MOST) onStage().append(image);
  let covers: Animation[] = [];
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  waiting = (how) => {
    waiting = null;
    late?.();
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    const landed = how === 'land' ? land(lifted, speed, hear) : [];
    for (const cover of covers) cover.cancel();
    for (const { image } of lifted) if (image && !landed.includes(image)) image.remove();
    rest();
    setTimeout(() => {
      const then = patient;
      patient = null;
      then?.();
    });
  };
  const mine = waiting;
  late = () => {
    late = null;
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    put();
    void tick().then(() => {
      if (waiting !== mine) return;
      if (!lessMotion()) covers = cover(lifted);
      frame = requestAnimationFrame(() => (timer = setTimeout(() => mine('land'))));
    });
  };
  // At leisure the pictures have a frame of their own.
  if (at === 'once') late();
  else frame = requestAnimationFrame(() => (timer = setTimeout(() => late?.())));
}

/** What a piece becomes is not seen while its picture still lies where it was. */
const cover = (lifted: readonly Lifted[]): Animation[] =>
  lifted
    .flatMap(({ step }) =>
      'on' in step ? [] : [...named(step.to), ...(step.hides ?? []).flatMap((place) => [...named([place])])],
    )
    .map((node) => node.animate([{ opacity: 0 }, { opacity: 0 }], { duration: 2000 }));

/** What has to be known of a step before the table changes. */
interface Lifted {
  step: Planned;
  start?: Box | undefined;
  /** Where it goes to, if that is gone then. */
  goal?: Box | undefined;
  image?: HTMLElement | undefined;
  /** Where the picture was taken. */
  own?: Box | undefined;
}

/** Before the table changes: where pieces lie, and pictures of those that will not lie there any more. */
function takeOff(steps: readonly Planned[]): Lifted[] {
  const found = steps.map((step) => {
    if ('on' in step) return { step };
    const node = find(step.from ?? step.out);
    const goal = find(step.to ?? step.into);
    const model = step.like ? find(step.like) : step.from && !step.arrives ? node : undefined;
    const start = node && boxOf(node);
    return { step, model, start, goal: goal && boxOf(goal), own: model && (model === node ? start : boxOf(model)) };
  });
  return found.map(({ step, model, ...boxes }) => ({
    step,
    ...boxes,
    image: !lessMotion() && model && !('on' in step) ? picture(model, step.without) : undefined,
  }));
}

/** Once it has changed: all boxes are read and all pictures taken, then everything moves. Tells what is in the air. */
function land(lifted: readonly Lifted[], speed: number, hear: Hear): HTMLElement[] {
  const read = lifted.map(({ step, start, goal, image, own }) => {
    if ('on' in step) {
      const node = find(step.on);
      // How long a way is, is asked before anything changes: the answer needs a layout.
      return { step, node, length: step.path === 'draw' && isDrawn(node) ? node.getTotalLength() : 0 };
    }
    const node = find(step.to ?? step.into);
    const via = (step.via ?? []).flatMap((place) => find([place]) ?? []).map(boxOf);
    const end = node ? boxOf(node) : goal;
    const shown = image ?? (node && start && step.to && !lessMotion() ? picture(node) : undefined);
    const gone = [step.to && node, ...(step.hides ?? []).map((place) => find([place]))].filter((each) => !!each);
    return { step, node, start, end, via, gone, shown, own: image ? own : end };
  });
  if (lessMotion()) {
    const boxes = read.flatMap(({ start, end }) => [start, end]).filter((box) => box !== undefined);
    const places = new Map(boxes.map((box) => [`${box.x} ${box.y}`, box]));
    [...places.values()].slice(0, MOST).forEach(ring);
    return [];
  }
  const flying: HTMLElement[] = [];
  for (const { step, node, length = 0, start, end, via = [], gone = [], shown, own } of read) {
    if ('on' in step) {
      if (node) nudge(node, step, speed, length);
    } else {
      if (!shown || !start || !end || !own) continue;
      if (!shown.isConnected && onStage().childElementCount >= MOST) continue;
      flying.push(shown);
      fly(shown, step, { from: start, to: end, via, own }, speed);
      for (const each of gone) hide(each, (step.at + step.ms) / speed);
    }
    if (node || start) listen(step, via.length + 1, speed, hear);
  }
  return flying;
}

function fly(image: HTMLElement, step: Flight & Planned, way: Parameters<typeof flightPath>[1], speed: number) {
  if (step.slice) {
    // Only a part of it; what its drawing shows outside of its box belongs to the outer parts.
    const [first, last] = step.slice;
    const left = first > 0 ? `${100 * first}%` : '-9px';
    const right = last < 1 ? `${100 * (1 - last)}%` : '-9px';
    (image.firstElementChild as HTMLElement).style.clipPath = `inset(-9px ${right} -9px ${left})`;
  }
  if (!image.isConnected) onStage().append(image);
  const timing = { duration: step.ms / speed, delay: step.at / speed, fill: 'both' as const };
  begin(image, flightPath(step, way), timing, () => image.remove());
}

/** What a piece becomes is not seen before it lands. */
const hide = (node: Element, ms: number) => void begin(node, [{ opacity: 0 }, { opacity: 0 }], { duration: ms });

const isDrawn = (node: Element | undefined) => node instanceof SVGGeometryElement;

function nudge(node: Element, step: Answer & Planned, speed: number, length: number) {
  const timing = { duration: step.ms / speed, delay: step.at / speed };
  if (step.path !== 'draw') {
    const { frames, easing, held } = nudges[step.path](step.turn ?? 90);
    const options: KeyframeAnimationOptions = { ...timing, easing, fill: held ? 'backwards' : 'none' };
    // It is turned and moved from where it is placed, but seen as much as is said here.
    const part = (name: 'transform' | 'opacity') =>
      frames
        .filter((each) => name in each)
        .map(({ [name]: value, offset }) => ({ [name]: value, ...(offset == null ? {} : { offset }) }));
    const [turns, fades] = [part('transform'), part('opacity')];
    if (turns.length > 0) begin(node, turns, { ...options, composite: 'add' });
    if (fades.length > 0) begin(node, fades, options);
  } else if (isDrawn(node)) {
    const dash = { strokeDasharray: `${length} ${length}` };
    const frames = [
      { ...dash, strokeDashoffset: length * (1 - (step.share ?? 0)) },
      { ...dash, strokeDashoffset: 0 },
    ];
    begin(node, frames, { ...timing, easing: easing('inOut'), fill: 'backwards' });
  }
}

const rings = new Set<Animation>();
/** A ring is where a piece was on the screen: in another window it would ring something else. */
function unring() {
  for (const each of rings) each.cancel();
}

function ring({ x, y, w, h }: Box) {
  const mark = document.createElement('i');
  mark.style.cssText = `left:${x - w / 2 - 3}px;top:${y - h / 2 - 3}px;width:${w + 6}px;height:${h + 6}px`;
  onStage().append(mark);
  const frames = [{ opacity: 1 }, { opacity: 1, offset: 0.8 }, { opacity: 0 }];
  const shown = begin(mark, frames, { duration: RING }, () => {
    rings.delete(shown);
    mark.remove();
  });
  rings.add(shown);
  addEventListener('resize', unring, { once: true });
}

function listen({ sound, starts, at, ...step }: Planned, legs: number, speed: number, hear: Hear) {
  const ms = step.ms - (('melts' in step && step.melts) || 0);
  const later = (after: number, then: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      then();
    }, after / speed);
    timers.add(timer);
  };
  if (starts) later(at, () => hear(starts, step.nth ?? 0));
  if (!sound) return;
  const landings = step.path === 'hop' ? Math.max(legs, step.hops ?? 1) : 1;
  for (let i = 1; i <= landings; i++) later(at + (ms * i) / landings, () => hear(sound, i - 1));
}
