// How this person likes the page: kept in this browser only.

import { GROUNDS } from './grounds.ts';

const DEFAULTS = {
  theme: 'system',
  palette: 'standard',
  text: 'normal',
  motion: 'system',
  pace: 700,
  sound: 'soft',
  haptics: true,
  confirm: true,
  guard: true,
  /** Does a turn end by itself where nothing else is left to do? */
  ends: true,
};
export type Prefs = typeof DEFAULTS;
const KEY = 'bobbin-prefs';

function load(): Prefs {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
  } catch {
    return { ...DEFAULTS };
  }
}

export const prefs: Prefs = $state(load());

const dark = matchMedia('(prefers-color-scheme: dark)');
const still = matchMedia('(prefers-reduced-motion: reduce)');

export const lessMotion = () => prefs.motion === 'less' || (prefs.motion === 'system' && still.matches);

/** Writes the choices onto the page and keeps them. */
export function followPrefs() {
  const show = () => {
    const root = document.documentElement.dataset;
    const theme = prefs.theme === 'dark' || (prefs.theme === 'system' && dark.matches) ? 'dark' : 'light';
    root.theme = theme;
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]'))
      meta.content = GROUNDS[theme];
    root.palette = prefs.palette;
    root.text = prefs.text;
    root.motion = lessMotion() ? 'less' : 'full';
  };
  dark.addEventListener('change', show);
  still.addEventListener('change', show);
  $effect.root(() => {
    $effect(() => {
      show();
      try {
        localStorage.setItem(KEY, JSON.stringify(prefs));
      } catch {
        // A browser that keeps nothing still plays.
      }
    });
  });
}
