// A table with two people: each sees what the other does, nothing disturbs it, and nothing hidden gets through.

import { applied, type Difference } from '../../web/src/lib/preview.ts';
import type { Page } from '@playwright/test';
import { Server } from '../server.ts';
import { ready } from './player.ts';
import { asFresh, banner, expect, finishTurn, oneTurn, other, shown, test, turn, type Seated } from './together.ts';
import type { Wire } from './wire.ts';

/** When the log of a page grows, by the clock that both pages share. */
const nextLine = (page: Page) =>
  page.evaluate(() => new Promise<number>((grown) => {
    const watch = new MutationObserver(() => {
      watch.disconnect();
      grown(Date.now());
    });
    watch.observe(document.querySelector('.log')!, { childList: true, subtree: true });
  }));

test('each sees what the other does, at once', async ({ together }) => {
  const seated = await together('Circuitous', [['Distance', 'Short, 16 inches']]);
  const times: number[] = [];
  for (let i = 0; i < 4; i++) {
    const who = await turn(seated);
    const watcher = other(seated, who);
    const seen = Promise.all([who, watcher].map(({ page }) => nextLine(page)));
    await oneTurn(seated);
    const [own, others] = await seen;
    times.push(others! - own!);
    // What lies on the table is the same for both, and so is what was said of it, but for what only one may know.
    const laid = async ({ page }: Seated) => (await shown(page)).pieces.flatMap((piece) => (piece.startsWith('card:') ? [piece.split(' ')[0]] : []));
    expect(await laid(watcher)).toEqual(await laid(who));
    const lines = (await shown(who.page)).log;
    expect((await shown(watcher.page)).log.filter((line) => lines.includes(line)).length).toBeGreaterThan(i / 2);
  }
  console.log(`on the other's screen ${times.join(', ')} ms after one's own`);
});

test('a reload changes nothing', async ({ together }) => {
  const seated = await together('Circuitous', [['Distance', 'Short, 16 inches']]);
  await oneTurn(seated);
  await oneTurn(seated);
  await turn(seated);
  for (const who of seated) await asFresh(who);
  await oneTurn(seated);
});

test('who is offline is told so, and catches up', async ({ together }) => {
  const seated = await together('Circuitous', [['Distance', 'Short, 16 inches']]);
  await oneTurn(seated);
  const acts = await turn(seated);
  const away = other(seated, acts);
  const before = await shown(away.page);
  await away.page.context().setOffline(true);
  await expect(banner(away.page)).toContainText('You are offline');
  expect(await shown(away.page)).toEqual(before);
  // The other goes on meanwhile; nothing of it is missed and nothing is told twice.
  await finishTurn(acts);
  expect(await shown(away.page)).toEqual(before);
  await away.page.context().setOffline(false);
  await expect(banner(away.page)).toBeHidden();
  expect(await turn(seated)).toBe(away);
  expect((await shown(away.page)).log.length).toBeGreaterThan(before.log.length);
  await asFresh(away);
  await oneTurn(seated);
});

test('a connection that is lost without a word comes back', async ({ together }) => {
  const seated = await together('Circuitous', [['Distance', 'Short, 16 inches']]);
  const acts = await turn(seated);
  const away = other(seated, acts);
  away.wire.cut();
  await expect(banner(away.page)).toContainText('Reconnecting');
  await finishTurn(acts);
  away.wire.mend();
  await expect(banner(away.page)).toBeHidden();
  expect(await turn(seated)).toBe(away);
  await asFresh(away);
  // Whoever acts without a connection is told so, and nothing is lost by it.
  const before = await shown(away.page);
  away.wire.cut();
  await expect(banner(away.page)).toContainText('Reconnecting');
  await expect.poll(async () => {
    await away.player.once();
    return away.page.locator('.prompt .notice').isVisible();
  }).toBe(true);
  await expect(away.page.locator('.prompt .notice')).toContainText('The server does not answer');
  away.wire.mend();
  await expect(banner(away.page)).toBeHidden();
  await away.page.reload();
  await ready(away.page);
  await expect.poll(() => shown(away.page)).toEqual(before);
  await oneTurn(seated);
});

test('a server that is killed and started again changes nothing', async ({ together }) => {
  const server = new Server();
  try {
    await server.start();
    const seated = await together('Circuitous', [['Distance', 'Short, 16 inches']], server.url);
    await oneTurn(seated);
    await oneTurn(seated);
    await turn(seated);
    const before = await Promise.all(seated.map(({ page }) => shown(page)));
    await server.kill('SIGKILL');
    for (const { page } of seated) await expect(banner(page)).toContainText('Reconnecting');
    await server.start();
    for (const { page } of seated) await expect(banner(page)).toBeHidden();
    expect(await Promise.all(seated.map(({ page }) => shown(page)))).toEqual(before);
    await oneTurn(seated);
    await oneTurn(seated);
  } finally {
    await server.end();
  }
});

