/** A number and what is counted: `1 card`, `2 cards`. */
export const count = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;

const WORDS = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');
/** A number as it is written in a sentence: `two`, and `13` once words get long. */
export const inWords = (n: number): string => WORDS[n] ?? `${n}`;

/** `capital` letter first. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `1st`, `2nd`, `11th`. */
export function ordinal(n: number): string {
  const ends = { one: 'st', two: 'nd', few: 'rd', other: 'th' } as Partial<Record<Intl.LDMLPluralRule, string>>;
  return `${n}${ends[new Intl.PluralRules('en', { type: 'ordinal' }).select(n)]}`;
}
