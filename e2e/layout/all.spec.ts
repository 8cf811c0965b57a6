import { Faults, LONGEST, SIZES, TEXTS } from '../tests/measure.ts';
import { DESK, expect, test, THEMES } from '../tests/people.ts';
import { look, Player, ready } from '../tests/player.ts';

// Every window, whole: each phase that a game comes to, at every size, with both texts and in both themes, for all numbers of
// players with the longest names that a table allows. `npm run layout`; LAYOUT_GAME and LAYOUT_PLAYERS choose some of it,
// LAYOUT_SHOTS names a folder for pictures of what is wrong.
const GAMES = (process.env.LAYOUT_GAME ?? 'knitting-circle,arch-ravels,circuitous').split(',');
const players = (game: string) => (process.env.LAYOUT_PLAYERS ?? (game === 'knitting-circle' ? '1,2,3,4' : '2,3,4')).split(',');
/** So many touches lead through the phases of two or three rounds. */
const TOUCHES = Number(process.env.LAYOUT_TOUCHES ?? 90);

for (const game of GAMES) for (const many of players(game)) {
  test(`${game}, ${many} players`, async ({ person }) => {
    const page = await person(DESK);
    await page.request.post('/api/guests', { data: { name: LONGEST } });
    const player = new Player(page, 'mouse', 3);
    // Each table has a deal of its own: what one has no occasion for another may have.
    let tables = 0;
    const sitDown = async () => {
      const made = await page.request.post('/api/tables', { data: { game, start: true, pace: 20, level: 'gentle', seats: [{ kind: 'me' }], options: { players: many } }, headers: { 'x-bobbin-deal': `${game}-${many}-${tables++}` } });
      const { table } = (await made.json()) as { table: { id: string } };
      await page.goto(`/table/${table.id}`);
      await ready(page);
    };
    await sitDown();
    const seen = new Set<string>();
    const faults = new Faults();
    for (let touch = 0; touch < TOUCHES; touch++) {
      const sight = await look(page);
      if (sight.over) {
        await sitDown();
        continue;
      }
      // What a prompt asks for, whatever numbers and names are in it.
      const held = await page.locator('.prompt.choosing').count();
      const asked = sight.prompt.replace(/\d+/g, '#').replace(/the [a-z ]+ \(/, 'the … (').split(':')[0]!;
      // "Take the outer yellow purl tile?": its verb, and how much room the sentence needs.
      const phase = `${asked.endsWith('?') ? `${asked.split(' ')[0]} ${Math.ceil(asked.length / 18)}` : asked} ${held}`;
      if (!seen.has(phase)) {
        seen.add(phase);
        for (const size of SIZES) await faults.at(page, size, TEXTS, THEMES);
        await page.setViewportSize(DESK.viewport!);
        await page.evaluate(() => (document.documentElement.dataset.text = 'normal'));
      }
      await player.once();
    }
    console.log(`${game}, ${many} players, ${tables} tables: ${seen.size} phases, ${faults.told.length} faults\n  ${[...seen].join('\n  ')}`);
    expect(faults.told).toEqual([]);
  });
}