/** Every string in a page's memory, but for what the test itself has put there. */
async function memory(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const parts: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => parts.push(chunk));
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  return (JSON.parse(parts.join('')) as { strings: string[] }).strings.filter((text) => !text.includes('__commonJS'));
}

/** The views a page was told, from what came over its wire: one as a whole, the others by what changed. */
function views<View>(wire: Wire): View[] {
  interface Told { now: { view?: View | null; changes?: Difference[] } }
  const told = wire.heard().split('\n').filter((line) => line.startsWith('data: ')).map((line) => JSON.parse(line.slice(6)) as Told);
  let view: View | null = null;
  return told.flatMap(({ now }) => {
    view = now.changes ? applied(view, now.changes) : (now.view ?? null);
    return view ? [view] : [];
  });
}

test('Circuitous: the other’s hand is not in the page’s traffic or memory', async ({ together }) => {
  const seated = await together('Circuitous', [['Distance', 'Short, 16 inches']]);
  for (let i = 0; i < 4; i++) await oneTurn(seated);
  interface View { seats: { hand: { card: string; count: number }[] | null; hand_size: number }[] }
  const hands = seated.map(({ wire }, me) => views<View>(wire).map(({ seats }) => {
    expect(seats[1 - me]!.hand).toBeNull();
    expect(seats[1 - me]!.hand_size).toBeGreaterThan(0);
    return JSON.stringify(seats[me]!.hand);
  }));
  for (const [me, { page, wire }] of seated.entries()) {
    expect(hands[me]!.length).toBeGreaterThan(4);
    // A hand of the other that was never one's own: the very text of it must be nowhere.
    const secrets = hands[1 - me]!.filter((hand) => !hands[me]!.includes(hand));
    expect(secrets.length).toBeGreaterThan(0);
    const known = [wire.heard(), await page.content(), ...(await memory(page))];
    expect(known.some((text) => text.includes(hands[me]![0]!)), 'one’s own hand is found by this search').toBe(true);
    for (const secret of secrets) expect(known.filter((text) => text.includes(secret))).toEqual([]);
  }
});

test('Hearts: no card of the other is in the page’s traffic or memory', async ({ together }) => {
  const seated = await together('Hearts', [['Pass', 'No pass']]);
  // Nothing has been played by the two: each knows thirteen cards.
  interface View { seats: { hand: string[] | null }[] }
  const hands = seated.map(({ wire }, me) => views<View>(wire)[0]!.seats[me]!.hand!);
  for (const [me, { page, wire }] of seated.entries()) {
    expect(hands[me]).toHaveLength(13);
    const known = [wire.heard(), await page.content(), ...(await memory(page))];
    const found = (secret: string) => known.filter((text) => text.includes(secret));
    expect(found(JSON.stringify(hands[me])).length, 'one’s own hand is found by this search').toBeGreaterThan(0);
    expect(found(JSON.stringify(hands[1 - me]))).toEqual([]);
    // Nor is any single card of it, as the server names it in quotes or as the page names a piece.
    for (const card of hands[1 - me]!) expect([...found(`"${card}"`), ...found(`hand:${card}`)]).toEqual([]);
  }
});

test('what is taken back is gone from the logs of both', async ({ together }) => {
  const seated = await together('Arch Ravels');
  const { page } = await turn(seated);
  const before = await Promise.all(seated.map(async (who) => (await shown(who.page)).log));
  for (let i = 0; i < 2; i++) {
    await page.locator('[data-piece].glow').first().click();
    for (const [at, who] of seated.entries()) await expect.poll(async () => (await shown(who.page)).log).not.toEqual(before[at]);
    await page.locator('[data-undo]').click();
    for (const [at, who] of seated.entries()) await expect.poll(async () => (await shown(who.page)).log).toEqual(before[at]);
  }
  for (const who of seated) await asFresh(who);
});

test('who leaves is marked as away, and takes the seat back', async ({ together }) => {
  const [ann, ben] = await together('Arch Ravels');
  await ann.page.getByRole('button', { name: 'Settings' }).click();
  await ann.page.getByRole('button', { name: 'Leave the table' }).click();
  await ann.page.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(ben.page.locator('.away')).toContainText('away, a bot plays for');
  await expect(ann.page.getByRole('region', { name: 'Your tables' })).toBeVisible();
  await ann.page.goBack();
  await ann.page.getByRole('button', { name: 'Take your seat back' }).click();
  await expect(banner(ann.page)).toBeHidden();
  await expect(ben.page.locator('.away')).toHaveCount(0);
});
