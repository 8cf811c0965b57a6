import type { BoardModule } from '../title.ts';
import Board from './Board.svelte';
import { layOut } from './content.ts';
import Rail from './Rail.svelte';
import { total, type View } from './view.ts';

const PHASES: Record<string, string> = {
  first_garments: 'First garments',
  placing_center: 'Center tile',
  drafting: 'Drafting',
  coin: 'Coin',
  crafting: 'Crafting',
  retaining: 'End of the round',
  over: 'The end',
};

interface Event {
  event: string;
  seat?: number;
  slot?: string;
  color?: string;
  side?: string;
  tile?: string;
  card?: string;
  paid?: string;
  garment?: string;
}

const board = {
  Board,
  Rail,
  pieces: {
    garment: 'a garment',
    deck: 'a garment deck',
    tile: 'another tile',
    retain: 'another tile',
    bag: 'a color of the bag',
    yarn: 'a yarn slot',
    button: 'a button',
  },
  status: ({ round, rounds, phase }: View) => `Round ${round} of ${rounds} · ${PHASES[phase]}`,
  points: ({ boards }: View, seat) => total(boards[seat]!),
  moves: ({ event, seat, slot, color, side, tile, card, paid, garment }: Event, me) => {
    const yours = seat === me;
    const home = (to: string) => (yours ? `tile:${to}` : `board:${seat}`);
    const yarn = (at: string) => `yarn:${at.replace(' ', ':')}`;
    if (event === 'drafted' && slot) return [{ from: yarn(slot), to: home(`${color}-${side}`) }];
    if (event === 'center_placed' && slot) return [{ from: `center:${color}`, to: yarn(slot) }];
    if (event === 'knitted' && tile && yours) return [{ from: `tile:${tile}`, to: `garment:${card}` }];
    if (event === 'drew_yarn' || event === 'paw_used') return [{ from: `bag:${color}`, to: home(`${color}-bowl`) }];
    if (event === 'started' && paid && yours) return [{ from: `tile:${paid}`, to: `deck:${garment}` }];
    return [];
  },
} satisfies BoardModule;

export function withCards(pack: unknown): BoardModule {
  layOut(pack);
  return board;
}
