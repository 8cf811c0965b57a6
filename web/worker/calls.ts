// A push says only that something waits; what it is, is asked. Nothing is shown but whose turn it is at which table: a
// screen that is locked shows it to everybody.

/** A table that waits, as `GET /api/me/waiting` tells it. */
export interface WaitingTable {
  table: string;
  /** The game's name. */
  title: string;
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
}

const LOOK = { icon: '/icons/icon-192.png', badge: '/icons/badge-96.png' };
const tagOf = (table: string) => `table:${table}`;
/** Where it is not known at which table. */
const SOMEWHERE = 'turn';
const ANYWHERE = { ...LOOK, tag: SOMEWHERE, data: { address: '/' } };

/** What waits, or nothing if that cannot be asked: signed out here, or a server that does not tell. */
async function waiting(device: Device): Promise<WaitingTable[] | null> {
  try {
    const answer = await device.ask();
    if (!answer.ok) return null;
    const told = (await answer.json()) as unknown;
    const list = Array.isArray(told) ? told : (told as { tables?: unknown }).tables;
    return Array.isArray(list) ? list.filter(isTable) : null;
  } catch {
    return null;
  }
}
const isTable = (told: unknown): told is WaitingTable =>
  typeof (told as WaitingTable)?.table === 'string' && typeof (told as WaitingTable).title === 'string';

/** A push has come: each table that waits has one notification, and what waits no more has none. */
export async function told(device: Device): Promise<void> {
  const tables = await waiting(device);
  const before = await device.shown();
  if (tables) await device.sign(tables.length)?.catch(() => undefined);
  const tags = new Set(tables?.map(({ table }) => tagOf(table)) ?? [SOMEWHERE]);
  for (const each of before) if (tables && !tags.has(each.tag)) each.close();
  const looked = (await device.windows()).filter(
    ({ focused, visibilityState }) => focused && visibilityState === 'visible',
  );
  const looksAt = (address: string) => looked.some(({ url }) => new URL(url).pathname === address);
  const fresh = (tables ?? []).filter(({ table }) => !before.some(({ tag }) => tag === tagOf(table)));
  // A browser wants something to be shown for each push: what is there already is shown again, in silence.
  const shown = fresh.length ? fresh : (tables ?? []).slice(0, 1);
  for (const { table, title } of shown) {
    const address = `/table/${table}`;
    // Whoever looks at the table sees it there.
    if (looksAt(address)) continue;
    const isNew = fresh.length > 0;
    await device.show(`Your turn · ${title}`, { ...LOOK, tag: tagOf(table), silent: !isNew, data: { address } });
  }
  if (tables === null) await device.show('Bobbin', { ...ANYWHERE, body: 'It is your turn at a table.' });
  else if (tables.length === 0)
    await device.show('Bobbin', { ...ANYWHERE, body: 'Nothing waits for you any more.', silent: true });
}

/** A notification was touched: the window that shows this is brought to the front, or there is a new one. */
export async function opened(device: Device, address: string): Promise<void> {
  const windows = await device.windows();
  const there = windows.find(({ url }) => new URL(url).pathname === address);
  await (there ? there.focus() : device.open(address));
}
