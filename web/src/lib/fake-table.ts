// A table's steps and answers, for tests.

import type { LegalAction } from './picks.ts';
import type { Preview } from './preview.ts';
import type { Update } from './table-api.ts';

export const legal = (action: string, picks: string[] = []): LegalAction => ({
  action,
  picks,
  verb: action,
  label: [action],
});

export const step = (event: number, more: Partial<Update> = {}): Update => ({
  version: event,
  event,
  view: { points: 0 },
  text: '',
  legal: [],
  toAct: [],
  prompt: { text: [], clause: '' },
  by: null,
  undoneBy: null,
  told: [],
  undo: { can: false },
  outcome: null,
  ...more,
});

/** An action that leads to so many points. */
export const preview = (action: string, points = 0, can_undo = true): Preview => ({
  action,
  is_legal: true,
  is_sure: true,
  can_undo,
  happenings: [],
  changes: [{ path: '/points', to: points }],
  next: [],
});
