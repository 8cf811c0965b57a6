import type { BoardModule } from '../title.ts';
import Board from './Board.svelte';
import Rail from './Rail.svelte';
import type { Event, View } from './types.ts';

const STEPS: Record<View['phase']['step'], string> = {
  marker: 'Marker',
  actions: 'Actions',
  resolving: 'Restock',
  restock_actions: 'Projects',
  final_craft: 'Final craft',
  over: 'The end',
};

export default {
  Board,
  Rail,
  pieces: { bowl: 'yarn in your bowl', supply: 'yarn in the supply' },
  counted: ['bowl', 'supply'],
  status: ({ round, phase }: View) => `Round ${round} · ${STEPS[phase.step]}`,
  points: ({ boards }: View, seat) => boards[seat]!.score.total,
  moves: (told: Event, me) => {
    const home = (seat: number, color = 'R') => (seat === me ? `bowl:${color}` : `seat:${seat}`);
    switch (told.event) {
      case 'shopped':
        return [{ from: `space:${told.space}`, to: home(told.seat) }];
      case 'gave':
        return [{ from: home(told.seat, told.color), to: home(told.to, told.color) }];
      case 'crafted':
        return told.seat === me ? [{ from: `pattern:${told.item}`, to: `item:${told.item}` }] : [];
      case 'project_finished': {
        const to = told.seat === me ? 'finished' : `seat:${told.seat}`;
        return [{ from: `project:${told.project.id}`, to }];
      }
      default:
        return [];
    }
  },
} satisfies BoardModule;
