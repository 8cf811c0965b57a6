// Measures a screen as it stands: what a finger can hit, what is in sight, what is legible. A table is one picture that fills its
// window; any other page may be longer than it.

import type { Page } from '@playwright/test';

export interface Size { width: number; height: number }
export const SIZES: Size[] = [[360, 740], [390, 844], [844, 390], [820, 1180], [1024, 768], [1180, 820], [1280, 720], [1280, 800], [1366, 650], [1600, 900], [1920, 1080], [2560, 1440]].map(([width, height]) => ({ width: width!, height: height! }));

/** The longest name that a table allows. */
export const LONGEST = 'Wilhelmina the Knitter';

type Kind = 'table' | 'page';

/** Runs in the page; tells every fault in a few words. */
const FAULTS = (kind: Kind, longest: string): string[] => {
  const W = innerWidth, H = innerHeight, faults = new Set<string>();
  const say = (rule: string, what: string) => faults.add(`${rule}: ${what}`);
  const shown = (el: Element) => el.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && el.getClientRects().length > 0 && !el.closest('.sr, [inert]');
  const box = (el: Element) => el.getBoundingClientRect();
  const name = (el: Element) => (el as HTMLElement).dataset?.piece ?? (el as HTMLElement).dataset?.button ?? el.getAttribute('aria-label') ?? (el.getAttribute('class') || el.tagName).replace(/ ?svelte-\w+/, '');
  type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;
  const inside = (r: Box) => r.left >= -1 && r.top >= -1 && r.right <= W + 1 && r.bottom <= H + 1;
  const meet = (a: Box, b: Box, d = 1) => a.left < b.right - d && b.left < a.right - d && a.top < b.bottom - d && b.top < a.bottom - d;
  const stage = kind === 'table' ? document.querySelector('.stage')! : (document.querySelector('dialog[open]') ?? document.body);
  /** What stays where it is while the page scrolls lies over the rest. */
  const layers = new Map<Element, Element | null>();
  const layer = (el: Element | null): Element | null => {
    if (!el || el === document.body) return null;
    if (!layers.has(el)) layers.set(el, /fixed|sticky/.test(getComputedStyle(el).position) ? el : layer(el.parentElement));
    return layers.get(el)!;
  };

  // A page as a whole, and what can be touched on it.
  const page = () => {
    const wide = Math.max(document.documentElement.scrollWidth, document.body.scrollWidth);
    if (wide > W) say('scrolls sideways', `${wide} of ${W}`);
    // A link in a sentence is as high as its line; so is what is told about a piece of a position that nobody plays.
    const isInSentence = (el: Element) => getComputedStyle(el).display === 'inline' && [...el.parentElement!.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && /\w/.test(node.textContent!));
    const touched = [...stage.querySelectorAll<HTMLElement>('button, a[href], input, select, textarea, summary, [role="button"], [role="tab"]')].filter(
      (el) => el.checkVisibility({ visibilityProperty: true }) && el.getClientRects().length > 0 && !el.matches('[type="hidden"], [type="file"], .skip') && !el.closest('svg, [inert], .stage, .motion') && !isInSentence(el),
    );
    const targets = touched.map((el) => ({ el, at: el.matches('[type="checkbox"], [type="radio"], .sr') ? (el.closest('label') ?? (el as HTMLInputElement).labels?.[0] ?? el) : el }));
    /** What is seen of it: a list that scrolls hides the rest. */
    const seen = (el: Element): Box => {
      const { left, right, top, bottom } = box(el), r = { left, right, top, bottom };
      for (let up = el.parentElement; up && up !== document.body; up = up.parentElement) {
        if (getComputedStyle(up).overflow === 'visible') continue;
        const b = box(up);
        Object.assign(r, { left: Math.max(r.left, b.left), right: Math.min(r.right, b.right), top: Math.max(r.top, b.top), bottom: Math.min(r.bottom, b.bottom) });
      }
      return r;
    };
    const isSeen = (r: Box) => r.right - r.left > 4 && r.bottom - r.top > 4;
    const words = (el: Element, most = 18) => `${name(el)} “${el.textContent!.trim().slice(0, most)}”`;
    for (const { el, at } of targets) {
      const r = box(at), v = seen(at);
      // One of a list stands for all of them.
      const what = at.closest('li, tr') && !at.matches('.btn') ? `${name(el)} in a list` : words(at);
      if (Math.min(r.width, r.height) < 43.5) say('under 44 px', what);
      const x = (v.left + v.right) / 2, y = (v.top + v.bottom) / 2;
      const hit = isSeen(v) && x > 0 && x < W && y > 0 && y < H ? document.elementFromPoint(x, y) : at;
      if (hit && !at.contains(hit) && !hit.contains(at) && layer(hit) === layer(at)) say('cannot be hit', `${what}, under ${name(hit)}`);
    }
    const boxes = [...new Set(targets.map(({ at }) => at))].map((at) => ({ at, r: seen(at) })).filter(({ r }) => isSeen(r));
    boxes.forEach(({ at: a, r }, i) => boxes.slice(i + 1).forEach(({ at: b, r: other }) => {
      if (!a.contains(b) && !b.contains(a) && layer(a) === layer(b) && meet(r, other, 2)) say('touchable things overlap', `${words(a, 12)} / ${words(b, 12)}`);
    }));
  };
  if (kind === 'page') page();

  // The parts of a drawing.
  const dissolved = (el: Element): Element[] => (getComputedStyle(el).display === 'contents' ? [...el.children].flatMap(dissolved) : [el]);
  const parts = kind === 'page' ? [] : [...stage.children].flatMap(dissolved).filter((part) => shown(part) && box(part).height > 2 && !part.matches('dialog, .layer'));
  const over = (el: Element) => parts.some((part) => getComputedStyle(part).zIndex === '4' && part.contains(el));
  const table = () => {
    // The drawing as a whole.
    if (document.documentElement.scrollWidth > W || stage.scrollWidth > stage.clientWidth + 1) say('scrolls sideways', `${Math.max(document.documentElement.scrollWidth, stage.scrollWidth)} of ${W}`);
    if (document.documentElement.scrollHeight > H + 1) say('the page scrolls', `${document.documentElement.scrollHeight} of ${H}`);
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
    const pieces = [...document.querySelectorAll<HTMLElement>('.stage [data-piece]')].filter((el) => shown(el) && !over(el) && !(el instanceof SVGElement) && !el.closest('svg, .layer'));
    pieces.forEach((a, i) => pieces.slice(i + 1).forEach((b) => {
      if (!a.contains(b) && !b.contains(a) && meet(box(a), box(b), 3)) say('pieces overlap', `${name(a)} / ${name(b)}`);
    }));
  };
  if (kind === 'table') table();

  /** Is this line hidden by what holds it? A list that scrolls and a name with an ellipsis may hide some of it. */
  const clips = (el: Element, r: Box): '' | 'cut' | 'reached' => {
    // A felt is dragged.
    const felt = el.closest('svg')?.closest('.felt');
    if (felt) return meet(r, box(felt)) ? '' : 'reached';
    for (let at: Element | null = el; at && at !== stage; at = at.parentElement) {
      const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(at);
      if (overflowX === 'visible' && overflowY === 'visible') continue;
      // A page is its window.
      if (at === document.body) break;
      const b = box(at);
      if (b.height < 2 || b.width < 2) return 'reached'; // Folded.
      // A row whose last parts fold whole: they fall below it or beside it, and nothing of them is seen.
      if (at.matches('[data-folds], .one-line') && (r.top >= b.bottom - 1 || r.left >= b.right - 1)) return 'reached';
      const across = r.left < b.left - 2 || r.right > b.right + 2, along = r.top < b.top - 2 || r.bottom > b.bottom + 2;
      if ((across && (textOverflow === 'ellipsis' || /auto|scroll/.test(overflowX))) || (along && (webkitLineClamp !== 'none' || /auto|scroll/.test(overflowY)))) return 'reached';
      if (across || along) return 'cut';
    }
    if (kind === 'page' && (r.left < -1 || r.right > W + 1)) return 'cut';
    return '';
  };
  /** What lies over the table (hints, sheets, what is held) covers words on purpose. */
  const above = (el: Element) => el.closest('dialog, .layer, .hints, .peek, .sheet, [popover]') ?? (over(el) || layer(el));
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
    const px = parseFloat(getComputedStyle(el).fontSize) * (matrix ? Math.hypot(matrix.a, matrix.b) : el.currentCSSZoom);
    const isPrint = svg || el.closest('[data-print]');
    if (px < (isPrint ? 10.9 : 12.95)) say(isPrint ? 'print under 11 px' : 'text under 13 px', `${kind === 'page' ? '' : `${px.toFixed(1)} `}“${node.data.trim().slice(0, 18)}” ${svg ? (el.getAttribute('class') ?? '') : ''} in ${name(el.closest('button, article, section, li') ?? el)}`);
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
  // A drawing that shows something lies beside the words: what they are printed on holds all of a line, or is behind them all.
  const drawings = [...stage.querySelectorAll('svg:not([data-ground])')].filter((svg) => shown(svg) && !svg.parentElement!.closest('svg')).map((svg) => {
    // A sign on a disc is as large as the disc.
    const holder = svg.parentElement!, disc = box(holder), isDisc = getComputedStyle(holder).borderRadius === '50%' && disc.width < 48;
    return { svg, isDisc, r: isDisc ? disc : box(svg) };
  }).filter(({ svg, r }) => clips(svg, r) === '');
  const shapes = new Map<Element, Box[]>();
  const shapesOf = (svg: Element, whole: Box): Box[] => {
    if (!shapes.has(svg)) {
      const drawn = [...svg.querySelectorAll('use, path, circle, ellipse, rect, line, polyline, polygon')].filter((el) => shown(el) && !el.closest('defs, symbol, clipPath, mask, pattern')).map(box);
      // What is cut off at the edge of its drawing is not seen.
      const seen = drawn.map((r) => ({ left: Math.max(r.left, whole.left), right: Math.min(r.right, whole.right), top: Math.max(r.top, whole.top), bottom: Math.min(r.bottom, whole.bottom) }));
      shapes.set(svg, seen.filter((r) => r.left < r.right && r.top < r.bottom));
    }
    return shapes.get(svg)!;
  };
  const holds = (r: Box, line: Box) => r.left <= line.left + 1 && r.right >= line.right - 1 && r.top <= line.top + 1 && r.bottom >= line.bottom - 1;
  /** A badge on a piece: it has a ground of its own. */
  const isBadge = (el: Element) => [el, el.parentElement!].some((at) => getComputedStyle(at).backgroundColor !== 'rgba(0, 0, 0, 0)' && (box(at).height < 56 || getComputedStyle(at).borderRadius === '50%'));
  for (const { el, svg: own, words, r: line } of lines) {
    if (own || isBadge(el)) continue;
    for (const { svg, isDisc, r } of drawings) {
      if (!meet(line, r, 2) || holds(r, line) || svg.contains(el) || above(svg) !== above(el)) continue;
      if ((isDisc ? [r] : shapesOf(svg, r)).some((shape) => meet(line, shape, 2) && !holds(shape, line))) say('words over a drawing', `“${words}” / ${name(svg)} ${svg.querySelector('use')?.getAttribute('href') ?? ''}`);
    }
    const button = el.closest('button'), b = button && box(button);
    if (b && !holds({ left: b.left + 1, right: b.right - 1, top: b.top + 2, bottom: b.bottom - 2 }, line)) say('words at the edge of a button', `“${words}”`);
  }
  // What ends early is a name that is as long as a table allows; any other word folds whole.
  for (const { el, words } of lines) {
    const at = el.closest<HTMLElement>('.ellipsis') ?? (el as HTMLElement);
    if (getComputedStyle(at).textOverflow === 'ellipsis' && at.scrollWidth > at.clientWidth + 1 && !longest.startsWith(words)) say('words end early', `“${words}”`);
  }
  if (kind === 'page') return [...faults];
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
const EACH = async (measured: (kind: Kind, longest: string) => string[], kind: Kind, longest: string, texts: string[], themes: string[]): Promise<[string, string][]> => {
  const root = document.documentElement.dataset, theme = root.theme, found: [string, string][] = [];
  for (const text of texts) {
    root.text = text;
    // Some frames: one that lays out, one in which what measures itself has answered.
    for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
    // A fault is told with its theme only if it is in one of them.
    const each = themes.map((name) => ((root.theme = name), new Set(measured(kind, longest))));
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
    await this.#measure(page, 'table', size, texts, themes);
  }

  /** Measures any other page, whose name is told with its faults. A theme is colors: the tables show that nothing else follows from it. */
  async on(page: Page, name: string, size: Size, texts: readonly TextSize[]) {
    await this.#measure(page, 'page', size, texts, ['light'], name);
  }

  async #measure(page: Page, kind: Kind, size: Size, texts: readonly TextSize[], themes: readonly Theme[], name = '') {
    await page.setViewportSize(size);
    // As text: a function of the page cannot be handed to another one.
    const measured: [string, string][] = await page.evaluate(`(${EACH})(${FAULTS}, '${kind}', '${LONGEST}', ${JSON.stringify(texts)}, ${JSON.stringify(themes)})`);
    const found = measured.map(([fault, how]): [string, string] => [name ? `${name}: ${fault}` : fault, how]);
    if (found.some(([fault]) => !this.#found.has(fault)) && process.env.LAYOUT_SHOTS) await this.#keep(page, name, size, found[0]![1]);
    for (const [fault, how] of found) this.#found.set(fault, (this.#found.get(fault) ?? new Set()).add(`${size.width}x${size.height}${how}`));
  }

  /** A picture of what is wrong for the first time. */
  async #keep(page: Page, name: string, { width, height }: Size, how: string) {
    await page.evaluate((text) => (document.documentElement.dataset.text = text), how.includes('large') ? 'large' : 'normal');
    const said = name || (await page.locator('.prompt strong').first().textContent());
    await page.screenshot({ path: `${process.env.LAYOUT_SHOTS}/${said?.replace(/\W+/g, '-').slice(0, 40)}-${width}x${height}${how.replaceAll(' ', '-')}.png` });
  }

  get told(): string[] {
    return [...this.#found].map(([fault, where]) => `${fault} (${[...where].join(', ')})`).sort();
  }
}
