// Something that is being done, and what came of it: a sentence, or what went wrong.

import { inWords } from './passkeys.ts';

export class Doing {
  busy = $state(false);
  note = $state('');
  error = $state('');

  /** Does it and keeps the sentence it gives; true if it went well. */
  async do(what: () => Promise<string>): Promise<boolean> {
    this.busy = true;
    this.note = this.error = '';
    try {
      this.note = await what();
      return true;
    } catch (problem) {
      this.error = inWords(problem);
      return false;
    } finally {
      this.busy = false;
    }
  }
}
