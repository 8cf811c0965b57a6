// Whether somebody of this browser looks for a game that is played at once: what calls them on every page is fetched
// only then (`lobby/searching.ts`).

const KEY = 'bobbin-seeking';

export function isSeeking(): boolean {
  try {
    return KEY in localStorage;
  } catch {
    return false;
  }
}

export function keepSeeking(on: boolean) {
  try {
    if (on) localStorage.setItem(KEY, 'yes');
    else localStorage.removeItem(KEY);
  } catch {
    // A browser that keeps nothing looks until it is loaded again.
  }
}
