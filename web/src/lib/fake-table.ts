// A step of a table, for tests.

import type { LegalAction } from './picks.ts';
import type { Update } from './table-api.ts';

export const legal = (action: string, picks: string[] = []): LegalAction => ({
  action,
  picks,
  verb: action,
  label: action,
});

export const step = (event: number, more: Partial<Update> = {}): Update => ({
  version: event,
  event,
  view: { points: 0 },
  text: '',
  legal: [],
  prompt: { text: '', clause: '' },
  by: null,
  undoneBy: null,
  told: [],
  undo: { can: false },
  outcome: null,
  ...more,
});
