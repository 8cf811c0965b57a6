// The titles, found by their folders: a new one is a folder here and nothing else. What has no folder is shown by
// `generic`, from its text.

import type { TitlePage } from './title.ts';

const { './generic/index.ts': generic, ...found } = import.meta.glob<TitlePage>('./*/index.ts', {
  eager: true,
  import: 'default',
});

export const TITLES: readonly (TitlePage & { id: string })[] = Object.entries(found)
  .map(([path, page]) => ({ id: path.split('/')[1]!, ...page }))
  .sort((a, b) => a.order - b.order);

export const titleOf = (id: string): TitlePage => TITLES.find((title) => title.id === id) ?? generic!;

/** The titles in their order, then whatever else there is. */
export const inOrder = <T extends { id: string }>(games: readonly T[]): T[] =>
  [...games].sort((a, b) => titleOf(a.id).order - titleOf(b.id).order);
