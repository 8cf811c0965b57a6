// A push says only that something waits; what it is, is asked. Nothing is shown but whose turn it is at which table: a
// screen that is locked shows it to everybody.

/** A table that waits, as `GET /api/me/waiting` tells it. */
export interface WaitingTable {
  table: string;
  /** The game's name. */
  title: string;
}

/** What else one was called for, as the same answer tells it. */
export interface WaitingCall {
  /** The same each time it is told. */
  id: string;
  kind: string;
  /** The game's name. */
  title: string | null;
  path: string;
}

interface Window {
  url: string;
  focused: boolean;
  visibilityState: string;
  focus(): Promise<unknown>;
}
interface Shown {
  tag: string;
  close(): void;
}
/** What this device can do. */
export interface Device {
  ask(): Promise<Response>;
  windows(): Promise<readonly Window[]>;
  open(address: string): Promise<unknown>;
  shown(): Promise<readonly Shown[]>;
  show(title: string, options: NotificationOptions): Promise<void>;
  sign(count: number): Promise<void> | undefined;
  /** Those that were not told before; from now on they were. */
  unheard(ids: readonly string[]): Promise<readonly string[]>;
}

const LOOK = { icon: '/icons/icon-192.png', badge: '/icons/badge-96.png' };
const tagOf = (table: string) => `table:${table}`;
const CALL = 'call:';
/** Where it is not known at which table. */
const SOMEWHERE = 'turn';
const ANYWHERE = { ...LOOK, tag: SOMEWHERE, data: { address: '/' } };

/** What is said of a call: it names nobody. */
const WORDS: Record<string, string> = {
  started: 'Your game has begun',
  over: 'Your game is over',
  invitation: 'You are invited',
  friend: 'Somebody would like to be your friend',
  tournament: 'News of your tournament',
};

interface Told {
  tables: WaitingTable[];
  calls: WaitingCall[];
}

/** What waits, or nothing if that cannot be asked: signed out here, or a server that does not tell. */
async function waiting(device: Device): Promise<Told | null> {
  try {
    const answer = await device.ask();
    if (!answer.ok) return null;
    const told = (await answer.json()) as unknown;
    const { tables, calls } = Array.isArray(told) ? { tables: told } : (told as { tables?: unknown; calls?: unknown });
    if (!Array.isArray(tables)) return null;
    return { tables: tables.filter(isTable), calls: Array.isArray(calls) ? calls.filter(isCall) : [] };
  } catch {
    return null;
  }
}
const isTable = (told: unknown): told is WaitingTable =>
  typeof (told as WaitingTable)?.table === 'string' && typeof (told as WaitingTable).title === 'string';

const isCall = (told: unknown): told is WaitingCall =>
  typeof (told as WaitingCall)?.id === 'string' &&
  Object.hasOwn(WORDS, (told as WaitingCall).kind) &&
  typeof (told as WaitingCall).path === 'string' &&
  // Nowhere but to a page of ours.
  /^\/(?!\/)/.test((told as WaitingCall).path);

/** Calls that were not told yet; where nobody knows, all are. */
async function news(device: Device, calls: readonly WaitingCall[]): Promise<WaitingCall[]> {
  if (calls.length === 0) return [];
  const ids = calls.map(({ id }) => id);
  const unheard = await device.unheard(ids).catch(() => ids);
  return calls.filter(({ id }) => unheard.includes(id));
}

/** Shows how many wait. Not waited for: a device that shows no number may throw, or never answer. */
async function signed(device: Device, count: number): Promise<void> {
  try {
    await device.sign(count);
  } catch {
    return;
  }
}

/** A push has come: each table that waits has one notification, and what waits no more has none. */
export async function told(device: Device): Promise<void> {
  const found = await waiting(device);
  const tables = found?.tables ?? null;
  const calls = await news(device, found?.calls ?? []);
  const before = await device.shown();
  if (tables) void signed(device, tables.length);
  const tags = new Set(tables?.map(({ table }) => tagOf(table)) ?? [SOMEWHERE]);
  const isOver = ({ tag }: Shown) => !tags.has(tag) && !tag.startsWith(CALL);
  for (const each of before) if (tables && isOver(each)) each.close();
  const looked = (await device.windows()).filter(
    ({ focused, visibilityState }) => focused && visibilityState === 'visible',
  );
  const looksAt = (address: string) => looked.some(({ url }) => new URL(url).pathname === address);
  const fresh = (tables ?? []).filter(({ table }) => !before.some(({ tag }) => tag === tagOf(table)));
  // A browser wants something to be shown for each push: what is there already is shown again, in silence.
  const shown = fresh.length || calls.length ? fresh : (tables ?? []).slice(0, 1);
  for (const { table, title } of shown) {
    const address = `/table/${table}`;
    // Whoever looks at the table sees it there.
    if (looksAt(address)) continue;
    const isNew = fresh.length > 0;
    await device.show(`Your turn · ${title}`, { ...LOOK, tag: tagOf(table), silent: !isNew, data: { address } });
  }
  for (const { id, kind, title, path } of calls) {
    if (looksAt(path)) continue;
    const words = title ? `${WORDS[kind]} · ${title}` : WORDS[kind]!;
    await device.show(words, { ...LOOK, tag: CALL + id, data: { address: path } });
  }
  if (tables === null) await device.show('Bobbin', { ...ANYWHERE, body: 'It is your turn at a table.' });
  else if (tables.length === 0 && calls.length === 0)
    await device.show('Bobbin', { ...ANYWHERE, body: 'Nothing waits for you any more.', silent: true });
}

/** A notification was touched: the window that shows this is brought to the front, or there is a new one. */
export async function opened(device: Device, address: string): Promise<void> {
  const windows = await device.windows();
  const there = windows.find(({ url }) => new URL(url).pathname === address);
  await (there ? there.focus() : device.open(address));
}
