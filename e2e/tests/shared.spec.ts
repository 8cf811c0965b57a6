// What a link shows where it is shared: the head of the page for those who make a picture of it, and the picture.

import type { APIRequestContext, Page } from '@playwright/test';
import { DESK, GAMES, expect, test } from './people.ts';
import { Player, look, sitDown } from './player.ts';

/** What the head of the page says at an address, as whoever asks is sent it. */
async function told(request: APIRequestContext, path: string) {
  const html = await (await request.get(path)).text();
  return Object.fromEntries([...html.matchAll(/<meta (?:property|name)="((?:og|twitter):[\w:]+)" content="([^"]*)"/g)].map(([, name, content]) => [name!, content!]));
}
async function picture(request: APIRequestContext, url: string) {
  const answer = await request.get(url);
  expect(answer.status()).toBe(200);
  expect(answer.headers()['content-type']).toBe('image/png');
  const bytes = await answer.body();
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
  return bytes;
}
/** Whose turn it is to wait for: nothing moves at the table while it is ours. */
const ours = async (page: Page) => {
  await look(page);
  await expect(page).toHaveTitle(/Your turn/);
};

for (const game of GAMES)
  test(`${game}: a shared link shows the table as everybody sees it, and no more to those who play`, async ({ person, playwright, baseURL }) => {
    const page = await person({ ...DESK, atOnce: true });
    await sitDown(page, game);
    await ours(page);
    const stranger = await playwright.request.newContext({ baseURL: baseURL! });
    const path = new URL(page.url()).pathname;
    const head = await told(stranger, path);
    expect(head).toMatchObject({ 'og:title': `${game} · Bobbin`, 'og:url': page.url(), 'twitter:card': 'summary_large_image', 'og:image:width': '1200', 'og:image:height': '630' });
    expect(head['og:description']).toMatch(/^A game for \w+\. Being played\.$/);
    expect(await told(page.request, path)).toEqual(head);
    const url = head['og:image']!;
    const before = await picture(stranger, url);
    // Who has a seat is sent the same, to the last byte: what is in a hand is not on it.
    expect((await picture(page.request, url)).equals(before)).toBe(true);
    const player = new Player(page, 'mouse', 3);
    for (let touches = 0; touches < 6; touches++) await player.once();
    await ours(page);
    const after = await picture(stranger, url);
    expect((await picture(page.request, url)).equals(after)).toBe(true);
    if (process.env.SHOTS) (await import('node:fs')).writeFileSync(`${process.env.SHOTS}/card-${game.replace(' ', '-')}.png`, after);
    await stranger.dispose();
  });
