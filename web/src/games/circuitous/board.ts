import { count } from '../../lib/count.ts';
import type { BoardModule } from '../title.ts';
import Board from './Board.svelte';
import LogPiece from './LogPiece.svelte';
import { motions } from './motion.ts';
import Players from './Players.svelte';
import Rail from './Rail.svelte';
import type { View } from './types.ts';

export default {
  Board,
  Rail,
  LogPiece,
  Players,
  phase: ({ phase }: View) => phase.is,
  // A card and its place, a card and what its ability does are one.
  begins: ({ picks, verb }) => {
    if (picks.at(-1) === 'play') return picks.slice(0, -1);
    return picks.at(-1) === 'use' || verb === 'Take' ? picks : null;
  },
  endsItself: true,
  pieces: { place: 'a glowing place', finish: 'a finish', card: 'a card on the table', discard: 'the discard pile' },
  handInFront: true,
  fills: true,
  status: ({ cards }: View) => `${count(cards.length, 'card')} on the table`,
  // 2.1, 2.2: what is chosen and not complete is part of playing a card.
  steps: ({ phase }: View) => ({ names: ['Play a card', 'Draw up to five'], at: phase.is === 'done' ? 1 : 0 }),
  motions,
} satisfies BoardModule;
