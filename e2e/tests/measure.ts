// Measures a table as it stands on the screen: what a finger can hit, what is in sight, what is legible.

import type { Page } from '@playwright/test';

export interface Size { width: number; height: number }
export const SIZES: Size[] = [[360, 740], [390, 844], [844, 390], [820, 1180], [1024, 768], [1180, 820], [1280, 720], [1280, 800], [1366, 650], [1600, 900], [1920, 1080], [2560, 1440]].map(([width, height]) => ({ width: width!, height: height! }));

/** Runs in the page; tells every fault in a few words. */
const FAULTS = (): string[] => {
  const W = innerWidth, H = innerHeight, faults = new Set<string>();
  const say = (rule: string, what: string) => faults.add(`${rule}: ${what}`);
  const shown = (el: Element) => el.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && el.getClientRects().length > 0 && !el.closest('.sr, [inert]');
  const box = (el: Element) => el.getBoundingClientRect();
  const name = (el: Element) => (el as HTMLElement).dataset?.piece ?? (el as HTMLElement).dataset?.button ?? el.getAttribute('aria-label') ?? (el.getAttribute('class') || el.tagName).replace(/ ?svelte-\w+/, '');
  type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;
  const inside = (r: Box) => r.left >= -1 && r.top >= -1 && r.right <= W + 1 && r.bottom <= H + 1;
  const meet = (a: Box, b: Box, d = 1) => a.left < b.right - d && b.left < a.right - d && a.top < b.bottom - d && b.top < a.bottom - d;
  const stage = document.querySelector('.stage')!;

  // The drawing as a whole.
  if (document.documentElement.scrollWidth > W || stage.scrollWidth > stage.clientWidth + 1) say('scrolls sideways', `${Math.max(document.documentElement.scrollWidth, stage.scrollWidth)} of ${W}`);
  if (document.documentElement.scrollHeight > H + 1) say('the page scrolls', `${document.documentElement.scrollHeight} of ${H}`);
  const dissolved = (el: Element): Element[] => (getComputedStyle(el).display === 'contents' ? [...el.children].flatMap(dissolved) : [el]);
  const parts = [...stage.children].flatMap(dissolved).filter((part) => shown(part) && box(part).height > 2 && !part.matches('dialog, .layer'));
  for (const part of parts) if (!inside(box(part))) say('part out of the window', name(part));
  parts.forEach((a, i) => parts.slice(i + 1).forEach((b) => {
    if (meet(box(a), box(b), 2) && getComputedStyle(a).zIndex !== '4' && getComputedStyle(b).zIndex !== '4') say('parts overlap', `${name(a)} / ${name(b)}`);
  }));

  // The prompt.
  const prompt = document.querySelector('.prompt');
  const said = [...document.querySelectorAll('.prompt strong, .prompt .btn')].filter(shown);
  if (!prompt || said.length === 0) say('prompt', 'none');
  else for (const el of said) {
    const r = box(el), p = box(prompt);
    if (!inside(r)) say('prompt out of the window', el.textContent!.trim());
    if (r.left < p.left - 1 || r.right > p.right + 1 || r.top < p.top - 1 || r.bottom > p.bottom + 1) say('prompt spills', el.textContent!.trim());
  }

  // What can be touched: in sight, large enough, not under anything, apart from each other.
  const legal = [...document.querySelectorAll<HTMLElement>('[data-piece].glow, [data-choice], [data-button], [data-edge]')].filter(shown);
  const idOf = (el: HTMLElement | null | undefined) => el?.dataset.piece ?? el?.dataset.choice ?? el?.dataset.button ?? el?.dataset.edge;
  const owner = (x: number, y: number) => document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-piece], [data-choice], [data-button], [data-edge]');
  for (const el of legal) {
    const r = box(el), drawn = el.closest('svg') !== null || el instanceof SVGElement;
    // Drawings are not boxes: their middle may be a hole. A felt is dragged; what glows on it is brought into view by its own rule.
    const reaches = drawn ? [0, 0.15, 0.3, 0.42] : [0];
    const hit = reaches.some((reach) => [0, 1, 2, 3, 4, 5, 6, 7].some((turn) => idOf(owner(r.x + r.width * (0.5 + reach * Math.sin((turn * Math.PI) / 4)), r.y + r.height * (0.5 - reach * Math.cos((turn * Math.PI) / 4)))) === idOf(el)));
    // What lies beyond the edge of a felt is told there, and brought in by a touch.
    const felt = el.closest('.felt'), f = felt && box(felt), x = r.x + r.width / 2, y = r.y + r.height / 2;
    const isBeyond = f && (x < f.left + 14 || x > f.right - 14 || y < f.top + 14 || y > f.bottom - 14) && felt.querySelector('[data-edge]') !== null;
    if (!hit && !isBeyond) say('cannot be hit', name(el));
    if (!drawn && !inside(r)) say('out of the window', name(el));
  }
  const pressed = [...document.querySelectorAll<HTMLElement>('.stage button')].filter((el) => shown(el) && !el.matches('.who, .rule, .veil, [role="tab"]') && getComputedStyle(el).pointerEvents !== 'none');
  for (const el of new Set([...legal.filter((each) => !each.closest('svg')), ...pressed.filter((each) => each.closest('.prompt, .tabs') || each.matches('.glow'))])) {
    const r = box(el);
    if (Math.min(r.width, r.height) < 43.5) say('under 44 px', `${name(el)} ${Math.round(r.width)}x${Math.round(r.height)}`);
  }
  const flat = [...new Set([...legal, ...pressed.filter((each) => each.closest('.prompt, .tabs'))])].filter((el) => !(el instanceof SVGElement) && !el.closest('svg'));
  flat.forEach((a, i) => flat.slice(i + 1).forEach((b) => {
    if (!a.contains(b) && !b.contains(a) && meet(box(a), box(b), 2)) say('touchable things overlap', `${name(a)} / ${name(b)}`);
  }));

  // Pieces lie apart, whether or not they may be touched now.
  const over = (el: Element) => parts.some((part) => getComputedStyle(part).zIndex === '4' && part.contains(el));
  const pieces = [...document.querySelectorAll<HTMLElement>('.stage [data-piece]')].filter((el) => shown(el) && !over(el) && !(el instanceof SVGElement) && !el.closest('svg, .layer'));
  pieces.forEach((a, i) => pieces.slice(i + 1).forEach((b) => {
    if (!a.contains(b) && !b.contains(a) && meet(box(a), box(b), 3)) say('pieces overlap', `${name(a)} / ${name(b)}`);
  }));

  /** Is this line hidden by what holds it? A list that scrolls and a name with an ellipsis may hide some of it. */
  const clips = (el: Element, r: Box): '' | 'cut' | 'reached' => {
    // A felt is dragged.
    const felt = el.closest('svg')?.closest('.felt');
    if (felt) return meet(r, box(felt)) ? '' : 'reached';
    for (let at: Element | null = el; at && at !== stage; at = at.parentElement) {
      const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(at);
      if (overflowX === 'visible' && overflowY === 'visible') continue;
      const b = box(at);
      if (b.height < 2 || b.width < 2) return 'reached'; // Folded.
      // A row whose last parts fold whole: they fall below it, and nothing of them is seen.
      if (at.matches('[data-folds]') && r.top >= b.bottom) return 'reached';
      const across = r.left < b.left - 2 || r.right > b.right + 2, along = r.top < b.top - 2 || r.bottom > b.bottom + 2;
      if ((across && (textOverflow === 'ellipsis' || /auto|scroll/.test(overflowX))) || (along && (webkitLineClamp !== 'none' || /auto|scroll/.test(overflowY)))) return 'reached';
      if (across || along) return 'cut';
    }
    return '';
  };
  /** What lies over the table (hints, sheets, what is held) covers words on purpose. */
  const above = (el: Element) => el.closest('dialog, .layer, .hints, .peek, .sheet, [popover]') ?? (over(el) || null);
  // Text: large enough, whole, and not over other text.
  let lowest = 0;
  const lines: { el: Element; svg: Element | null; words: string; r: Box }[] = [];
  const walk = document.createTreeWalker(stage, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode as Text, el = node.parentElement!;
    // What is clipped away whole is for the ear.
    if (!node.data.trim() || !shown(el) || getComputedStyle(el).clipPath === 'inset(50%)') continue;
    const svg = el.closest('svg');
    const matrix = svg && (el as unknown as SVGGraphicsElement).getScreenCTM?.();
    const px = parseFloat(getComputedStyle(el).fontSize) * (matrix ? Math.hypot(matrix.a, matrix.b) : 1);
    if (px < (svg ? 10.9 : 12.95)) say(svg ? 'print under 11 px' : 'text under 13 px', `${px.toFixed(1)} “${node.data.trim().slice(0, 18)}” ${svg ? (el.getAttribute('class') ?? '') : ''} in ${name(el.closest('button, article, section, li') ?? el)}`);
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const r of range.getClientRects()) {
      lowest = Math.max(lowest, Math.min(r.bottom, H));
      // What is printed is lower than its line.
      const print = px * 0.7, middle = (r.top + r.bottom) / 2;
      const line = { left: r.left + 1, right: r.right - 1, top: middle - print / 2, bottom: middle + print / 2 };
      const hidden = clips(el, line);
      if (hidden === 'cut') say('words cut', `“${node.data.trim().slice(0, 18)}” in ${name(el.closest('button, article, section, li') ?? el)}`);
      if (hidden === '') lines.push({ el, svg, words: node.data.trim().slice(0, 18), r: line });
    }
  }
  // In one drawing a piece may lie over another.
  lines.forEach((a, i) => lines.slice(i + 1).forEach((b) => {
    if (meet(a.r, b.r, 1) && a.el !== b.el && above(a.el) === above(b.el) && !(a.svg && a.svg === b.svg)) say('words overlap', `“${a.words}” / “${b.words}”`);
  }));
  for (const el of stage.querySelectorAll('svg, button')) if (shown(el)) lowest = Math.max(lowest, Math.min(box(el).bottom, H));
  if (lowest < 0.85 * H) say('height used', `${((lowest / H) * 100).toFixed(0)} %`);

  // Words that must be whole.
  for (const el of stage.querySelectorAll<HTMLElement>('.prompt strong, .prompt .btn, .tabs button')) if (shown(el) && el.scrollWidth > el.clientWidth + 1) say('cut', el.textContent!.trim());
  return [...faults];
};

