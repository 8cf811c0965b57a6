// People with a browser each. What goes wrong in any of them fails the test.

import { test as base, expect, type BrowserContextOptions, type Page } from '@playwright/test';

export const DESK: BrowserContextOptions = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' };
export const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, reducedMotion: 'reduce' };
export const NARROW: BrowserContextOptions = { ...PHONE, viewport: { width: 360, height: 740 } };
/** A finger at a screen of any size. */
export const FINGER: BrowserContextOptions = { ...DESK, hasTouch: true };
export const GAMES = ['Knitting Circle', 'Arch Ravels', 'Circuitous'];
export const THEMES = ['light', 'dark'] as const;

export interface Manners extends BrowserContextOptions {
  /** The test breaks something itself, so that the browser complains. */
  mayComplain?: boolean;
  /** They have chosen to see others' turns at once: whole games are played to their end, not watched. */
  atOnce?: boolean;
}

export const test = base.extend<{ person: (manners?: Manners) => Promise<Page> }>({
  person: async ({ browser }, use, info) => {
    const faults: string[] = [];
    const open: Page[] = [];
    await use(async ({ mayComplain, atOnce, ...options } = DESK) => {
      // The same deals every time, each test its own.
      const context = await browser.newContext({ ...options, extraHTTPHeaders: { 'x-bobbin-deal': encodeURIComponent(info.titlePath.join(' ')) } });
      if (atOnce) await context.addInitScript(() => (localStorage['bobbin-prefs'] ??= JSON.stringify({ pace: 0 })));
      const page = await context.newPage();
      page.on('pageerror', (error) => faults.push(error.stack ?? error.message));
      page.on('console', (line) => {
        if (line.type() === 'error' && !mayComplain) faults.push(`${line.text()} ${line.location().url}`);
      });
      open.push(page);
      return page;
    });
    await Promise.all(open.map((page) => page.context().close()));
    expect(faults).toEqual([]);
  },
});
export { expect };
