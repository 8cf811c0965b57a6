import type { TitlePage } from '../title.ts';
import Art from './Art.svelte';

/** A game without a folder of its own. */
export default {
  name: '',
  order: Number.MAX_VALUE,
  facts: { line: 'Played from its text.', players: '', minutes: 15 },
  Art,
  board: async () => ({ Board: (await import('./Board.svelte')).default }),
} satisfies TitlePage;
