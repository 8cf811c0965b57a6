import '@fontsource-variable/fraunces/index.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/pieces.css';
import './styles/words.css';
import './games/index.ts';
import { mount } from 'svelte';
import App from './App.svelte';
import { followPrefs } from './lib/prefs.svelte.ts';

followPrefs();
mount(App, { target: document.getElementById('app')! });
