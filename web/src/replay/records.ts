// A text with the records of several games, as the page hands out "all my games": each begins with the same line.

/** One record of a text. */
export interface OneRecord {
  text: string;
  /** How many lines of the text come before it. */
  before: number;
  game: string;
  names: string[];
  /** As the record has them, in the order of the seats; nothing if it does not say. */
  totals: string[];
}

const FIRST = /^bobbin-record \d+\s*$/;

/** The records of a text, at least one: what begins otherwise is the server's to refuse. */
export function recordsIn(text: string): OneRecord[] {
  const lines = text.split('\n');
  const starts = lines.flatMap((line, i) => (FIRST.test(line) ? [i] : []));
  // What stands before the first record belongs to it, so that it is refused with its line.
  const cuts = [0, ...starts.slice(1), lines.length];
  return cuts.slice(1).map((end, i) => {
    const own = lines.slice(cuts[i], end);
    return { text: `${own.join('\n').trimEnd()}\n`, before: cuts[i]!, ...aboutOf(own) };
  });
}

function aboutOf(lines: readonly string[]) {
  const said = (key: string) =>
    lines.flatMap((line) => (line.startsWith(`${key} `) ? [line.slice(key.length + 1).trim()] : []));
  const totals = /(?:^| )totals ((?:-?[\d./]+ ?)+)/.exec(said('result')[0] ?? '')?.[1];
  return {
    game: said('game')[0] ?? '',
    names: said('seat').map((seat) => seat.replace(/^\d+ ?/, '')),
    totals: totals?.trim().split(' ') ?? [],
  };
}
