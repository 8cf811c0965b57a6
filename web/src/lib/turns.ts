// The log as it is read: one block a turn, who it was once, and what was done several times in one line. The newest block
// comes first, the lines of a block in their order.

import type { components } from './api-types.ts';
import type { LogStep } from './log.ts';
import type { Sentence } from './sentence.ts';

type Schemas = components['schemas'];
export type Glance = Schemas['Glance'];
type Worth = Schemas['Worth'];
type Piece = Schemas['NamedPiece'];

/** A piece in a line, and how many of it. */
export interface Pieces extends Piece {
  count: number;
}

export interface Line {
  key: string;
  /** Nothing for what happened by itself: that is all in `rest`. */
  verb: string;
  pieces: Pieces[];
  /** So many pieces are not shown. */
  more: number;
  rest: Sentence;
  worth: Worth | null;
  /** The whole sentences, for those who listen. */
  words: Sentence[];
}

export interface Turn {
  kind: 'turn';
  key: string;
  /** Who: a seat, or someone without one by name. Nobody where something only happened. */
  by: number | string | null;
  lines: Line[];
}
export interface Round {
  kind: 'round';
  key: string;
  title: Sentence;
  note: Sentence | null;
}
export type Block = Turn | Round;

/** So many pieces are drawn one by one. */
const MOST = 4;

/** A line while it grows: all its pieces, one by one. */
interface Growing extends Omit<Line, 'pieces' | 'more'> {
  pieces: Piece[];
}
interface GrowingTurn extends Omit<Turn, 'lines'> {
  lines: Growing[];
}

/** What the steps of a log (newest first) say, newest first. */
export function blocksOf(steps: readonly LogStep[]): Block[] {
  const blocks: (GrowingTurn | Round)[] = [];
  /** From here on a seat's turn goes on whatever others do meanwhile; nothing where one comes after the other. */
  let together: number | null = null;
  let isClosed = true;
  let title = '';

  const turnOf = (by: Turn['by'], key: string): GrowingTurn => {
    const from = together ?? (isClosed ? blocks.length : Math.max(0, blocks.length - 1));
    const at = blocks.findLastIndex((block, i) => i >= from && block.kind === 'turn' && block.by === by);
    const turn = at < 0 ? { kind: 'turn' as const, key, by, lines: [] } : (blocks.splice(at, 1)[0] as GrowingTurn);
    blocks.push(turn);
    isClosed = false;
    return turn;
  };

  for (const step of [...steps].reverse())
    step.told.forEach(({ glance, words }, i) => {
      if (!glance) return;
      const key = `${step.key}.${i}`;
      if (glance.kind === 'together') together = blocks.length;
      else if (glance.kind === 'round') {
        const same = JSON.stringify(glance.title) === title;
        if (!same) blocks.push({ kind: 'round', key, title: glance.title, note: glance.note ?? null });
        title = JSON.stringify(glance.title);
        together = null;
        isClosed = true;
      } else if (glance.kind === 'note') {
        // It goes with the turn it happened in.
        const last = blocks.at(-1);
        const turn = !isClosed && last?.kind === 'turn' ? last : turnOf(null, key);
        turn.lines.push({ key, verb: '', pieces: [], rest: glance.text, worth: null, words: [words] });
      } else add(turnOf(glance.by ?? step.seat, key).lines, key, glance, words);
    });
  return blocks.reverse().map((block) => (block.kind === 'turn' ? { ...block, lines: block.lines.map(shown) } : block));
}

function add(lines: Growing[], key: string, did: Extract<Glance, { kind: 'did' }>, words: Sentence) {
  const { verb, pieces = [], rest = [], worth = null } = did;
  const like = lines.find((line) => line.verb === verb && JSON.stringify(line.rest) === JSON.stringify(rest));
  // Where there is nothing to draw, twice is told twice.
  if (!like || pieces.length === 0) lines.push({ key, verb, pieces: [...pieces], rest, worth, words: [words] });
  else {
    like.pieces.push(...pieces);
    like.words.push(words);
    like.worth = sum(like.worth, worth);
  }
}

/** Points add up; of how far something has come the latest counts. */
function sum(before: Worth | null, now: Worth | null): Worth | null {
  return before && now && 'points' in before && 'points' in now ? { points: before.points + now.points } : now;
}

/** Up to four pieces one by one; of more those that look alike once, with their number. */
function shown(line: Growing): Line {
  if (line.pieces.length <= MOST)
    return { ...line, pieces: line.pieces.map((piece) => ({ ...piece, count: 1 })), more: 0 };
  const kinds = new Map<string, Pieces>();
  for (const piece of line.pieces)
    kinds.set(piece.piece, { ...piece, count: (kinds.get(piece.piece)?.count ?? 0) + 1 });
  const [pieces, rest] = [[...kinds.values()].slice(0, MOST), [...kinds.values()].slice(MOST)];
  return { ...line, pieces, more: rest.reduce((sum, { count }) => sum + count, 0) };
}
