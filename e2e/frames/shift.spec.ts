// How much of a table jumps in a whole game, from the first board to the score sheet: `npm run frames`.

import { DESK, GAMES, PHONE, expect, test } from '../tests/people.ts';
import { Player, scoreSheet, sitDown } from '../tests/player.ts';
import { shiftOf, watchShifts } from '../tests/shift.ts';

const MOST = 0.02;

for (const game of GAMES) {
  for (const [where, screen] of [['desk', DESK], ['phone', PHONE]] as const) {
    test(`${game} on a ${where}: the layout stays where it is in a whole game`, async ({ person }) => {
      test.setTimeout(900_000);
      // Parts that glide are told from parts that jump: so motion as it is by default, others' turns at once.
      const page = await person({ ...screen, reducedMotion: 'no-preference', atOnce: true });
      await watchShifts(page);
      await sitDown(page, game);
      await page.evaluate(() => (window.shifts = []));
      await new Player(page, where === 'desk' ? 'mouse' : 'touch', 21, 1).play();
      await scoreSheet(page);
      const { sum, worst } = await shiftOf(page);
      console.log(`${game} on a ${where}: ${sum.toFixed(3)}\n  ${worst.join('\n  ')}`);
      expect(sum).toBeLessThan(MOST);
    });
  }
}
