import { Faults, SIZES, TEXTS } from './measure.ts';
import { DESK, expect, GAMES, test } from './people.ts';
import { look, Player, sitDown } from './player.ts';

// One layout for every window: the opening of each title and what comes after some touches, at every size. All of it (2 to 4
// players, every phase, both texts, both themes) by `npm run layout`.
for (const game of GAMES) {
  test(`${game} stands in every window`, async ({ person }) => {
    const page = await person(DESK);
    await sitDown(page, game);
    const player = new Player(page, 'mouse', 5);
    const faults = new Faults();
    for (const touches of [0, 1, 9]) {
      for (let i = 0; i < touches; i++) await player.once();
      await look(page);
      for (const [i, size] of SIZES.entries()) {
        // Large text is a smaller window: some of them show it.
        await faults.at(page, size, i % 3 === 1 ? TEXTS : ['normal']);
      }
      await page.setViewportSize(DESK.viewport!);
      await page.evaluate(() => (document.documentElement.dataset.text = 'normal'));
    }
    expect(faults.told).toEqual([]);
  });
}
