// What the lobby asks of the server.

import type { components } from '../lib/api-types.ts';
import { callAsSomeone } from '../lib/client.ts';
import type { Seek, Speed } from './words.ts';

type Schemas = components['schemas'];
export type LobbySeen = Schemas['LobbySeen'];
/** What has changed of it: the other parts are left out. */
export type LobbyNews = Partial<LobbySeen>;
export type Found = Schemas['FoundSeen'];
export type WatchLine = Schemas['WatchLine'];
export type Looking = Schemas['Looking'];

/** What somebody looks for. */
export interface Wish {
  game: string;
  fewest: number;
  most: number;
  speed: Speed;
  within?: number;
}

export const EVENTS = '/api/lobby/events';

export interface LobbyApi {
  lookFor(wish: Wish): Promise<Looking>;
  quick(game: string): Promise<Looking>;
  take(seek: string): Promise<Looking>;
  stop(seek: string): Promise<unknown>;
}

export const lobbyApi: LobbyApi = {
  lookFor: (wish) => callAsSomeone<Looking>('POST', '/lobby/seeks', wish),
  quick: (game) => callAsSomeone<Looking>('POST', '/lobby/quick', { game }),
  take: (seek: Seek['id']) => callAsSomeone<Looking>('POST', `/lobby/seeks/${seek}/join`),
  stop: (seek: Seek['id']) => callAsSomeone<unknown>('DELETE', `/lobby/seeks/${seek}`),
};
