import type { TitlePage } from '../title.ts';
import Art from './Art.svelte';
import './style.css';

export default {
  name: 'Arch Ravels',
  order: 2,
  facts: {
    line: 'Shop the yarn bazaar, craft what the projects ask for, and mind the tangled cat.',
    players: '2–4',
    minutes: 50,
    makers: 'ArchRavels, as its makers write it, is by XYZ Game Labs',
  },
  Art,
  icon: { id: 'ball', size: 27, color: 'var(--yarn-teal)' },
  board: async () => (await import('./board.ts')).default,
  ending: () => import('./ending/Ending.svelte'),
  lesson: async () => (await import('./lesson.ts')).default,
  figures: () => import('./Figures.svelte'),
  pieces: () => import('./Pieces.svelte'),
  picture: () => import('./Picture.svelte'),
} satisfies TitlePage;
