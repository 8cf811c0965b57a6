import { MediaQuery } from 'svelte/reactivity';

/** Whether the boards are laid out for a phone, as their style sheets ask it, too. */
export const phone = new MediaQuery('max-width: 899px');
