// What the pages after a game ask of the server.

import { call, Problem } from '../lib/api.ts';
import { someone, type SeatSeen, type TableInfo } from '../lib/client.ts';
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
// DEV-FALLBACK
export async function positions(table: string, viewer: Viewer, from: number, count: number): Promise<Pages> {
  const found: (Position & { of: number })[] = [];
  for (let i = from; i < from + count; i++) {
    try { found.push(await call('GET', `/tables/${table}/positions/${i}?seat=${viewer}`)); } catch { break; }
  }
  return { of: found[0]?.of ?? 0, positions: found };
}
export async function moves(table: string, _viewer: Viewer): Promise<Position[]> {
  const { entries } = await record(table);
  return entries.map((e, i) => ({ index: i + 1, seat: e.seat, action: e.action, happenings: [{ words: e.action ?? '' }], to_act: [], view: null, prompt: null, outcome: null }));
}
// /DEV-FALLBACK
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

export interface DailyScore { value: number; words?: string }
export interface DailyLine { rank: number; name: string; score: DailyScore | number; table: string; you: boolean }
export interface Deal { game: string; name: string; setup: globalThis.Record<string, string>; level: string | null; mine: { table: string; status: string; score: DailyScore | number | null } | null; board: DailyLine[] | null; played?: number }
export interface Daily { date: string; deals: Deal[] }
export async function daily(date?: string): Promise<Daily> {
  await someone();
  return call<Daily>('GET', `/daily${date ? `?date=${encodeURIComponent(date)}` : ''}`);
}
export async function playDaily(game: string): Promise<string> {
  await someone();
  return (await call<{ table: string }>('POST', `/daily/${game}`)).table;
}
export const scoreWords = (score: DailyScore | number | null | undefined) =>
  score === null || score === undefined ? '' : typeof score === 'number' ? String(score) : (score.words ?? String(score.value));

export interface ChartEntry {
  key: string; name: string; kind: 'scenario' | 'achievement' | 'modification'; clause: string; text?: string; minimum?: number | null; objectives?: string[];
  best: number | null; done: boolean; table: string | null; options?: globalThis.Record<string, string>;
}
export async function campaign(): Promise<ChartEntry[]> {
  await someone();
  const found = await call<ChartEntry[] | { entries: ChartEntry[] }>('GET', '/me/campaign');
  return Array.isArray(found) ? found : found.entries;
}

export interface Tally { games: number; wins: number }
export interface GameStatistics {
  game: string; name: string; games: number; wins: number; best: number | null;
  by_seats?: globalThis.Record<string, Tally>; by_seat?: globalThis.Record<string, Tally>; by_opponent?: globalThis.Record<string, Tally>;
  scores: { table: string; date: string; total: number; lines: { name: string; points: number }[] }[];
  rating: { value: number; deviation: number } | null; streak?: { now: number; best: number };
}
export async function statistics(): Promise<GameStatistics[]> {
  await someone();
  const found = await call<GameStatistics[] | { games: GameStatistics[] }>('GET', '/me/statistics');
  return Array.isArray(found) ? found : found.games;
}

export const leaveForGood = () => call<unknown>('DELETE', '/me');
export { Problem };
