// What the pages of tournaments ask of the server.

import { call } from '../lib/api.ts';
import type { components } from '../lib/api-types.ts';
import { callAsSomeone, type Level } from '../lib/client.ts';

type Schemas = components['schemas'];
export type Line = Schemas['TournamentLine'];
export type Tournament = Schemas['TournamentSeen'];
export type Format = Schemas['FormatInfo'];
export type Entrance = Schemas['Entrance'];
export type Round = Schemas['RoundSeen'];
export type Board = Schemas['BoardSeen'];
export type Standing = Schemas['StandingSeen'];
export type Entrant = Schemas['EntrantSeen'];
export type Plan = Schemas['NewTournament'];

const path = (id: string) => `/tournaments/${encodeURIComponent(id)}`;
export const list = () => call<Line[]>('GET', '/tournaments');
export const look = (id: string) => call<Tournament>('GET', path(id));
export const make = (plan: Plan) => callAsSomeone<Tournament>('POST', '/tournaments', plan);

const change = (id: string, what: string, body?: unknown) =>
  callAsSomeone<Tournament>('POST', `${path(id)}/${what}`, body);
export const enter = (id: string) => change(id, 'enter');
export const withdraw = (id: string) => change(id, 'withdraw');
export const start = (id: string) => change(id, 'start');
export const cancel = (id: string) => change(id, 'cancel');
export const addBots = (id: string, level: Level, count: number) => change(id, 'bots', { level, count });
export const remove = (id: string, number: number) => change(id, 'remove', { number });
