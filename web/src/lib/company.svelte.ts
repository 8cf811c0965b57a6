// The people at a table: what they say, and whom one keeps at a distance.

import type { Distance } from './account.ts';
import type { ChatLine, SeatInfo, TableApi } from './table-api.ts';

type Api = Pick<TableApi, 'say' | 'muted' | 'keepAway' | 'letNear' | 'report' | 'id'>;

export class Company {
  chat: ChatLine[] = $state([]);
  unread = $state(0);
  /** Seats whose people one has muted or blocked. */
  muted: ReadonlySet<number> = $state.raw(new Set());
  /** What was wanted of them on this page, with the way back. */
  kept: ReadonlyMap<number, { id: string; distance: Distance }> = $state.raw(new Map());
  #api: Api;
  #table: { readonly seats: readonly SeatInfo[]; readonly own: readonly number[] };

  /** `own` are the seats of ours: several where one screen is shared. */
  constructor(api: Api, table: { readonly seats: readonly SeatInfo[]; readonly own: readonly number[] }) {
    this.#api = api;
    this.#table = table;
  }

  /** The table's id, where it is one of the server's. */
  get table() {
    return this.#api.id;
  }

  /** Somebody says something. */
  hear(line: ChatLine) {
    this.chat = [...this.chat, line];
    if (line.seat === null || !this.muted.has(line.seat)) this.unread++;
  }
  get canChat() {
    return this.#api.say !== undefined;
  }
  say = (text: string) => this.#api.say?.(text);

  /** Does somebody else sit there, and no bot? */
  isNeighbor(seat: number): boolean {
    const at = this.#table.seats[seat];
    return this.#api.keepAway !== undefined && !!at && !at.bot && !at.open && !this.#table.own.includes(seat);
  }
  /** Asks whose words are to be hidden, if there is anybody. */
  async renewMuted() {
    if (!this.#api.muted || !this.#table.seats.some((_, seat) => this.isNeighbor(seat))) return;
    const muted = await this.#api.muted().catch(() => null);
    if (muted) this.muted = new Set(muted);
  }
  async keepAway(seat: number, distance: Distance) {
    const id = (await this.#api.keepAway?.(seat, distance)) ?? null;
    if (id !== null) this.kept = new Map(this.kept).set(seat, { id, distance });
    await this.renewMuted();
  }
  async letNear(seat: number) {
    const kept = this.kept.get(seat);
    if (!kept) return;
    await this.#api.letNear?.(kept.id);
    this.kept = new Map([...this.kept].filter(([other]) => other !== seat));
    await this.renewMuted();
  }
  get canReport() {
    return this.#api.report !== undefined;
  }
  report = (seat: number, text: string) => this.#api.report?.(seat, text);
}
