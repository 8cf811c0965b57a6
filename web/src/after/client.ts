// What the pages after a game ask of the server.

import { call, Problem } from '../lib/api.ts';
import { create, someone, type SeatSeen, type TableInfo } from '../lib/client.ts';
import type { Viewer } from '../replay/address.ts';
import type { Answer } from '../replay/insight.ts';
import type { Pages, Position } from '../replay/reel.ts';

export interface Record {
  game: string; commitment: string; seed: string; names: string[]; entries: { seat: number; action: string | null }[]; outcome: Position['outcome'];
}
/** A table as far as looking back needs it. */
export type Past = TableInfo & { created_at: number; kind?: string; began?: { table: string; index: number } | null };

export const past = (table: string) => call<{ table: Past; now: { seats: SeatSeen[] } }>('GET', `/tables/${table}`);
export const record = (table: string) => call<Record>('GET', `/tables/${table}/record`);
export const recordUrl = (table: string) => `/api/tables/${table}/record.txt`;
export const positions = (table: string, viewer: Viewer, from: number, count: number) => call<Pages>('GET', `/tables/${table}/replay?seat=${viewer}&from=${from}&count=${count}`);
/** Every move in words, without what the table looked like. */
export async function moves(table: string, viewer: Viewer): Promise<Position[]> {
  const found: Position[] = [];
  for (;;) {
    const { of, positions: more } = await call<Pages>('GET', `/tables/${table}/replay?seat=${viewer}&from=${found.length}&count=2000&views=false`);
    found.push(...more);
    if (more.length === 0 || found.length > of) return found;
  }
}

export const insight = (table: string) => call<Answer>('GET', `/tables/${table}/insight`);
export const analyze = (table: string) => call<unknown>('POST', `/tables/${table}/insight`);

/** A game from a position of another one, with fresh luck and bots on the other seats. */
export async function whatIf(table: string, index: number, seat: number, level: string): Promise<string> {
  await someone();
  return (await call<{ table: TableInfo }>('POST', '/tables', { from: { table, index }, seat, level, pace: 0 })).table.id;
}

/** What is wrong with a record that was brought, and where. */
export interface Wrong { message: string; line: number | null; column: number | null }

/** Brings a record; the server plays it again before it keeps it. */
export async function bring(text: string): Promise<{ table: string } | Wrong> {
  await someone();
  const answer = await fetch('/api/records', { method: 'POST', headers: { accept: 'application/json', 'content-type': 'text/plain; charset=utf-8' }, body: text });
  const body = (await answer.json().catch(() => ({}))) as { table?: string; message?: string; line?: number; column?: number };
  if (answer.ok && body.table) return { table: body.table };
  return { message: body.message ?? 'The server does not answer as it should.', line: body.line ?? null, column: body.column ?? null };
}

export const MOST = 256 * 1024;

/** The guided first game of a title: the same deal for everyone. */
export async function lesson(game: string): Promise<string> {
  await someone();
  return (await call<{ table: TableInfo }>('POST', '/tables', { game, lesson: true, pace: 0 })).table.id;
}

export interface DailyScore { value: number; words: string; total: number; won: boolean | null }
export interface DailyLine { rank: number; name: string; score: DailyScore; table: string; you: boolean }
export interface Deal {
  game: string; name: string; setup: globalThis.Record<string, string>; level: string | null;
  mine: { table: string; status: 'running' | 'over' | 'late' | 'ended'; score: DailyScore | null } | null; board: DailyLine[] | null;
}
export interface Daily { date: string; deals: Deal[] }
export async function daily(date?: string): Promise<Daily> {
  await someone();
  return call<Daily>('GET', `/daily${date ? `?date=${encodeURIComponent(date)}` : ''}`);
}
export async function playDaily(game: string): Promise<string> {
  await someone();
  return (await call<{ table: string }>('POST', `/daily/${game}`)).table;
}

export interface Goal {
  key: string; name: string; kind: 'scenario' | 'achievement' | 'modification'; clause: string; text: string; minimum: number | null; objectives: string[];
  best: number | null; done: boolean; table: string | null; options: globalThis.Record<string, string>;
}
export interface Chart { game: string; done: number; of: number; unread: number; goals: Goal[] }
export async function campaign(): Promise<Chart> {
  await someone();
  return call<Chart>('GET', '/me/campaign');
}
/** A game in which a goal can be reached: alone, or with steady bots where it needs more players. */
export function playGoal(game: string, goal: Goal): Promise<string> {
  const players = Number(goal.options.players ?? 1);
  const seats = Array.from({ length: players }, (_, i) => (i === 0 ? { kind: 'me' as const } : { kind: 'bot' as const, level: 'steady' as const }));
  return create({ game, options: goal.options, seats, listed: false, undo: true, chat: false, hints: true, start: true });
}

export interface Tally { games: number; wins: number }
export interface GameStatistics extends Tally {
  game: string; name: string; by_players: (Tally & { players: number })[]; by_seat: (Tally & { seat: number })[]; by_opponent: (Tally & { opponent: string })[];
  best: { players: number; total: number; table: string }[]; lines: { name: string; points: number }[];
  history: { table: string; at: number; players: number; seat: number; total: number; won: boolean; lines: { name: string; points: number }[] }[];
  rating: { value: number; deviation: number; games: number } | null; wins_in_a_row: { now: number; longest: number }; days_in_a_row: { now: number; longest: number };
}
export async function statistics(): Promise<GameStatistics[]> {
  await someone();
  return (await call<{ games: GameStatistics[] }>('GET', '/me/statistics')).games;
}

export const leaveForGood = () => call<unknown>('DELETE', '/me');
export { Problem };
