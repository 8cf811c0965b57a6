// A guided first game: a few sentences, each at the moment it is needed. What is said and when is data (`lesson.ts` of each title);
// a moment is known by what the server says of it: the clause of the prompt, and what can be done.

/** When a sentence is needed. All that is named must hold. */
export interface When {
  /** The prompt stands on one of these clauses. */
  clause?: string | readonly string[];
  /** An action with this verb is legal. */
  verb?: string;
  /** Nothing but this verb is legal. */
  only?: string;
  /** A piece of this kind has just been touched. */
  touched?: string;
  /** This has been said before. */
  after?: string;
  /** Something has been done since the last sentence. */
  later?: true;
  /** The game is over. */
  over?: true;
}
export interface Step {
  id: string;
  when: When;
  title: string;
  text: string;
  /** The rule to read more in. */
  rule?: string;
  /** It asks to touch a piece of this kind: whoever has done so by themselves is not asked any more. */
  asks?: string;
  /** Offer what the bot would do. */
  hint?: true;
}
/** How each of them ends. */
export const END: Step = {
  id: 'end',
  when: { over: true },
  title: 'Your first game is over',
  text: 'Now try a free game: a fresh deal against the same gentle bot.',
};
export interface Lesson {
  about: readonly string[];
  /** About how many, as words: "5 to 15". */
  minutes: string;
  steps: readonly Step[];
}

/** How a table stands, as far as sentences hang on it. */
export interface Moment {
  clause: string;
  verbs: readonly string[];
  touched: readonly string[];
  over: boolean;
  done: number;
}

export function fits({ clause, verb, only, touched, after, later, over }: When, moment: Moment, said: Said): boolean {
  if (moment.over !== (over ?? false)) return false;
  if (over) return true;
  if (moment.verbs.length === 0) return false;
  if (clause !== undefined && !(typeof clause === 'string' ? [clause] : clause).includes(moment.clause)) return false;
  if (verb !== undefined && !moment.verbs.includes(verb)) return false;
  if (only !== undefined && moment.verbs.some((each) => each !== only)) return false;
  if (touched !== undefined && !moment.touched.some((id) => id.startsWith(touched))) return false;
  if (after !== undefined && !said.ids.includes(after)) return false;
  return !later || moment.done > said.last;
}

/** What has been said, and when. It survives a reload of the page. */
export interface Said {
  ids: string[];
  last: number;
  skipped: boolean;
  /** Kinds of pieces that have been touched. */
  touched: string[];
}
export const nothingSaid: Said = { ids: [], last: -1, skipped: false, touched: [] };

const kindOf = (id: string) => id.replace(/:.*/, ':');

/** What has been touched by now is known from then on. */
export const seen = (said: Said, { touched }: Moment): Said => {
  const fresh = touched.map(kindOf).filter((kind) => !said.touched.includes(kind));
  return fresh.length > 0 ? { ...said, touched: [...said.touched, ...new Set(fresh)] } : said;
};

/** The one sentence for this moment: the first that fits and has not been said. */
export function sentence(lesson: Lesson, said: Said, moment: Moment): Step | null {
  if (said.skipped) return null;
  const isNew = ({ id, asks }: Step) => !said.ids.includes(id) && !(asks && said.touched.includes(asks));
  return lesson.steps.find((step) => isNew(step) && fits(step.when, moment, said)) ?? null;
}

export const say = (said: Said, step: Step, moment: Moment): Said => ({
  ...said,
  ids: [...said.ids, step.id],
  last: moment.done,
});

/** What the game gave no occasion to say, for after it: the sentences that stand on a rule. */
export const untold = (lesson: Lesson, said: Said): Step[] =>
  lesson.steps.filter(({ id, rule }) => rule !== undefined && !said.ids.includes(id));
