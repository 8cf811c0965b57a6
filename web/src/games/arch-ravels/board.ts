import type { BoardModule } from '../title.ts';
import Board from './Board.svelte';
import Rail from './Rail.svelte';
import type { View } from './view.ts';

const STEPS: Record<string, string> = {
  marker: 'Marker',
  actions: 'Actions',
  resolving: 'Restock',
  restock_actions: 'Projects',
  final_craft: 'Final craft',
  over: 'The end',
};

interface Event {
  event: string;
  seat?: number;
  space?: number;
  color?: string;
  to?: number;
  item?: string;
  project?: { id: string };
}

export default {
  Board,
  Rail,
  pieces: { bowl: 'yarn in your bowl', supply: 'yarn in the supply' },
  counted: ['bowl', 'supply'],
  status: ({ round, phase }: View) => `Round ${round} · ${STEPS[phase.step]}`,
  points: ({ boards }: View, seat) => boards[seat]!.score.total,
  moves: ({ event, seat, space, color, to, item, project }: Event, me) => {
    const yours = seat === me;
    const home = (of: number | undefined) => (of === me ? `bowl:${color ?? 'R'}` : `seat:${of}`);
    if (event === 'shopped') return [{ from: `space:${space}`, to: home(seat) }];
    if (event === 'gave' && color) return [{ from: home(seat), to: home(to) }];
    if (event === 'crafted' && yours) return [{ from: `pattern:${item}`, to: `item:${item}` }];
    if (event === 'project_finished' && project)
      return [{ from: `project:${project.id}`, to: yours ? 'finished' : `seat:${seat}` }];
    return [];
  },
} satisfies BoardModule;
