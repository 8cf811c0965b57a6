import { count } from '../../lib/count.ts';
import type { BoardModule } from '../title.ts';
import Board from './Board.svelte';
import Rail from './Rail.svelte';
import type { View } from './view.ts';

interface Event {
  event: string;
  seat?: number;
  card?: { card: string };
  number?: number;
}

export default {
  Board,
  Rail,
  handInFront: true,
  fills: true,
  status: ({ cards }: View) => `${count(cards.length, 'card')} on the table`,
  moves: ({ event, seat, card, number }: Event, me) => {
    const yours = seat === me;
    const hand = yours ? `hand:${card?.card}` : `plate:${seat}`;
    if (event === 'laid') return [{ from: hand, to: `card:${number}`, arrives: true }];
    if ((event === 'discarded' || event === 'used') && yours) return [{ from: hand, to: 'discard' }];
    if (event === 'drew_card' && yours) return [{ from: 'deck', to: hand, arrives: true }];
    return [];
  },
} satisfies BoardModule;
