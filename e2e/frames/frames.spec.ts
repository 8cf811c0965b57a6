// What a bot's turn costs the page: `npm run frames`. The time that the processor works on a frame is counted, not the
// time that passes, so that it is the same on a busy machine; a phone is taken to be four times as slow.

import { GAMES, expect, test } from '../tests/people.ts';
import { Player, sitDown } from '../tests/player.ts';

const SLOWER = 4;
/** A frame of a screen that shows 60 a second may be missed once and not be seen. */
const LONGEST = 32;
const TURNS = 6;

interface Traced { name: string; ph: string; pid: number; tid: number; ts: number; dur?: number; tdur?: number; args?: { name?: string; src_func?: string } }

const KINDS = ['FunctionCall', 'EventDispatch', 'TimerFire', 'FireAnimationFrame', 'RunMicrotasks', 'UpdateLayoutTree', 'Layout', 'PrePaint', 'Paint', 'Layerize', 'Commit', 'MinorGC', 'MajorGC'];
const slow = (microseconds = 0) => (SLOWER * microseconds) / 1000;

interface Work { ms: number; /** What it was spent on. */ on: string }

/** The longest task of the page itself. */
function work(trace: Buffer): Work {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: Traced[] };
  const main = traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const isMain = ({ pid, tid }: Traced) => main.some((each) => each.pid === pid && each.tid === tid);
  const events = traceEvents.filter((event) => event.ph === 'X' && isMain(event));
  const tasks = events.filter(({ name }) => name === 'RunTask').sort((a, b) => (b.tdur ?? 0) - (a.tdur ?? 0));
  const [longest] = tasks;
  if (!longest) return { ms: 0, on: '' };
  const spent = new Map<string, number>();
  for (const { name, ts, tdur = 0 } of events)
    if (KINDS.includes(name) && ts >= longest.ts && ts < longest.ts + (longest.dur ?? 0)) spent.set(name, (spent.get(name) ?? 0) + tdur);
  // What is none of these says where it comes from: mostly it is the browser that sweeps.
  const from = events.find(({ args, ts }) => args?.src_func && ts >= longest.ts && ts < longest.ts + (longest.dur ?? 0))?.args?.src_func;
  return { ms: slow(longest.tdur), on: [...spent].map(([name, tdur]) => `${name} ${Math.round(slow(tdur))}`).join(', ') || (from ?? '') };
}

for (const game of GAMES) {
  test(`${game}: no frame of a bot's turn takes long on a slow processor`, async ({ person, browser }) => {
    const page = await person({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, reducedMotion: 'no-preference' });
    const longest: Work[] = [];
    const ours = '[data-piece].glow, [data-choice], [data-button], [data-ending]';
    // Theirs from the moment at which nothing is left for us to touch until something is again and nothing moves.
    const isTheirs = () => page.waitForFunction((ours) => !document.querySelector(ours), ours, { timeout: 400, polling: 20 }).then(() => true, () => false);
    for (let seed = 3; seed < 9 && longest.length < TURNS; seed++) {
      await page.goto('/');
      await sitDown(page, game);
      const player = new Player(page, 'touch', seed, 999);
      for (let touch = 0; touch < 90 && longest.length < TURNS && (await player.once()); touch++) {
        // All that is used later is compiled, as in a game that has begun.
        if (touch < 8 || !(await isTheirs())) continue;
        await browser.startTracing(page, { categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'v8', 'toplevel', '__metadata'] });
        await page.waitForFunction((ours) => document.querySelector(ours) && document.documentElement.dataset.moving === undefined, ours, { timeout: 30_000, polling: 150 });
        const trace = await browser.stopTracing();
        // What an ending costs is another page's.
        if (!(await page.locator('[data-ending]').count())) longest.push(work(trace));
      }
    }
    console.log(`${game}: the longest frame of ${longest.length} turns, ms on a processor ${SLOWER} times as slow: ${longest.map(({ ms, on }) => `\n  ${Math.round(ms)}: ${on}`).join('')}`);
    expect(longest.length).toBe(TURNS);
    expect(longest.filter(({ ms }) => ms > LONGEST).map(({ ms }) => Math.round(ms))).toEqual([]);
  });
}
