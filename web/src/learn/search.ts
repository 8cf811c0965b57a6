// Looking things up in the rules.

import type { Chapter, Clause } from '../lib/rules.ts';

const words = (query: string) =>
  query
    .toLowerCase()
    .split(/[^\p{L}\p{N}.]+/u)
    .filter(Boolean);

/** Clauses that have all the words, or the very number. */
export function search(chapters: readonly Chapter[], query: string): Chapter[] {
  const wanted = words(query);
  if (wanted.length === 0) return [...chapters];
  const hit = (chapter: Chapter, clause: Clause) => {
    const text = `${chapter.title} ${clause.text}`.toLowerCase();
    return wanted.every((word) =>
      /^\d/.test(word)
        ? clause.number === word || clause.number.startsWith(`${word.replace(/\.$/, '')}.`)
        : text.includes(word),
    );
  };
  return chapters
    .map((chapter) => ({ ...chapter, clauses: chapter.clauses.filter((clause) => hit(chapter, clause)) }))
    .filter((chapter) => chapter.clauses.length > 0);
}

/** A text in parts: what was looked for, references to other clauses, and the rest. */
export interface Part {
  text: string;
  mark?: true;
  clause?: string;
}

export function partsOf(text: string, query: string, known: ReadonlySet<string>): Part[] {
  const marks = words(query)
    .filter((word) => !/^\d/.test(word))
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(['\\b\\d{1,2}\\.\\d{1,2}\\b', ...marks].join('|'), 'giu');
  const parts: Part[] = [];
  let last = 0;
  for (const found of text.matchAll(pattern)) {
    const word = found[0];
    const isNumber = /^\d/.test(word);
    if (isNumber && !known.has(word)) continue;
    if (found.index > last) parts.push({ text: text.slice(last, found.index) });
    parts.push(isNumber ? { text: word, clause: word } : { text: word, mark: true });
    last = found.index + word.length;
  }
  if (last < text.length) parts.push({ text: text.slice(last) });
  return parts;
}
