// What a replay asks of the server. A game that is over does not change, so each answer is kept: it can be looked back
// at without the server, too.

import * as after from '../after/client.ts';
import { call } from '../lib/api.ts';
import type { components } from '../lib/api-types.ts';
import { content, contentPath } from '../lib/client.ts';
import { keep } from '../lib/keep.ts';
import { PERSONAL, PUBLIC } from '../lib/shelves.ts';
import type { Viewer } from './address.ts';
import type { Pages, Position } from './reel.ts';

type Schemas = components['schemas'];

/** Asks, and keeps the answer if it is about a game that is over. */
async function ask<T>(path: string, isOver: (answer: T) => boolean = () => true): Promise<T> {
  const answer = await call<T>('GET', path);
  if (isOver(answer)) void keep.put(PERSONAL, path, answer);
  return answer;
}

export const past = (table: string) =>
  ask<Schemas['TableSeen']>(`/tables/${table}`, (seen) => seen.table.status === 'over');
// The server tells these of games only that are over.
export const record = (table: string) => ask<Schemas['RecordSeen']>(`/tables/${table}/record`);
export const insight = (table: string) =>
  ask<Awaited<ReturnType<typeof after.insight>>>(`/tables/${table}/insight`, ({ status }) => status === 'ready');
export const positions = (table: string, viewer: Viewer, from: number, count: number) =>
  ask<Pages>(`/tables/${table}/replay?seat=${viewer}&from=${from}&count=${count}`);
/** Every move in words, without what the table looked like. */
export async function moves(table: string, viewer: Viewer): Promise<Position[]> {
  const found: Position[] = [];
  for (;;) {
    const { of, positions: more } = await ask<Pages>(
      `/tables/${table}/replay?seat=${viewer}&from=${found.length}&count=2000&views=false`,
    );
    found.push(...more);
    if (more.length === 0 || found.length > of) return found;
  }
}

/** The cards of a game: without them its replay is not drawn. */
export const keepContent = async (game: string, hash: string) =>
  keep.put(PUBLIC, contentPath(game, hash), await content(game, hash));
