// What the page asks of the server, in one place. The types are written by the server itself (`make types`).

import { guestName } from './guest-name.ts';
import { briefText } from './sentence.ts';
import { letNear, neighbors } from './account.ts';
import { call, Problem } from './api.ts';
import type { components } from './api-types.ts';
import type { Preview } from './preview.ts';
import { PERSONAL } from './shelves.ts';
import type { SeatInfo, TableApi, Update } from './table-api.ts';

type Schemas = components['schemas'];
export type Game = Schemas['GameInfo'];
export type Person = Schemas['Me'];
export type SeatSeen = Schemas['SeatInfo'];
export type Seen = Schemas['Seen'];
export type EventBody = Schemas['EventBody'];
export type EventChanges = Schemas['EventChanges'];
export type What = Schemas['What'];
export type TableInfo = Schemas['TableInfo'];
export type TableLine = Schemas['TableLine'];
export type Level = Schemas['Level'];
export type Clock = Schemas['ClockPlan'];
export type TableSeen = Schemas['TableSeen'];
/** A table with all that a page needs to show it. */
export type Opening = Schemas['Opening'];
type Home = Schemas['Home'];

export const LEVELS: Level[] = ['playful', 'gentle', 'steady', 'keen', 'sharp', 'expert'];
export { Problem };

/** A guest is a name and a cookie; nobody has to say who they are before they play. */
export async function me(): Promise<Person | null> {
  try {
    return await call<Person | null>('GET', '/me');
  } catch (problem) {
    if (problem instanceof Problem && problem.status === 401) return null;
    throw problem;
  }
}
export const rename = (name: string) => call<Person>('PATCH', '/me', { name });

let known: Promise<Person> | null = null;
/** Who we are. Whoever is nobody yet becomes a guest of this name; who came in meanwhile, in another window, stays it. */
export function someone(name = guestName()): Promise<Person> {
  known ??= call<Person>('POST', '/guests', { name });
  known.catch(() => (known = null));
  return known;
}
export const forget = () => (known = null);
/** An answer that had other things in it, too, said who we are. */
function knows(person: Person | null) {
  if (person) known ??= Promise.resolve(person);
  // What was kept here for somebody else goes; most have kept nothing.
  const kept = globalThis.caches?.has(PERSONAL).then(async (isThere) => {
    if (isThere) await (await import('./keep.ts')).keep.belongsTo(person ? String(person.created_at) : null);
  });
  kept?.catch(() => undefined);
}
/** Asks what only someone can ask. */
export const callAsSomeone: typeof call = async (...question) => {
  await someone();
  return call(...question);
};

let asked: Promise<Home> | null = null;
/** What the home page shows. Whoever asks for a part of it while it is on its way gets it from the same answer. */
export function home(): Promise<Home> {
  asked ??= call<Home>('GET', '/home').finally(() => (asked = null));
  return asked.then((found) => {
    knows(found.me);
    listed ??= Promise.resolve(found.games);
    return found;
  });
}

let listed: Promise<Game[]> | null = null;
/** The games of this server: they stay the same while it runs. */
export function games(): Promise<Game[]> {
  const ask = () => call<Game[]>('GET', '/games');
  listed ??= asked ? asked.then((found) => found.games, ask) : ask();
  listed.catch(() => (listed = null));
  return listed;
}

export const contentPath = (game: string, hash: string) => `/games/${game}/content/${hash}`;
const packs = new Map<string, Promise<unknown>>();
/** What a game is played with, by its hash: it never changes. */
export function content(game: string, hash: string): Promise<unknown> {
  const pack = packs.get(hash) ?? call<unknown>('GET', contentPath(game, hash));
  packs.set(hash, pack);
  pack.catch(() => packs.delete(hash));
  return pack;
}
export const rules = async (game: string) => (await call<Schemas['GameWithRules']>('GET', `/games/${game}`)).rules;

/** Tables of ours and others', and what others ask us. */
export type Tables = Pick<Home, 'mine' | 'open' | 'running' | 'finished' | 'invitations' | 'friends' | 'asking'>;
export const tables: () => Promise<Tables> = home;

/** Games of one's own that are over, the latest first. */
export const finishedTables = () => callAsSomeone<TableLine[]>('GET', '/tables?mine=true&status=over&limit=100');

export type Plan = Pick<
  Schemas['NewTable'],
  'game' | 'listed' | 'watch' | 'undo' | 'chat' | 'hints' | 'start' | 'content'
