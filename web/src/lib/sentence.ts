// What the server says. A sentence keeps who and which piece apart from its text, so that names may be anything and a place can
// show a piece in its own way.

import type { components } from './api-types.ts';

/** Text, players, pieces; and aside what only those need who do not see the table. */
export type Sentence = components['schemas']['Sentence'];

/** Seats have no numbers for people: who has no name is somebody. */
const nameOf = (names: readonly string[], seat: number) => names[seat] || 'somebody';

function text(sentence: Sentence, names: readonly string[], isFull: boolean): string {
  const parts = sentence.map((part) => {
    if (typeof part === 'string') return part;
    if ('seat' in part) return nameOf(names, part.seat);
    if ('aside' in part) return isFull ? ` · ${part.aside}` : '';
    return part.words;
  });
  return parts.join('');
}

/** For someone who sees the table. */
export const brief = (sentence: Sentence, names: readonly string[]) => text(sentence, names, false);

/** For someone who does not see it, or wants to tell two places apart. */
export const full = (sentence: Sentence, names: readonly string[]) => text(sentence, names, true);

/** What is told as plain text, with what stands aside after ` · `: errors, and choices of a setup. */
export const briefText = (plain: string) => plain.split(' · ')[0]!;
