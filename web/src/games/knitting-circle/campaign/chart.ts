// How the campaign's chart is laid out. What is done comes from the server, which reads it from the records.

import type { Goal } from '../../../after/client.ts';

/** Colors of the chart's stitches, in turn. */
const COLORS = ['purple', 'navy', 'teal', 'green', 'yellow', 'pink'];
export const stitchColor = (index: number) => COLORS[index % COLORS.length]!;

export const scenarios = (goals: readonly Goal[]) => goals.filter((goal) => goal.kind === 'scenario');

/** The scenario to try next: the first that is not done. */
export const upNext = (goals: readonly Goal[]): Goal | undefined => scenarios(goals).find((goal) => !goal.done);

/** Goals of rule modifications, together by the modification they belong to. */
export function byModification(goals: readonly Goal[]): { modification: string; clause: string; goals: Goal[] }[] {
  const groups = new Map<string, { modification: string; clause: string; goals: Goal[] }>();
  for (const goal of goals.filter((each) => each.kind === 'modification')) {
    const modification = goal.options.modification ?? '';
    const group = groups.get(modification) ?? { modification, clause: goal.clause, goals: [] };
    group.goals.push(goal);
    groups.set(modification, group);
  }
  return [...groups.values()];
}

export const titled = (id: string) => (id.charAt(0).toUpperCase() + id.slice(1)).replace(/-/g, ' ');
