import type { IconName } from '../pieces/Icon.svelte';

/** What has no cell where the stage is small: it is reached by a tab and shown in a sheet. */
export type Part = 'players' | 'scores' | 'log';

export interface PartOfTable {
  id: Part;
  label: string;
  icon: IconName;
}

/** What is written beside the table: one of these at a time. */
export type Page = 'log' | 'chat' | 'rules';
