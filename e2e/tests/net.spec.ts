// The way to a board where the net is slow: each request waits for its round trip, each byte for its turn.

import type { Browser, Page, Request } from '@playwright/test';
import { DESK, expect, GAMES, test } from './people.ts';
import { playNow } from './player.ts';

// What the service worker brings is brought when all is quiet.
test.use({ serviceWorkers: 'allow' });

/** As the browser's own tools name and set them: milliseconds, and bytes a second. */
const NETS = {
  'Fast 3G': { latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 },
  'Slow 3G': { latency: 2000, downloadThroughput: 50_000, uploadThroughput: 50_000 },
};
type Net = keyof typeof NETS;

/** What was asked on a part of the way, and how long it took. */
interface Part { asked: string[]; rounds: number; ms: number }

/** Someone who was never here, behind such a net. */
class Newcomer {
  #rounds = new Map<Request, { round: number; done: boolean }>();
  #began = 0;
  private constructor(readonly page: Page) {
    page.on('request', (request) => {
      const before = [...this.#rounds.values()].filter(({ done }) => done);
      this.#rounds.set(request, { round: 1 + Math.max(0, ...before.map(({ round }) => round)), done: false });
    });
    page.on('requestfinished', (request) => {
      const known = this.#rounds.get(request);
      if (known) known.done = true;
    });
  }

  static async behind(browser: Browser, net: Net): Promise<Newcomer> {
    const page = await (await browser.newContext(DESK)).newPage();
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', { offline: false, ...NETS[net] });
    return new Newcomer(page);
  }

  begin() {
    this.#rounds.clear();
    this.#began = Date.now();
  }

  /** How many answers were waited for, one after the other, is not moved by how busy this machine is. */
  end(): Part {
    const asked = [...this.#rounds.keys()].map((request) => `${request.method()} ${new URL(request.url()).pathname}`);
    const answered = [...this.#rounds.values()].filter(({ done }) => done);
    return { asked, rounds: Math.max(...answered.map(({ round }) => round)), ms: Date.now() - this.#began };
  }

  board = () => expect(this.page.locator('.frame[data-ready="yes"]')).toBeVisible({ timeout: 60_000 });
}

/** From an empty window to home, from a click there to the board, and by a link to the table of somebody else. */
async function way(browser: Browser, net: Net, game: string) {
  const ann = await Newcomer.behind(browser, net);
  ann.begin();
  await ann.page.goto('/', { waitUntil: 'commit' });
  const play = playNow(ann.page, game);
  await expect(play).toBeEnabled({ timeout: 60_000 });
  const { ms } = ann.end();
  await ann.page.waitForLoadState('networkidle');
  const home = { ...ann.end(), ms };
  ann.begin();
  await play.click();
  await ann.board();
  const click = ann.end();
  const ben = await Newcomer.behind(browser, net);
  ben.begin();
  await ben.page.goto(new URL(ann.page.url()).pathname, { waitUntil: 'commit' });
  await ben.board();
  const link = ben.end();
  for (const { page } of [ann, ben]) await page.context().close();
  const told = ({ ms, asked }: Part) => `${(ms / 1000).toFixed(1)} s, ${asked.length} requests`;
  console.log(`| ${game}, ${net} | ${[home, click, link].map(told).join(' | ')} |`);
  return { home, click, link };
}

for (const game of GAMES)
  test(`${game}: at most ten requests, and three seconds from the click to the board on Fast 3G`, async ({ browser }) => {
    test.setTimeout(300_000);
    let best = Infinity;
    // What else this machine does only adds to it.
    for (let tries = 0; tries < 4 && best > 3000; tries++) {
      const { home, click, link } = await way(browser, 'Fast 3G', game);
      for (const { asked } of [home, click, link]) {
        expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(10);
        // What was asked for ahead is not asked for again.
        expect(new Set(asked).size, asked.join('\n')).toBe(asked.length);
      }
      expect(click.rounds, click.asked.join('\n')).toBeLessThanOrEqual(3);
      best = Math.min(best, click.ms);
    }
    expect(best).toBeLessThanOrEqual(3000);
    if (process.env.BOBBIN_SLOW) await way(browser, 'Slow 3G', game);
  });