> & {
  clock?: Clock;
  options: Record<string, string>;
  seats: Schemas['SeatWish'][];
};

/** The table that was just made, until its page has shown it. */
let made: Opening | null = null;
/** Makes a table by whatever it is made from. */
export async function make(wish: object): Promise<string> {
  // The page shows others' actions one at a time by itself, so its bots need not wait.
  made = await callAsSomeone<Opening>('POST', '/tables', { ...wish, pace: 0 });
  return made.table.id;
}
/** A table as it stands, with all that was before: in one answer, or in none where we have just made it. */
export async function open(id: string, seat?: number | null): Promise<Opening> {
  const as = seat === undefined ? '' : `?seat=${seat ?? 'spectator'}`;
  const seen = made?.table.id === id ? made : await call<Opening>('GET', `/tables/${id}/opening${as}`);
  made = null;
  knows(seen.me);
  return seen;
}
export const create = (plan: Plan) => make(plan);
export const playersOf = (game: Game) => Number(game.options.find((option) => option.key === 'players')?.default ?? 4);

/** A table with bots, at once. */
export function playWithBots(
  game: string,
  players: number,
  { level = 'steady', chat = true, options = {} }: { level?: Level; chat?: boolean; options?: Plan['options'] } = {},
): Promise<string> {
  const seats: Plan['seats'] = Array.from({ length: players }, (_, i) =>
    i === 0 ? { kind: 'me' } : { kind: 'bot', level },
  );
  return create({ game, options, seats, listed: false, watch: 'anyone', undo: true, chat, hints: true, start: true });
}
export const playNow = (game: Game) => playWithBots(game.id, playersOf(game));
export const look = (id: string) => call<TableSeen>('GET', `/tables/${id}`);
export const info = async (id: string) => (await look(id)).table;
/** Takes an open seat, or a free one of a game that runs: the first, or the one that is meant. */
export const join = (id: string, seat?: number) => call<unknown>('POST', `/tables/${id}/join`, { seat });
export const leave = (id: string, seat?: number) => call<unknown>('POST', `/tables/${id}/leave`, { seat });
/** Whoever made the table sends somebody away before the start; they cannot come back to it. */
export const remove = (id: string, seat: number) => call<unknown>('POST', `/tables/${id}/remove`, { seat });
/** Whoever made the table gives an open seat to a bot before the start. */
export const seatBot = (id: string, seat: number) => call<unknown>('POST', `/tables/${id}/bot`, { seat });
/** Chooses for a seat before the start: whom one plays. */
export const choose = (id: string, seat: number, option: string, value: string) =>
  call<unknown>('POST', `/tables/${id}/choose`, { seat, option, value });
export const start = (id: string) => call<unknown>('POST', `/tables/${id}/start`);
export const takeBack = (id: string, seat: number) => call<unknown>('POST', `/tables/${id}/take-back`, { seat });
/** Gives another seat time: a minute, or another turn's time. */
export const giveTime = (id: string, seat: number, to: number) =>
  call<unknown>('POST', `/tables/${id}/give-time`, { seat, to });
/** Says that one would end the game without a result, or play on. */
export const wantEnd = (id: string, wants: boolean) => call<TableSeen>('POST', `/tables/${id}/end`, { wants });
/** Has the only choice of a seat of ours done for it, or not any more. */
export const skip = (id: string, seat: number, on: boolean) =>
  call<TableSeen>('POST', `/tables/${id}/skip`, { seat, on });
/** So many days off from now on; none: one is back. */
export const takeDaysOff = (id: string, seat: number, days: number) =>
  call<unknown>('POST', `/tables/${id}/days-off`, { seat, days });
/** The same at all tables at which there are days off. */
export const takeDaysOffEverywhere = (days: number) =>
  callAsSomeone<Schemas['Holiday']>('POST', '/me/days-off', { days });
export const streamUrl = (id: string, seat: number | null) =>
  `/api/tables/${id}/events?changes=true&seat=${seat ?? 'spectator'}`;

/** A table of ours that has not begun, with nobody at it but us and bots: there is nobody to invite. */
export const waitsForNobody = ({
  table,
  now,
}: {
  table: Pick<TableInfo, 'status' | 'yours' | 'your_seats'>;
  now: { seats: Pick<SeatSeen, 'kind'>[] };
}) =>
  table.status === 'open' &&
  table.yours &&
  now.seats.every(({ kind }, seat) => kind === 'bot' || table.your_seats.includes(seat));

