// Something that is being done, and what came of it: a sentence, or what went wrong.

import { inWords } from './passkeys.ts';

export class Doing {
  busy = $state(false);
  note = $state('');
  error = $state('');

  /** Fetches something that is shown; what goes wrong is said. */
  load<T>(question: Promise<T>, then: (found: T) => void) {
    question.then(then, (problem: Error) => (this.error = problem.message));
  }

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
