import '@fontsource-variable/fraunces/index.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/pieces.css';
import './styles/layout.css';
import './styles/words.css';
import './styles/motion.css';
import './games/index.ts';
import { mount } from 'svelte';
import { lookAhead } from './ahead.ts';
import App from './App.svelte';
import { home } from './lib/client.ts';
import { followPrefs } from './lib/prefs.svelte.ts';
import { isSeeking } from './lib/seeking.ts';
import { startWorker } from './lib/offered.svelte.ts';
import { PAGES } from './pages.ts';

followPrefs();
lookAhead();
startWorker();
// Most who come to the home page go to a table: once all is there, what every table needs.
if (location.pathname === '/') home().then(PAGES.table, () => undefined);
// Whoever looked for a game before a reload looks on.
if (isSeeking())
  import('./lobby/searching.ts').then(
    ({ search }) => search(),
    () => undefined,
  );
mount(App, { target: document.getElementById('app')! });
