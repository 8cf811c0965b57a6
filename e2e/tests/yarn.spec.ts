// Yarn of free colors in Arch Ravels: its pieces are touched in any order, are sent as one choice, and one undo takes it back.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { BINARY } from '../server.ts';
import { DESK, PHONE, expect, test } from './people.ts';

/** A game of players who do anything, so that everything happens in it. Neeha crafts from any colors. */
function playedAtRandom(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bobbin-yarn-'));
  const game = ['arena', 'arch-ravels', '--players', '2', '--set', 'seat0=neeha', '--bots', 'random', '--games', '2', '--seed', 'yarn', '--threads', '1'];
  execFileSync(BINARY, [...game, '--records', folder], { stdio: 'ignore' });
  const records = readdirSync(folder).sort().map((file) => readFileSync(join(folder, file), 'utf8'));
  rmSync(folder, { recursive: true });
  return records[0]!;
}

/** The first moment after the second round at which seat 0 did this, right after having done that. */
function moment(record: string, before: RegExp, what: RegExp): { index: number; action: string } {
  const lines = record.split('\n').filter((line) => /^\d+ \d /.test(line));
  const index = lines.findIndex((line, at) => at > 40 && /^\d+ 0 /.test(line) && what.test(line) && before.test(lines[at - 1]!));
  expect(index, `${before} and then ${what}`).toBeGreaterThan(0);
  return { index, action: lines[index]!.split(' ').slice(2).join(' ') };
}

/** Each letter is a piece; they are touched from the last to the first, so never in the order in which they are written. */
const backwards = (kind: string, letters: string) => [...letters].reverse().map((letter) => `${kind}:${letter}`);
const bowl = (page: Page) => page.locator('.bowl .n').allTextContents();

const SITUATIONS: { name: string; before: RegExp; what: RegExp; touches: (action: string) => string[]; sends: RegExp }[] = [
  { name: 'Yarn Sale', before: / restock$/, what: / yarn (?!(.)\1\1)[A-Z]{3}$/, touches: (action) => backwards('supply', action.slice(5)), sends: /takes/ },
  { name: 'a card of two any', before: / shop \d$/, what: / yarn (?!(.)\1)[A-Z]{2}$/, touches: (action) => backwards('supply', action.slice(5)), sends: /takes/ },
  { name: 'a frogged hat', before: / frog hat$/, what: / yarn [A-Z]{2}$/, touches: (action) => backwards('supply', action.slice(5)), sends: /takes/ },
  { name: 'any colors', before: / any (bear|mittens|scarf)$/, what: / yarn [A-Z]{3,4}$/, touches: (action) => backwards('bowl', action.slice(5)), sends: /crafts/ },
  { name: 'a hat', before: / move 2$/, what: / craft hat [A-Z]{2}$/, touches: (action) => ['pattern:hat', ...backwards('bowl', action.slice(10))], sends: /crafts a hat/ },
  { name: 'a donation', before: / restock$/, what: / donate [A-Z] 1$/, touches: (action) => [`bowl:${action[7]}`], sends: /gives 1/ },
];

for (const [how, screen] of [['by mouse', DESK], ['by touch on a phone', PHONE]] as const) {
  test(`Arch Ravels: sets of yarn are touched in any order, ${how}`, async ({ person }) => {
    test.setTimeout(240_000);
    const page = await person(screen);
    await page.goto('/');
    await expect(page.locator('article.game').first()).toBeVisible();
    await page.request.post('/api/guests', { data: { name: 'Wren' } });
    const record = playedAtRandom();
    const kept = await (await page.request.post('/api/records', { data: record, headers: { 'content-type': 'text/plain' } })).json();
    for (const { name, before, what, touches, sends } of SITUATIONS) {
      await test.step(name, async () => {
        const { index, action } = moment(record, before, what);
        const made = await page.request.post('/api/tables', { data: { from: { table: kept.table, index }, seat: 0 } });
        await page.goto(`/table/${(await made.json()).table.id}`);
        await expect(page.locator('.frame[data-ready="yes"]')).toBeVisible();
        const had = await bowl(page);
        const pieces = touches(action);
        for (const [nth, id] of pieces.entries()) {
          const piece = page.locator(`[data-piece="${id}"]`).last();
          await piece.scrollIntoViewIfNeeded();
          await (screen === PHONE ? piece.tap() : piece.click());
          if (process.env.BOBBIN_SHOTS && nth === Math.max(pieces.length - 2, 0))
            await page.screenshot({ path: `${process.env.BOBBIN_SHOTS}/${name.replaceAll(' ', '-')}-${screen === PHONE ? 'phone' : 'desk'}.png` });
        }
        await expect.poll(() => bowl(page)).not.toEqual(had);
        const log = await (await page.request.get(`${page.url().replace('/table/', '/api/tables/')}/log`)).text();
        expect(log).toMatch(sends);
        await page.getByRole('button', { name: 'Undo' }).click();
        await expect.poll(() => bowl(page)).toEqual(had);
      });
    }
  });
}
