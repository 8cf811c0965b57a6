import { Faults, LONGEST, SIZES, TEXTS } from './measure.ts';
import { DESK, expect, FINGER, GAMES, test } from './people.ts';
import { look, Player, ready, sitDown } from './player.ts';
import { at, begun, ending, finished, replay, unfolded } from './screens.ts';

// One layout for every window: the opening of each title and what comes after some touches, at every size. All of it (2 to 4
// players, every phase, both texts, both themes) by `npm run layout`.
/** Between these touches it is measured. In Knitting Circle the third holds a card of those that were drawn, while the prompt asks about it. */
const touchesIn = (game: string) => (game === 'Knitting Circle' ? [0, 1, 2, 7] : [0, 1, 9]);
for (const game of GAMES) {
  test(`${game} stands in every window`, async ({ person }) => {
    const page = await person(DESK);
    await sitDown(page, game);
    const player = new Player(page, 'mouse', 5);
    const faults = new Faults();
    const asked: string[] = [];
    for (const touches of touchesIn(game)) {
      for (let i = 0; i < touches; i++) await player.once();
      asked.push((await look(page)).prompt);
      for (const [i, size] of SIZES.entries()) {
        // Large text is a smaller window: some of them show it.
        await faults.at(page, size, i % 3 === 1 ? TEXTS : ['normal']);
      }
      await page.setViewportSize(DESK.viewport!);
      await page.evaluate(() => (document.documentElement.dataset.text = 'normal'));
    }
    expect(faults.told).toEqual([]);
    if (game === 'Knitting Circle') expect(asked.join(' ')).toContain('Keep the ');
  });
}

// Whoever turns a phone sees what they would see if they came with it turned.
test('a turned phone shows what a turned phone shows', async ({ person }) => {
  const page = await person({ ...FINGER, viewport: { width: 390, height: 844 } });
  await page.goto('/learn/circuitous');
  await page.getByRole('button', { name: 'Start' }).click();
  await ready(page);
  const guide = page.getByRole('note', { name: 'Guide' });
  await expect(guide).toBeInViewport({ ratio: 1 });
  const labels = () => page.locator('.felt .on').evaluateAll((all) => all.filter((el) => getComputedStyle(el).visibility === 'visible').map((el) => `${el.textContent!.trim()} ${getComputedStyle(el).translate}`));
  /** Where they are once they move no more. */
  const settled = async () => {
    let last: string[] | undefined;
    await expect.poll(async () => {
      const before = last;
      last = await labels();
      return JSON.stringify(last) === JSON.stringify(before);
    }).toBe(true);
    return last;
  };
  for (const viewport of [{ width: 844, height: 390 }, { width: 820, height: 1180 }, { width: 390, height: 844 }]) {
    await page.setViewportSize(viewport);
    await expect(guide, `the guide at ${viewport.width}`).toBeInViewport({ ratio: 1 });
    const turned = await settled();
    await page.reload();
    await ready(page);
    expect(await settled(), `labels at ${viewport.width}`).toEqual(turned);
  }
});

// Some of the other screens at some of the sizes; all of both by `npm run layout`, too.
test('pages, an ending and a replay stand in every window', async ({ person }) => {
  const page = await person(FINGER);
  await page.request.post('/api/guests', { data: { name: LONGEST } });
  const over = await finished(page, 'circuitous', 3);
  await begun(page, 'circuitous', 2);
  const faults = new Faults();
  for (const { name, open } of [at('/', 'home'), unfolded(at('/new/arch-ravels')), at('/rules/arch-ravels'), ending(over, 'the end'), replay(over, 12, 'looking back')]) {
    await open(page);
    for (const [i, size] of SIZES.filter((_, i) => i % 2 === 0).entries()) await faults.on(page, name, size, i % 2 ? ['normal'] : TEXTS);
  }
  expect(faults.told).toEqual([]);
});
