import * as server from '../../lib/client.ts';
import Cat from '../../pieces/Cat.svelte';
import type { TitlePage } from '../title.ts';
import Art from './Art.svelte';
import Scarf from './campaign/Scarf.svelte';
import sprite from './sprite.svg?raw';
import './style.css';

export default {
  name: 'Knitting Circle',
  order: 1,
  facts: {
    line: 'Send your cat around the circle for yarn, then knit it into stripes and solids.',
    players: '1–4',
    minutes: 45,
    makers: 'Knitting Circle is by Emily Vincent (Flatout Games, AEG)',
  },
  Art,
  sprite,
  icon: { id: 'cat-1', size: 28, color: 'var(--seat-1)' },
  Mark: Cat,
  /** The views name cards; what is printed on them is the pack's. */
  board: async (content) => {
    const [{ withCards }, pack] = await Promise.all([import('./board.ts'), server.content('knitting-circle', content)]);
    return withCards(pack);
  },
  ending: () => import('./ending/Ending.svelte'),
  lesson: async () => (await import('./lesson.ts')).default,
  figures: () => import('./Figures.svelte'),
  pieces: () => import('./Pieces.svelte'),
  wardrobe: () => import('./Wardrobe.svelte'),
  picture: () => import('./Picture.svelte'),
  pages: { campaign: { title: 'The long scarf', page: () => import('./campaign/CampaignPage.svelte') } },
  brief: {
    title: 'The long scarf',
    line: 'Fourteen games for one, a row each',
    href: '/campaign',
    Mark: Scarf,
    panel: () => import('./campaign/CampaignBrief.svelte'),
  },
} satisfies TitlePage;
