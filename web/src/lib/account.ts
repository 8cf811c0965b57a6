// Where one is signed in, programs that act for one, and people one keeps at a distance.

import { call } from './api.ts';
import type { components } from './api-types.ts';

type Schemas = components['schemas'];
export type SignedIn = Schemas['SessionInfo'];
export type Token = Schemas['Token'];
export type NewToken = Schemas['NewToken'];
export type Scope = Schemas['Scope'];
export type Neighbor = Schemas['Neighbor'];
export type Distance = Schemas['Distance'];

export const signedIn = () => call<SignedIn[]>('GET', '/me/sessions');
export const endSession = (id: string) => call<unknown>('DELETE', `/me/sessions/${id}`);
/** This browser stays; every other one is signed out, and tokens end. */
export const signOutElsewhere = () => call<unknown>('POST', '/me/sign-out-everywhere');

export const tokens = () => call<Token[]>('GET', '/me/tokens');
export const addToken = (label: string, scopes: Scope[]) => call<NewToken>('POST', '/me/tokens', { label, scopes });
export const deleteToken = (id: string) => call<unknown>('DELETE', `/me/tokens/${id}`);

export const neighbors = () => call<Neighbor[]>('GET', '/me/neighbors');
export const letNear = (id: string) => call<unknown>('DELETE', `/me/neighbors/${id}`);

/** What a token allows, in words. */
export function scopeWords(scopes: readonly string[]): string {
  const [reads, plays] = [scopes.includes('read'), scopes.includes('play')];
  if (reads && plays) return 'sees and plays for you';
  return plays ? 'plays for you, sees only what everybody sees' : 'sees what you see';
}
