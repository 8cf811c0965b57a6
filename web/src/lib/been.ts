// Whether somebody has played here before, as far as this browser knows: for the moment until the server has said so.

const KEY = 'bobbin-been';

export function hasBeenHere(): boolean {
  try {
    return localStorage.getItem(KEY) === 'yes';
  } catch {
    return false;
  }
}

export function remember(been: boolean) {
  try {
    if (been) localStorage.setItem(KEY, 'yes');
    else localStorage.removeItem(KEY);
  } catch {
    // A browser that keeps nothing is greeted anew each time.
  }
}
