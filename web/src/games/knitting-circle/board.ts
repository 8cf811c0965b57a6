import type { BoardModule } from '../title.ts';
import Board from './Board.svelte';
import { layOut } from './content.ts';
import Rail from './Rail.svelte';
import type { Event, Phase, View } from './types.ts';
import { total } from './view.ts';

const PHASES: Record<Phase, string> = {
  first_garments: 'First garments',
  placing_center: 'Center tile',
  drafting: 'Drafting',
  coin: 'Coin',
  crafting: 'Crafting',
  retaining: 'End of the round',
  over: 'The end',
};

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
  moves: (told: Event, me) => {
    const home = (seat: number, tile: string) => (seat === me ? `tile:${tile}` : `board:${seat}`);
    const yarn = (at: string) => `yarn:${at.replace(' ', ':')}`;
    switch (told.event) {
      case 'drafted':
        return [{ from: yarn(told.slot), to: home(told.seat, `${told.color}-${told.side}`) }];
      case 'center_placed':
        return [{ from: `center:${told.color}`, to: yarn(told.slot) }];
      case 'knitted':
        return told.seat === me ? [{ from: `tile:${told.tile}`, to: `garment:${told.card}` }] : [];
      case 'drew_yarn':
      case 'paw_used':
        return [{ from: `bag:${told.color}`, to: home(told.seat, `${told.color}-bowl`) }];
      case 'started':
        return told.seat === me ? [{ from: `tile:${told.paid}`, to: `deck:${told.garment}` }] : [];
      default:
        return [];
    }
  },
} satisfies BoardModule;

export function withCards(pack: unknown): BoardModule {
  layOut(pack);
  return board;
}