/**
 * Runs in the page, too: every text in every theme at this size. A theme is changed in the same frame: it is colors, so nothing that
 * measures itself has to answer; whatever else it changes is measured like the rest.
 */
const EACH = async (measured: () => string[], texts: string[], themes: string[]): Promise<[string, string][]> => {
  const root = document.documentElement.dataset, theme = root.theme, found: [string, string][] = [];
  for (const text of texts) {
    root.text = text;
    // Some frames: one that lays out, one in which what measures itself has answered.
    for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
    // A fault is told with its theme only if it is in one of them.
    const each = themes.map((name) => ((root.theme = name), new Set(measured())));
    for (const [i, faults] of each.entries()) for (const fault of faults) {
      const everywhere = each.every((others) => others.has(fault));
      if (i === 0 || !everywhere) found.push([fault, `${text === 'large' ? ' large' : ''}${everywhere ? '' : ` ${themes[i]}`}`]);
    }
    // The next text begins in the theme that is there.
    themes.reverse();
  }
  root.theme = theme;
  return found;
};

export const TEXTS = ['normal', 'large'] as const;
type TextSize = (typeof TEXTS)[number];
type Theme = 'light' | 'dark';

/** Faults by what is wrong, each with the windows that show it. */
export class Faults {
  readonly #found = new Map<string, Set<string>>();

