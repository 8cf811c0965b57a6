import type { BoardModule } from '../title.ts';
import Board from './Board.svelte';
import { layOut } from './content.ts';
import './layout.css';
import LogPiece from './LogPiece.svelte';
import { motions } from './motion.ts';
import Players from './Players.svelte';
import Rail from './Rail.svelte';
import type { Phase, View } from './types.ts';
import { craftsNow, goalOf, total } from './view.ts';

const PHASES: Record<Phase, string> = {
  first_garments: 'First garments',
  placing_center: 'Center tile',
  drafting: 'Drafting',
  coin: 'Coin',
  crafting: 'Crafting',
  retaining: 'End of the round',
  over: 'The end',
};

/** 3.1: the phases of a round, with its end where somebody has a choice in it. */
const STEPS: Phase[] = ['drafting', 'crafting', 'retaining'];
const isDrafted: Phase[] = ['placing_center', 'coin'];

const board = {
  Board,
  Rail,
  LogPiece,
  Players,
  phase: (view: View) => (craftsNow(view) ? 'craft' : view.phase),
  relays: true,
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
  steps: ({ phase }: View) => ({
    names: STEPS.map((step) => PHASES[step]),
    at: isDrafted.includes(phase) ? 0 : STEPS.indexOf(phase),
  }),
  goal: ({ scenario }: View, me) => goalOf(scenario, me),
  points: ({ boards }: View, seat) => total(boards[seat]!),
  motions,
} satisfies BoardModule;

export function withCards(pack: unknown): BoardModule {
  layOut(pack);
  return board;
}
