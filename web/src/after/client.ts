// What the pages after a game ask of the server.

import { call, Problem, retryAfter } from '../lib/api.ts';
import type { components } from '../lib/api-types.ts';
import { callAsSomeone, home, make, playWithBots, someone, type Level, type TableInfo } from '../lib/client.ts';
import type { Viewer } from '../replay/address.ts';
import type { Answer } from '../replay/insight.ts';
import type { Pages } from '../replay/reel.ts';

type Schemas = components['schemas'];
export type Past = TableInfo;
export type Deal = Schemas['Deal'];
export type Daily = Schemas['DailySeen'];
export type Goal = Schemas['GoalSeen'];
export type Chart = Schemas['CampaignSeen'];
export type GameStatistics = Schemas['GameStatistics'];
export interface Tally {
  games: number;
  wins: number;
}

export const recordUrl = (table: string) => `/api/tables/${table}/record.txt`;
export const positions = (table: string, viewer: Viewer, from: number, count: number) =>
  call<Pages>('GET', `/tables/${table}/replay?seat=${viewer}&from=${from}&count=${count}`);
export const insight = (table: string) => call<Answer>('GET', `/tables/${table}/insight`);
export const analyze = (table: string) => callAsSomeone<unknown>('POST', `/tables/${table}/insight`);

/** A game from a position of another one, with fresh luck and bots on the other seats. */
export const whatIf = (table: string, index: number, seat: number, level: Level) =>
  make({ from: { table, index }, seat, level });

/** What is wrong with a record that was brought, and where. */
export interface Wrong {
  message: string;
  line: number | null;
  column: number | null;
}

/** Brings a record; the server plays it again before it keeps it. */
export async function bring(text: string): Promise<{ table: string } | Wrong> {
  await someone();
  const answer = await fetch('/api/records', {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'text/plain; charset=utf-8' },
    body: text,
  });
  const body = (await answer.json().catch(() => ({}))) as Partial<Schemas['TableMade'] & Schemas['Problem']>;
  if (answer.ok && body.table) return { table: body.table };
  return {
    message: new Problem(answer.status, { message: body.message, code: body.code }, retryAfter(answer)).message,
    line: body.line ?? null,
    column: body.column ?? null,
  };
}

export const MOST = 256 * 1024;

/** The guided first game of a title: the same deal for everyone. */
export const lesson = (game: string) => make({ game, lesson: true });

/** The deals of a day, or today's, which the home page is told with all else. */
export const daily = (date?: string) => call<Daily>('GET', `/daily${date ? `?date=${encodeURIComponent(date)}` : ''}`);
export const today = async (): Promise<Daily> => (await home()).daily;
export const playDaily = async (game: string) =>
  (await callAsSomeone<Schemas['TableMade']>('POST', `/daily/${game}`)).table;

export const campaign = () => call<Chart>('GET', '/me/campaign');
/** A game in which a goal can be reached: alone, or with steady bots where it needs more players; `gentle`: against one of those. */
export const playGoal = (game: string, { options }: Goal, gentle = false) =>
  gentle
    ? playWithBots(game, 2, { level: 'gentle', options: { ...options, players: '2' }, chat: false })
    : playWithBots(game, Number(options.players ?? 1), { options, chat: false });

export const statistics = async (): Promise<GameStatistics[]> =>
  (await callAsSomeone<Schemas['Statistics']>('GET', '/me/statistics')).games;

export const leaveForGood = () => call<unknown>('DELETE', '/me');
