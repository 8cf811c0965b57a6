// How much of the page jumps without being asked to: what the browser itself counts as layout shift.

import type { Page } from '@playwright/test';

interface Shift { value: number; moved: string[] }
declare global {
  interface Window { shifts?: Shift[] }
}

/** From now on, on every page that is opened: shifts that did not follow a touch within half a second. */
export const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    window.shifts = [];
    const nameOf = (node: Node | null) => (node instanceof Element ? `${node.tagName.toLowerCase()}.${[...node.classList].filter((name) => !name.startsWith('svelte-')).join('.')}` : (node?.parentElement?.className ?? 'text'));
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean; sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[] }[])
        // What glides to its new place does not jump, though the browser knows only that it lies elsewhere now.
        if (!entry.hadRecentInput && !entry.sources.every(({ node }) => (node instanceof Element ? node : node?.parentElement)?.closest('[data-gliding]'))) window.shifts!.push({ value: entry.value, moved: [...entry.sources.map(({ node, previousRect: a, currentRect: b }) => `${nameOf(node)} (${b.x - a.x},${b.y - a.y})`), document.querySelector('.prompt')?.textContent?.replace(/\s+/g, ' ').trim().slice(0, 90) ?? ''] });
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** The sum of all shifts, and the largest of them with what moved. */
export async function shiftOf(page: Page): Promise<{ sum: number; worst: string[] }> {
  const shifts = await page.evaluate(() => window.shifts ?? []);
  const sum = shifts.reduce((all, { value }) => all + value, 0);
  const worst = shifts.sort((a, b) => b.value - a.value).slice(0, 8).map(({ value, moved }) => `${value.toFixed(4)} ${moved.join(', ')}`);
  return { sum, worst };
}
