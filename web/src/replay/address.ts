// Every position of a finished game has an address: which table, after how many entries of its record, and who looks.

/** A seat, those who watched, or everything as it really was. */
export type Viewer = number | 'spectator' | 'everything';
export interface Place {
  table: string;
  index: number;
  viewer: Viewer;
}

/** Nothing is secret in a finished game, so an address that does not say shows everything. */
export const viewerOf = (text: string | null): Viewer =>
  text === 'spectator' ? 'spectator' : text !== null && /^\d+$/.test(text) ? Number(text) : 'everything';

export function addressOf({ table, index, viewer }: Place): string {
  const seat = viewer === 'everything' ? '' : `?seat=${viewer}`;
  return `/replay/${encodeURIComponent(table)}/${index}${seat}`;
}

/** What an address says; a number that is none is the beginning. */
export function placeOf(parts: readonly string[], search: string): Place | null {
  const [page, table, index] = parts;
  if (page !== 'replay' || !table) return null;
  return {
    table,
    index: index && /^\d+$/.test(index) ? Number(index) : 0,
    viewer: viewerOf(new URLSearchParams(search).get('seat')),
  };
}
