// Whether somebody of this browser looks for a game that is played at once: then they are called wherever they are on
// this page, and are here for others. What it takes is fetched only then.

const KEY = 'bobbin-seeking';

function kept(): boolean {
  try {
    return localStorage.getItem(KEY) === 'yes';
  } catch {
    return false;
  }
}

class Seeking {
  on = $state(kept());

  set(on: boolean) {
    if (this.on === on) return;
    this.on = on;
    try {
      if (on) localStorage.setItem(KEY, 'yes');
      else localStorage.removeItem(KEY);
    } catch {
      // A browser that keeps nothing looks until it is loaded again.
    }
  }
}

export const seeking = new Seeking();
