// The table that one wishes for: how the sentence that says it and the seats behind it hang together, and what is kept of it
// for the next time.

import { LEVELS, type Clock, type Game, type Level, type Plan } from './client.ts';
import { inWords } from './count.ts';

/** Who sits at a place: nobody yet, a bot, or somebody at this screen; the first is always oneself. */
export type SeatKind = 'me' | 'open' | Level;
/** With whom one plays, in one word; `mixed` where the seats say it one by one. */
export type Company = 'friends' | 'anyone' | 'beside' | Level | 'mixed';

export const COMPANIES: readonly (readonly [Company, string])[] = [
  ['friends', 'friends'],
  ['anyone', 'whoever comes'],
  ['playful', 'playful bots'],
  ['gentle', 'gentle bots'],
  ['steady', 'steady bots'],
  ['keen', 'keen bots'],
  ['sharp', 'sharp bots'],
  ['expert', 'expert bots'],
  ['beside', 'people beside me'],
];

export const CLOCKS: Record<string, readonly [words: string, clock: Clock]> = {
  none: ['no clock', { kind: 'none' }],
  quick: ['10 minutes each', { kind: 'live', seconds: 600, increment: 5 }],
  calm: ['30 minutes each', { kind: 'live', seconds: 1800, increment: 10 }],
  day: ['a day for each turn', { kind: 'per_turn', seconds: 86_400 }],
  week: ['a week for each turn', { kind: 'per_turn', seconds: 604_800 }],
};

/** A clock of one's own. */
export interface OwnClock {
  kind: 'live' | 'per_turn';
  amount: number;
  unit: Unit;
  /** Seconds more after each turn, where the time is for the whole game. */
  increment: number;
  weekendsOff: boolean;
}
export const UNITS = { minute: 60, hour: 3600, day: 86_400 } as const;
export type Unit = keyof typeof UNITS;
const FIRST_CLOCK: OwnClock = { kind: 'per_turn', amount: 3, unit: 'day', increment: 10, weekendsOff: true };

/** The clock that is wished for. */
export function clockOf({ clock, own }: Pick<Wish, 'clock' | 'own'>): Clock {
  if (clock !== 'own') return CLOCKS[clock]![1];
  const seconds = Math.round(own.amount) * UNITS[own.unit];
  if (own.kind === 'live') return { kind: 'live', seconds, increment: Math.round(own.increment) };
  return { kind: 'per_turn', seconds, ...(own.weekendsOff && own.unit === 'day' ? { weekends_off: true } : {}) };
}
/** What is wrong with a clock of one's own, or nothing: what the server takes. */
export function clockProblem(wish: Pick<Wish, 'clock' | 'own'>): string {
  const clock = clockOf(wish);
  if (clock.kind === 'none') return '';
  const most = clock.kind === 'live' ? 86_400 : 2_592_000;
  if (!(clock.seconds >= 60)) return 'A clock has at least a minute.';
  if (clock.seconds > most)
    return clock.kind === 'live' ? 'A whole game has a day at most.' : 'A turn has 30 days at most.';
  if (clock.kind === 'live' && !((clock.increment ?? 0) >= 0 && (clock.increment ?? 0) <= 3600))
    return 'After a turn there is up to an hour more.';
  return '';
}

export interface Wish {
  options: Record<string, string>;
  seats: SeatKind[];
  /** One of `CLOCKS`, or `own`. */
  clock: string;
  own: OwnClock;
  listed: boolean;
  /** May nobody watch but those who sit there? */
  seated: boolean;
  undo: boolean;
  hints: boolean;
  chat: boolean;
}

/** What bots of a level are like, and how strong they are where that was measured. */
export function levelWords(game: Game, company: Company): string | null {
  const found = game.levels.find(({ level }) => level === company);
  if (!found) return null;
  return found.rating === null ? found.help : `${found.help} Rated ${found.rating}.`;
}

/** How the game comes, with friends. */
export function firstWish(game: Pick<Game, 'options'>): Wish {
  const options = Object.fromEntries(game.options.map((option) => [option.key, option.default]));
  const wish = {
    options,
    seats: [],
    clock: 'none',
    own: FIRST_CLOCK,
    listed: false,
    seated: false,
    undo: true,
    hints: true,
    chat: true,
  };
  return { ...wish, seats: seatsFor('friends', playersOf(wish)) };
}

export const playersOf = ({ options }: Pick<Wish, 'options'>) => Number(options.players ?? 4);

const seatOf = (company: Company): SeatKind =>
  company === 'friends' || company === 'anyone' || company === 'mixed' ? 'open' : company === 'beside' ? 'me' : company;
export const seatsFor = (company: Company, players: number): SeatKind[] =>
  Array.from({ length: players }, (_, i) => (i === 0 ? 'me' : seatOf(company)));

/** With whom, as the seats say it. */
export function companyOf({ seats, listed }: Pick<Wish, 'seats' | 'listed'>): Company {
  const others = seats.slice(1);
  const [first] = others;
  if (first === undefined) return 'friends';
  if (others.some((seat) => seat !== first)) return 'mixed';
  if (first === 'open') return listed ? 'anyone' : 'friends';
  return first === 'me' ? 'beside' : first;
}

