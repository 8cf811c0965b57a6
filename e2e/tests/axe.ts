import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** The rules that look at colors; all others judge the same in both themes. */
const OF_COLOR = ['color-contrast', 'link-in-text-block'];

/** No violation of any rule that axe-core knows, its best practices included; or of these rules only. */
export async function clean(page: Page, what: string, rules?: string[]) {
  // What is fading in has not its colors yet.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().filter((each) => each.playState === 'running' && each.effect?.getComputedTiming().endTime !== Infinity).map((each) => each.finished)));
  // There are no frames from elsewhere, so nothing has to be gathered on a page of its own.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  const told = violations.map((v) => `${what}: ${v.id}: ${v.nodes.slice(0, 4).map((n) => `${n.html.slice(0, 200)} ${[...n.any, ...n.all, ...n.none][0]?.message ?? ''}`).join(' | ')}`);
  expect(told).toEqual([]);
}

/** The same screen in both themes, as a system that changes at dusk would show it. */
export async function cleanBoth(page: Page, what: string) {
  for (const [theme, rules] of [['dark', OF_COLOR], ['light', undefined]] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await expect(page.locator(`html[data-theme="${theme}"]`)).toBeAttached();
    await clean(page, `${what}, ${theme}`, rules && [...rules]);
  }
}
