// Whether one looks for a game that is played at once, or has found one and was not led there yet.

import { isSeeking, keepSeeking } from '../lib/seeking.ts';

class Seeking {
  on = $state(isSeeking());

  set(on: boolean) {
    if (this.on === on) return;
    this.on = on;
    keepSeeking(on);
  }
}

export const seeking = new Seeking();
