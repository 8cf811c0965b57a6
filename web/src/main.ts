import '@fontsource-variable/fraunces/index.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/pieces/knitting.css';
import './styles/pieces/ravels.css';
import './styles/pieces/circuitous.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { followPrefs } from './lib/prefs.svelte.ts';

followPrefs();
mount(App, { target: document.getElementById('app')! });
