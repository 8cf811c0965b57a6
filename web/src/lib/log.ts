// What has happened, newest first, one step for each action. It reads as the server's own log: what is taken back is
// not in it.

export interface LogStep {
  key: string;
  seat: number | null;
  words: string[];
}

const MOST = 400;

/** A step more. One that tells nothing is kept, too: it may be the one that is taken back. */
export const added = (log: readonly LogStep[], step: LogStep): LogStep[] => [step, ...log].slice(0, MOST);

/** Without the latest step of a seat. Others may have acted since: theirs stay. */
export function takenBack(log: readonly LogStep[], seat: number): LogStep[] {
  const at = log.findIndex((step) => step.seat === seat);
  return log.filter((_, i) => i !== at);
}

/** The log as the server tells it, oldest first. */
export const told = (
  lines: readonly { number: number; seat: number; happenings: readonly { words: string }[] }[],
): LogStep[] =>
  lines
    .map(({ number, seat, happenings }) => ({ key: `l${number}`, seat, words: happenings.map(({ words }) => words) }))
    .reverse()
    .slice(0, MOST);
