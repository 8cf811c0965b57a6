import type { BoardModule } from '../title.ts';
import Board from './Board.svelte';
import LogPiece from './LogPiece.svelte';
import { motions } from './motion.ts';
import './pieces/drawings.ts';
import Players from './Players.svelte';
import Rail from './Rail.svelte';
import type { View } from './types.ts';

const STEPS: Record<View['phase']['step'], string> = {
  marker: 'Marker',
  actions: 'Actions',
  resolving: 'Restock',
  restock_actions: 'Projects',
  final_craft: 'Final craft',
  over: 'The end',
};

/** 2.1, 2.2: the steps of a turn. */
const TURN: View['phase']['step'][] = ['marker', 'actions', 'resolving', 'restock_actions'];

export default {
  Board,
  Rail,
  LogPiece,
  Players,
  phase: ({ phase }: View) => phase.step,
  pieces: { bowl: 'yarn in your bowl', supply: 'yarn in the supply' },
  counted: ['bowl', 'supply'],
  status: ({ round, phase }: View) => `Round ${round} · ${STEPS[phase.step]}`,
  steps: ({ phase }: View) => ({ names: TURN.map((step) => STEPS[step]), at: TURN.indexOf(phase.step) }),
  points: ({ boards }: View, seat) => boards[seat]!.score.total,
  /** Yarn in the bowl costs a point each if it ended now (11.7). */
  stock: ({ boards }: View, seat) => boards[seat]!.score.lines.find(({ name }) => name === 'Yarn left')?.points ?? 0,
  motions,
} satisfies BoardModule;
