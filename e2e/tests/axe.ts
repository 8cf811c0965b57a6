import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** No violation of any rule that axe-core knows, its best practices included. */
export async function clean(page: Page, what: string) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const told = violations.map((v) => `${what}: ${v.id}: ${v.nodes.slice(0, 4).map((n) => `${n.html.slice(0, 200)} ${[...n.any, ...n.all, ...n.none][0]?.message ?? ''}`).join(' | ')}`);
  expect(told).toEqual([]);
}

/** The same screen in both themes, as a system that changes at dusk would show it. */
export async function cleanBoth(page: Page, what: string) {
  for (const theme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await expect(page.locator(`html[data-theme="${theme}"]`)).toBeAttached();
    await clean(page, `${what}, ${theme}`);
  }
}
