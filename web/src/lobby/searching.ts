// Whoever looks for a game is called wherever they go on this page, so this stands beside all pages.

import { mount } from 'svelte';
import Searching from './Searching.svelte';

let isThere = false;

export function search() {
  if (isThere) return;
  isThere = true;
  // Not from within the page that asks: it would go with it.
  queueMicrotask(() => mount(Searching, { target: document.body }));
}
