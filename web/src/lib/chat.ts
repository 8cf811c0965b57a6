// What was said, without what one does not want to hear.

import type { ChatLine } from './table-api.ts';

/** A line, or lines that follow one another and are hidden. */
export type ChatPart =
  { key: string; line: ChatLine; hidden?: undefined } | { key: string; line?: undefined; hidden: ChatLine[] };

/** Hides what muted seats have said, but for the lines in `opened`. */
export function hideMuted(
  chat: readonly ChatLine[],
  muted: ReadonlySet<number>,
  opened: ReadonlySet<string>,
): ChatPart[] {
  const parts: ChatPart[] = [];
  for (const line of chat) {
    const last = parts.at(-1);
    if (line.seat === null || !muted.has(line.seat) || opened.has(line.key)) parts.push({ key: line.key, line });
    else if (last?.hidden) last.hidden.push(line);
    else parts.push({ key: `hidden ${line.key}`, hidden: [line] });
  }
  return parts;
}
