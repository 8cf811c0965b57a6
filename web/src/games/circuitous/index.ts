import type { TitlePage } from '../title.ts';
import Art from './Art.svelte';
import { deckOf } from './pieces/decks.ts';
import SeatMark from './SeatMark.svelte';
import sprite from './sprite.svg?raw';
import './style.css';

export default {
  name: 'Circuitous',
  order: 3,
  facts: {
    line: 'Build one winding path together. Most points on the shortest way wins.',
    players: '2–4',
    minutes: 30,
    makers: 'Circuitous is by Platycorn Games',
  },
  Art,
  sprite,
  icon: { id: 'ci-sign', size: 26, color: 'var(--deck-blue)' },
  Mark: SeatMark,
  seatColor: (seat) => `var(--bar-${deckOf(seat)})`,
  keys: [
    ['1–5', 'take up a card'],
    ['R', 'turn the card'],
    ['+ −', 'zoom'],
    ['F', 'fit the table'],
  ],
  board: async () => (await import('./board.ts')).default,
  ending: () => import('./ending/Ending.svelte'),
  lesson: async () => (await import('./lesson.ts')).default,
  figures: () => import('./Figures.svelte'),
  pieces: () => import('./Pieces.svelte'),
  picture: () => import('./Picture.svelte'),
} satisfies TitlePage;