/** The same wish for more or fewer: whoever is added sits as the last one does. */
export function withPlayers(wish: Wish, players: number): Wish {
  const last = wish.seats.length > 1 ? wish.seats.at(-1)! : 'open';
  const seats = Array.from({ length: players }, (_, i) => wish.seats[i] ?? last);
  return { ...wish, options: { ...wish.options, players: `${players}` }, seats };
}
export const withCompany = (wish: Wish, company: Company): Wish =>
  company === 'mixed' ? wish : { ...wish, seats: seatsFor(company, wish.seats.length), listed: company === 'anyone' };

type Option = Game['options'][number];
/** Is it chosen here? What is about an open seat whoever comes chooses, and of a seat that is not there nobody does. */
export const isAsked = ({ key, seat }: Pick<Option, 'key' | 'seat'>, { seats }: Pick<Wish, 'seats'>) =>
  key !== 'players' && (seat == null || (seats[seat] ?? 'open') !== 'open');
/** The name of an option with whose it is. */
export const labelOf = ({ label, seat }: Pick<Option, 'label' | 'seat'>) => {
  if (seat == null) return label;
  return seat === 0 ? `Your ${label.toLowerCase()}` : `${label} of seat ${seat + 1}`;
};

/** What is asked of the server. */
export const planOf = (
  game: Pick<Game, 'id' | 'options'>,
  wish: Wish,
  content: string,
  guests: readonly (string | undefined)[],
): Plan => ({
  game: game.id,
  ...(content ? { content } : {}),
  options: Object.fromEntries(
    game.options
      .filter((option) => option.key === 'players' || isAsked(option, wish))
      .map((option) => [option.key, wish.options[option.key] ?? option.default]),
  ),
  seats: wish.seats.map((kind, i) => {
    if (kind === 'open') return { kind };
    if (kind !== 'me') return { kind: 'bot', level: kind };
    return i === 0 ? { kind } : { kind: 'guest', name: guests[i]?.trim() || `Guest ${i + 1}` };
  }),
  listed: wish.listed,
  watch: wish.seated ? 'seated' : 'anyone',
  chat: wish.chat,
  undo: wish.undo,
  hints: wish.hints,
  clock: clockOf(wish),
  start: !wish.seats.includes('open'),
});

/** What holds besides, in a few words: "Undo, hints and chat are on". */
export function mannerWords({ undo, hints, chat }: Pick<Wish, 'undo' | 'hints' | 'chat'>): string {
  const on = [undo && 'undo', hints && 'hints', chat && 'chat'].filter((each) => each !== false);
  if (!on.length) return 'No undo, no hints, no chat';
  const words = on.length === 1 ? on[0]! : `${on.slice(0, -1).join(', ')} and ${on.at(-1)}`;
  return `${words[0]!.toUpperCase()}${words.slice(1)} ${on.length === 1 && words !== 'hints' ? 'is' : 'are'} on`;
}

export const playerWords = (players: string) => inWords(Number(players));

const key = (game: string) => `bobbin-table-${game}`;
const KINDS: readonly string[] = ['me', 'open', ...LEVELS];
/** A clock of one's own as it was kept, as far as it is one. */
function ownOf(kept: Partial<OwnClock> | undefined): OwnClock {
  const own = { ...FIRST_CLOCK, ...kept };
  const isOne = own.unit in UNITS && (own.kind === 'live' || own.kind === 'per_turn');
  return isOne && Number.isFinite(own.amount) && Number.isFinite(own.increment) ? own : FIRST_CLOCK;
}

/** The last wish for this game, as far as the game still knows its choices. */
export function keptWish(game: Game, read: (key: string) => string | null): Wish {
  const first = firstWish(game);
  let kept: Partial<Wish>;
  try {
    kept = JSON.parse(read(key(game.id)) ?? '{}') as Partial<Wish>;
  } catch {
    return first;
  }
  const options = { ...first.options };
  for (const { key, choices } of game.options) {
    const value = kept.options?.[key];
    if (choices.some((choice) => choice.value === value)) options[key] = value!;
  }
  const players = playersOf({ options });
  const seats =
    Array.isArray(kept.seats) && kept.seats.length === players && kept.seats.every((seat) => KINDS.includes(seat))
      ? (kept.seats.with(0, 'me') as SeatKind[])
      : seatsFor('friends', players);
  const yes = (name: 'listed' | 'seated' | 'undo' | 'hints' | 'chat') =>
    typeof kept[name] === 'boolean' ? (kept[name] as boolean) : first[name];
  return {
    options,
    seats,
    clock: kept.clock && (kept.clock === 'own' || kept.clock in CLOCKS) ? kept.clock : 'none',
    own: ownOf(kept.own),
    listed: yes('listed'),
    seated: yes('seated'),
    undo: yes('undo'),
    hints: yes('hints'),
    chat: yes('chat'),
  };
}
export const keep = (game: string, wish: Wish, write: (key: string, text: string) => void) =>
  write(key(game), JSON.stringify(wish));
