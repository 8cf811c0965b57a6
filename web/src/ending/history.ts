// What everybody had after each move of a finished game, read out of its replay.

import { positions } from '../after/client.ts';
import { brief } from '../lib/sentence.ts';
import type { Position } from '../replay/reel.ts';
import type { Chapter } from './story.ts';

/** As many positions as the server gives at once. */
const PART = 50;

/** Of what came with a move, the sentence that says most. */
const tellingOf = ({ happenings }: Position, names: readonly string[]) =>
  happenings
    .map(({ words }) => brief(words, names))
    .reduce((most, each) => (each.length > most.length ? each : most), '');

/** All moves of a table, from the deal to the end. */
export async function history(
  table: string,
  names: readonly string[],
  points: (view: unknown, seat: number) => number,
): Promise<Chapter[]> {
  const chapter = (position: Position): Chapter => ({
    move: position.index,
    by: position.seat ?? null,
    points: names.map((_, seat) => points(position.view, seat)),
    words: tellingOf(position, names),
  });
  const part = async (from: number) => {
    const { of, positions: found } = await positions(table, 'everything', from, PART);
    return { of, chapters: found.map(chapter) };
  };
  const { of, chapters } = await part(0);
  const starts = Array.from({ length: Math.ceil((of + 1) / PART) }, (_, i) => i * PART).slice(1);
  const rest = await Promise.all(starts.map(part));
  return [chapters, ...rest.map((each) => each.chapters)].flat();
}
