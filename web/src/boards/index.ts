// Which board shows which game. A game without one is played from its text.

import { count } from '../lib/count.ts';
import * as server from '../lib/client.ts';
import type { Move } from '../lib/fly.ts';
import type { BoardModule } from './board.ts';
import Generic from './generic/Board.svelte';
import type { View as CircuitousView } from './circuitous/view.ts';
import { total, type View as KnittingView } from './knitting/view.ts';
import type { View as RavelsView } from './ravels/view.ts';

export type AnyBoard = Omit<BoardModule, 'status' | 'moves' | 'points'> & {
  status?: (view: unknown) => string;
  points?: (view: unknown, seat: number) => number;
  moves?: (event: unknown, me: number | null) => Move[];
};

const generic: AnyBoard = { Board: Generic };

const PHASES: Record<string, string> = {
  first_garments: 'First garments',
  placing_center: 'Center tile',
  drafting: 'Drafting',
  coin: 'Coin',
  crafting: 'Crafting',
  retaining: 'End of the round',
  over: 'The end',
};
const STEPS: Record<string, string> = {
  marker: 'Marker',
  actions: 'Actions',
  resolving: 'Restock',
  restock_actions: 'Projects',
  final_craft: 'Final craft',
  over: 'The end',
};

interface KnittingEvent {
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
interface CircuitousEvent {
  event: string;
  seat?: number;
  card?: { card: string };
  number?: number;
  finish?: number;
}
interface RavelsEvent {
  event: string;
  seat?: number;
  space?: number;
  color?: string;
  to?: number;
  item?: string;
  project?: { id: string };
  request?: { id: string };
}

/** The views of Knitting Circle name cards; what is printed on them is the pack's. */
async function knitting(content: string) {
  const [Board, Rail, { layOut }, pack] = await Promise.all([
    import('./knitting/Board.svelte'),
    import('./knitting/Rail.svelte'),
    import('./knitting/content.ts'),
    server.content('knitting-circle', content),
  ]);
  layOut(pack);
  return { Board: Board.default, Rail: Rail.default };
}

const loaders: Record<string, (content: string) => Promise<AnyBoard>> = {
  'knitting-circle': async (content) => ({
    ...(await knitting(content)),
    pieces: {
      garment: 'a garment',
      deck: 'a garment deck',
      tile: 'another tile',
      retain: 'another tile',
      bag: 'a color of the bag',
      yarn: 'a yarn slot',
      button: 'a button',
    },
    marks: 'cat',
    status: (view) =>
      `Round ${(view as KnittingView).round} of ${(view as KnittingView).rounds} · ${PHASES[(view as KnittingView).phase]}`,
    points: (view, seat) => total((view as KnittingView).boards[seat]!),
    moves: (raw, me) => {
      const e = raw as KnittingEvent;
      const yours = e.seat === me;
      const home = (tile: string) => (yours ? `tile:${tile}` : `board:${e.seat}`);
      const yarn = (slot: string) => `yarn:${slot.replace(' ', ':')}`;
      if (e.event === 'drafted' && e.slot) return [{ from: yarn(e.slot), to: home(`${e.color}-${e.side}`) }];
      if (e.event === 'center_placed' && e.slot) return [{ from: `center:${e.color}`, to: yarn(e.slot) }];
      if (e.event === 'knitted' && e.tile && yours) return [{ from: `tile:${e.tile}`, to: `garment:${e.card}` }];
      if (e.event === 'drew_yarn' || e.event === 'paw_used')
        return [{ from: `bag:${e.color}`, to: home(`${e.color}-bowl`) }];
      if (e.event === 'started' && e.paid && yours) return [{ from: `tile:${e.paid}`, to: `deck:${e.garment}` }];
      return [];
    },
  }),
  'arch-ravels': async () => ({
    Board: (await import('./ravels/Board.svelte')).default,
    Rail: (await import('./ravels/Rail.svelte')).default,
    pieces: { bowl: 'yarn in your bowl', supply: 'yarn in the supply' },
    counted: ['bowl', 'supply'],
    status: (view) => `Round ${(view as RavelsView).round} · ${STEPS[(view as RavelsView).phase.step]}`,
    points: (view, seat) => (view as RavelsView).boards[seat]!.score.total,
    moves: (raw, me) => {
      const e = raw as RavelsEvent;
      const home = e.seat === me ? (e.color ? `bowl:${e.color}` : 'bowl:R') : `seat:${e.seat}`;
      if (e.event === 'shopped') return [{ from: `space:${e.space}`, to: home }];
      if (e.event === 'gave' && e.color)
        return [
          {
            from: e.seat === me ? `bowl:${e.color}` : `seat:${e.seat}`,
            to: e.to === me ? `bowl:${e.color}` : `seat:${e.to}`,
          },
        ];
      if (e.event === 'crafted' && e.seat === me) return [{ from: `pattern:${e.item}`, to: `item:${e.item}` }];
      if (e.event === 'project_finished' && e.project)
        return [{ from: `project:${e.project.id}`, to: e.seat === me ? 'finished' : `seat:${e.seat}` }];
      return [];
    },
  }),
  circuitous: async () => ({
    Board: (await import('./circuitous/Board.svelte')).default,
    Rail: (await import('./circuitous/Rail.svelte')).default,
    marks: 'deck',
    status: (view) => `${count((view as CircuitousView).cards.length, 'card')} on the table`,
    moves: (raw, me) => {
      const e = raw as CircuitousEvent;
      const yours = e.seat === me;
      const hand = yours ? `hand:${e.card?.card}` : `plate:${e.seat}`;
      if (e.event === 'laid') return [{ from: hand, to: `card:${e.number}`, arrives: true }];
      if ((e.event === 'discarded' || e.event === 'used') && yours) return [{ from: hand, to: 'discard' }];
      if (e.event === 'drew_card' && yours) return [{ from: 'deck', to: hand, arrives: true }];
      return [];
    },
  }),
};

/** The board of a game, with the cards of this content. */
export const loadBoard = (game: string, content: string): Promise<AnyBoard> =>
  loaders[game]?.(content) ?? Promise.resolve(generic);
