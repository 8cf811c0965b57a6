import { count } from '../../lib/count.ts';
import type { BoardModule } from '../title.ts';
import Board from './Board.svelte';
import Rail from './Rail.svelte';
import type { Event, View } from './types.ts';

export default {
  Board,
  Rail,
  handInFront: true,
  fills: true,
  status: ({ cards }: View) => `${count(cards.length, 'card')} on the table`,
  moves: (told: Event, me) => {
    switch (told.event) {
      case 'laid': {
        const from = told.seat === me ? `hand:${told.card.card}` : `plate:${told.seat}`;
        return [{ from, to: `card:${told.number}`, arrives: true }];
      }
      case 'discarded':
      case 'used':
        return told.seat === me ? [{ from: `hand:${told.card.card}`, to: 'discard' }] : [];
      case 'drew_card':
        return told.seat === me ? [{ from: 'deck', to: `hand:${told.card.card}`, arrives: true }] : [];
      default:
        return [];
    }
  },
} satisfies BoardModule;
