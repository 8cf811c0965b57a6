// Two people at one table, each with a browser and a wire of their own.

import type { Page } from '@playwright/test';
import { URL_OF_SERVER } from '../server.ts';
import { DESK, expect, test as base, type Manners } from './people.ts';
import { Player, ready, withFriends } from './player.ts';
import { Wire } from './wire.ts';

export interface Seated { page: Page; wire: Wire; player: Player }
type Together = (game: string, choices?: [string, string][], url?: string) => Promise<[Seated, Seated]>;

export const test = base.extend<{ together: Together }>({
  together: async ({ person }, use) => {
    const wires: Wire[] = [];
    const come = async (url: string, seed: number): Promise<Seated> => {
      const wire = await Wire.to(url);
      wires.push(wire);
      const manners: Manners = { ...DESK, baseURL: wire.url, mayComplain: true };
      const page = await person(manners);
      return { page, wire, player: new Player(page, 'mouse', seed) };
    };
    await use(async (game, choices = [], url = URL_OF_SERVER) => {
      const [ann, ben] = [await come(url, 7), await come(url, 8)];
      await withFriends(ann.page, game);
      await ann.page.getByText('More', { exact: true }).click();
      for (const [option, choice] of choices) {
        // What stands in the sentence is chosen there.
        const said = ann.page.getByRole('combobox', { name: option, exact: true });
        if (await said.isVisible()) await said.selectOption({ label: choice });
        else await ann.page.getByRole('group', { name: option }).getByRole('radio', { name: choice, exact: true }).click();
      }
      // Seats beyond the two are for bots.
      for (const seat of [3, 4]) {
        const kind = ann.page.getByRole('combobox', { name: new RegExp(`^Seat ${seat}`) });
        if (await kind.isVisible()) await kind.selectOption({ label: 'Bot, gentle' });
      }
      await ann.page.getByRole('button', { name: 'Set the table' }).click();
      await expect(ann.page.getByRole('img', { name: /QR/ })).toBeVisible();
      await ben.page.goto(new URL(ann.page.url()).pathname);
      await ben.page.getByRole('button', { name: 'Take a seat' }).click();
      await ann.page.getByRole('button', { name: 'Start', exact: true }).click();
      for (const { page } of [ann, ben]) await ready(page);
      return [ann, ben];
    });
    for (const wire of wires) wire.close();
  },
});

/** All that a page shows of a table. */
export const shown = (page: Page) =>
  page.evaluate(() => ({
    prompt: document.querySelector('.prompt strong')?.textContent,
    pieces: [...document.querySelectorAll<HTMLElement>('.main [data-piece]')].map((el) => `${el.dataset.piece}${el.classList.contains('glow') ? ' glows' : ''}`).sort(),
    scores: document.querySelector('.scores')?.textContent,
    log: [...document.querySelectorAll('.log li')].map((line) => line.textContent?.trim()),
  }));

/** Whether there is something to do on this page, once it has heard of all that it did itself. */
export const canAct = (page: Page) =>
  page.evaluate(async () => {
    while (document.querySelector('.main.busy')) await new Promise(requestAnimationFrame);
    return document.querySelector('[data-piece].glow, [data-choice], [data-button]') !== null;
  });

/** One touch. Where all act at once, what another does may have ended it just before. */
async function touch({ player }: { player: Player }) {
  await player.once(3000).catch((error: Error) => {
    if (!error.message.includes('nothing glows')) throw error;
  });
}

/** Plays as long as there is something to do. */
export async function finishTurn({ page, player }: Pick<Seated, 'page' | 'player'>) {
  while (await canAct(page)) await touch({ player });
}

/** What a page shows is what a page shows that has just been opened: nothing was missed, nothing is told twice. */
export async function asFresh({ page }: Seated) {
  const before = await shown(page);
  await page.reload();
  await ready(page);
  await expect.poll(() => shown(page)).toEqual(before);
}

/** Who is to act, where people take turns. */
export async function turn(seated: readonly Seated[]): Promise<Seated> {
  let found: Seated | undefined;
  await expect.poll(async () => {
    for (const who of seated) if (await canAct(who.page)) return Boolean((found = who));
    return false;
  }, { intervals: [20], timeout: 30_000 }).toBe(true);
  return found!;
}

/** Whoever is to act plays until another is. */
export async function oneTurn(seated: readonly Seated[]): Promise<Seated> {
  const who = await turn(seated);
  while ((await turn(seated)) === who) await touch(who);
  return who;
}

export const other = (seated: readonly Seated[], who: Seated) => seated.find((each) => each !== who)!;
export const banner = (page: Page) => page.locator('.banner');

export { expect };