  /** Measures the table at this size, with these texts, in these themes. */
  async at(page: Page, size: Size, texts: readonly TextSize[], themes: readonly Theme[] = ['light']) {
    await page.setViewportSize(size);
    // As text: a function of the page cannot be handed to another one.
    const found: [string, string][] = await page.evaluate(`(${EACH})(${FAULTS}, ${JSON.stringify(texts)}, ${JSON.stringify(themes)})`);
    if (found.some(([fault]) => !this.#found.has(fault)) && process.env.LAYOUT_SHOTS) await this.#keep(page, size, found[0]![1]);
    for (const [fault, how] of found) this.#found.set(fault, (this.#found.get(fault) ?? new Set()).add(`${size.width}x${size.height}${how}`));
  }

  /** A picture of what is wrong for the first time. */
  async #keep(page: Page, { width, height }: Size, how: string) {
    await page.evaluate((text) => (document.documentElement.dataset.text = text), how.includes('large') ? 'large' : 'normal');
    const said = (await page.locator('.prompt strong').first().textContent())?.replace(/\W+/g, '-').slice(0, 40);
    await page.screenshot({ path: `${process.env.LAYOUT_SHOTS}/${said}-${width}x${height}${how.replaceAll(' ', '-')}.png` });
  }

  get told(): string[] {
    return [...this.#found].map(([fault, where]) => `${fault} (${[...where].join(', ')})`).sort();
  }
}
