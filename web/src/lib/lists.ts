/** How many lines of a list are shown at first. */
const FEW = 5;

/** What waits for us comes first; of the rest as much as there is room for, unless all is wanted. */
export function shownFirst<T extends { waits_for_you: boolean }>(lines: readonly T[], all: boolean): T[] {
  const sorted = [...lines].sort((a, b) => Number(b.waits_for_you) - Number(a.waits_for_you));
  return all ? sorted : sorted.slice(0, FEW);
}
