// The rules as the server sends them: `## 5 Crafting`, then paragraphs that begin with their number in bold.

export interface Clause {
  number: string;
  text: string;
  ruling: boolean;
}
export interface Chapter {
  number: string;
  title: string;
  clauses: Clause[];
}

export function parseRules(markdown: string): Chapter[] {
  const chapters: Chapter[] = [];
  for (const block of markdown.split(/\n\s*\n|\n(?=## |\*\*\d)/)) {
    const text = block.trim();
    const head = /^##\s+(\d+)\s+(.+)$/.exec(text);
    if (head) {
      chapters.push({ number: head[1]!, title: head[2]!, clauses: [] });
      continue;
    }
    const clause = /^\*\*(\d+(?:\.\d+)*)\*\*\s*(\(ruling\)\s*)?([\s\S]+)$/.exec(text);
    const last = chapters.at(-1);
    if (clause && last)
      last.clauses.push({ number: clause[1]!, text: clause[3]!.replace(/\s*\n\s*/g, ' '), ruling: Boolean(clause[2]) });
    else if (text && last?.clauses.length && !text.startsWith('#'))
      last.clauses.at(-1)!.text += ` ${text.replace(/\s*\n\s*/g, ' ')}`;
  }
  return chapters;
}