const key = () => crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;

/** What a session asks of a table. */
export function tableApi(table: TableInfo, seat: number | null): TableApi {
  const at = `/tables/${table.id}`;
  const refused = (problem: unknown) => {
    if (!(problem instanceof Problem)) throw problem;
    return {
      ok: false as const,
      message: briefText(problem.message),
      ...(problem.clause ? { clause: problem.clause } : {}),
    };
  };
  const done = ({ event }: { event: number }) => ({ ok: true as const, event });
  const api: TableApi = {
    id: table.id,
    play: (action, version) =>
      call<{ event: number }>('POST', `${at}/actions`, { seat, action: action.action, version, key: key() }).then(
        done,
        refused,
      ),
    undo: (version) => call<{ event: number }>('POST', `${at}/undo`, { seat, version, key: key() }).then(done, refused),
    whyNot: async (picks) => {
      const why = await call<Schemas['WhyNot']>('POST', `${at}/why-not`, { seat, picks: picks.slice(0, 20) });
      return why.answer === 'refused' ? { message: briefText(why.message), clause: why.clause } : null;
    },
    preview: (actions) => call<Preview[]>('POST', `${at}/preview`, { seat, actions }),
    after: async (actions) => {
      const lines = await call<Preview[]>('POST', `${at}/preview`, { seat, actions, next: true });
      return lines.map(({ next }) => next);
    },
    muted: () => call<number[]>('GET', `${at}/muted`),
    keepAway: async (seat, distance) => {
      await callAsSomeone('POST', `${at}/seats/${seat}/distance`, { distance });
      // The newest is the one that was just made.
      const kept = await neighbors().catch(() => []);
      return kept.sort((a, b) => b.created_at - a.created_at)[0]?.id ?? null;
    },
    letNear: async (id) => void (await letNear(id)),
    rules: () => rules(table.game),
    rematch: async () => {
      const seen = await call<TableSeen>('POST', `${at}/rematch`);
      if (waitsForNobody(seen)) await start(seen.table.id);
      return seen.table.id;
    },
  };
  if (seat !== null) {
    const code = (problem: unknown) => ({ ...refused(problem), code: (problem as Problem).code });
    api.prepare = (what) =>
      call<TableSeen>('POST', `${at}/prepare`, { seat, picks: what?.picks ?? [] }).then(({ now }) => done(now), code);
  }
  if (seat === null) api.watching = async () => (await look(table.id)).watching;
  if (table.hints && seat !== null) {
    api.hint = async () => {
      const { best } = await call<Schemas['Hint']>('POST', `${at}/hint`, { seat });
      return best.map(({ action, label, value, expected_score: score }) => ({ action, label, value, score }));
    };
  }
  if (seat !== null)
    api.report = async (other, text) => void (await call('POST', `${at}/seats/${other}/report`, { text }));
  if (table.chat && seat !== null) api.say = async (text) => void (await call('POST', `${at}/chat`, { seat, text }));
  return api;
}

export const seatInfo = (seat: SeatSeen): SeatInfo => ({
  name: seat.name || 'Open seat',
  bot: seat.kind === 'bot',
  open: seat.kind === 'open',
  away: seat.away !== null,
  level: seat.level,
  wantsEnd: seat.wants_end,
  offUntil: seat.off_until,
  free: seat.free,
  choices: seat.choices,
});

/** One event of the stream as a step that can be shown. */
export function update(body: EventBody): Update | null {
  const { now, what, happenings } = body;
  if (now.view === null || now.view === undefined) return null;
  return {
    version: now.version,
    event: body.event,
    view: now.view,
    text: '',
    legal: now.legal,
    toAct: now.to_act,
    prompt: now.prompt ?? { text: ['The game is over.'], clause: '' },
    by: what.kind === 'played' ? what.seat : null,
    undoneBy: what.kind === 'undone' ? what.seat : null,
    told: happenings,
    undo: {
      can: now.undo.possible,
      ...(now.undo.why_not ? { why: now.undo.why_not } : {}),
      ...(now.undo.clause ? { clause: now.undo.clause } : {}),
    },
    outcome: now.outcome,
    clocks: now.clocks ?? null,
    inAdvance: now.in_advance,
  };
}
