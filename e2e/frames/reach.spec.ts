// How far a changed text reaches: `npm run frames`. Where a row has no height of its own the browser tries its parts at
// no height first, and each part that chooses its form by its cell takes two others on the way: a word then costs as much
// as the whole board. So a text that changes lays out its part, and no other element changes its style or its size.

import { DESK, GAMES, PHONE, expect, test } from '../tests/people.ts';
import { Player, sitDown } from '../tests/player.ts';

interface Traced { name: string; cat: string; ts: number; args?: { data?: { reason?: string; nodeName?: string } } }

/** Changes each text of the stage a little, and back; a mark says which. */
function changeTexts() {
  const walk = document.createTreeWalker(document.querySelector('.stage')!, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walk.nextNode()) {
    const text = walk.currentNode as Text;
    if (text.data.trim() && text.parentElement!.getClientRects().length > 0) texts.push(text);
  }
  void document.body.offsetHeight;
  for (const text of texts) {
    const was = text.data;
    performance.mark(`text ${was.trim()} in ${text.parentElement!.closest('[class]')?.getAttribute('class')}`);
    // Nothing that is seen, so that a part that is as large as its words stays as it is.
    text.data = `${was}\u200b`;
    void document.body.offsetHeight;
    performance.mark('over');
    text.data = was;
    void document.body.offsetHeight;
  }
  return texts.length;
}

for (const game of GAMES) {
  for (const [where, screen] of [['desk', DESK], ['phone', PHONE]] as const) {
    test(`${game} on a ${where}: a text that changes lays out nothing else`, async ({ person, browser }) => {
      const page = await person({ ...screen, atOnce: true });
      await sitDown(page, game);
      const player = new Player(page, where === 'desk' ? 'mouse' : 'touch', 5, 999);
      for (let touch = 0; touch < 14; touch++) await player.once();
      await page.waitForFunction(() => document.documentElement.dataset.moving === undefined);
      await browser.startTracing(page, { categories: ['blink.user_timing', 'disabled-by-default-devtools.timeline.invalidationTracking'] });
      const count = await page.evaluate(changeTexts);
      const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: Traced[] };
      let text = '';
      const marks = new Set<string>();
      const reached = new Map<string, string>();
      for (const { name, cat, args } of traceEvents.sort((a, b) => a.ts - b.ts)) {
        if (cat.includes('user_timing')) text = name.startsWith('text ') ? name : '';
        if (text) marks.add(text);
        const { reason = '', nodeName = '' } = args?.data ?? {};
        if (text && name === 'LayoutInvalidationTracking' && /^(Style|Size) changed/.test(reason)) reached.set(text, nodeName);
      }
      expect(marks.size).toBeGreaterThan(count / 3);
      expect([...reached].map(([from, to]) => `${from} reaches ${to}`)).toEqual([]);
    });
  }
}
