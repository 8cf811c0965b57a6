// A table that is being set up: which, what went wrong, and to it once it is there.

import { go } from './router.svelte.ts';

export class Starting {
  /** What the table is for; nothing while none is set up. */
  busy = $state('');
  error = $state('');

  async at(what: string, make: () => Promise<string>) {
    if (this.busy) return;
    this.busy = what;
    this.error = '';
    try {
      go(`/table/${await make()}`);
    } catch (problem) {
      this.error = (problem as Error).message;
    } finally {
      this.busy = '';
    }
  }
}
