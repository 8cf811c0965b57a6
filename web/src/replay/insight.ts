// What the search bot found out about a finished game (crates/insight writes it).

import type { components } from '../lib/api-types.ts';

type Schemas = components['schemas'];
/** start + luck + own + others = result, exactly. */
export type Account = Schemas['Tally'];
export type Expected = Schemas['Outlook'];
export type Errors = Schemas['Errors'];
export type Step = Schemas['Step'];
export type Moment = Schemas['Moment'];
export type Insight = Schemas['Insight'];
export type Answer =
  | { status: 'none' }
  | { status: 'working'; done: number; of: number }
  | { status: 'ready'; insight: Insight }
  | { status: 'failed'; message?: string };

export type Measure = 'chances' | 'points';

/** One line of the plot: what was expected after each entry of the record, the deal first. */
export interface Line {
  seat: number;
  dots: { index: number; value: number }[];
}

export function lines(insight: Insight, measure: Measure): Line[] {
  const of = (expected: Expected, seat: number) =>
    measure === 'chances' ? expected.chances?.[seat] : expected.points[seat];
  return insight.players.flatMap(({ seat }) => {
    const [start, deal] = [of(insight.start, seat), of(insight.deal, seat)];
    const dots = [
      { index: 0, value: start === undefined || deal === undefined ? undefined : start + deal },
      ...insight.steps.map((step) => ({ index: step.index + 1, value: of(step.after, seat) })),
    ];
    const known = dots.filter(
      (dot): dot is { index: number; value: number } => dot.value !== undefined && dot.value !== null,
    );
    return known.length ? [{ seat, dots: known }] : [];
  });
}

export const hasChances = (insight: Insight) =>
  insight.players.some((player) => player.chances) && insight.players.length > 1;

/** The step that led to a position. */
export const stepTo = (insight: Insight, index: number): Step | undefined =>
  insight.steps.find((step) => step.index === index - 1);

/** What choices and moments are told in: the chance to win, and the points of who plays alone. */
export const measureOf = (insight: Insight): Measure => (hasChances(insight) ? 'chances' : 'points');

/** What a step lost, as the key moments weigh it, and how far off that may be. */
export const lossOf = (step: Step, measure: Measure) =>
  measure === 'chances'
    ? { loss: step.loss_chance, error: step.loss_chance_error }
    : { loss: step.loss, error: step.loss_error };

/** Less than this is shown as nothing. */
const LEAST: Record<Measure, number> = { chances: 0.005, points: 0.05 };

/** What a step lost for certain: nothing if it may be nothing but the noise of the estimate. */
export function clearLoss(step: Step, measure: Measure): number {
  const { loss, error } = lossOf(step, measure);
  return loss > error && loss >= LEAST[measure] ? loss : 0;
}

/** What the chances before the deal leave open, as a share of all games, if it is more than noise: games that nobody wins. */
export function withoutWinner(insight: Insight): number {
  const all = insight.players.flatMap(({ chances }) => chances ?? []);
  const rest = 1 - all.reduce((sum, { start }) => sum + start, 0);
  const error = all.reduce((sum, { error }) => sum + error.start, 0);
  return all.length > 1 && rest > Math.max(error, LEAST.chances) ? rest : 0;
}

/** What was expected at a position: after the latest step that was before it. */
export function expectedAt(line: Line, index: number): number | undefined {
  return line.dots.filter((dot) => dot.index <= index).at(-1)?.value;
}

/** How far the parts of an account are from their sum: 0, or the server is wrong. */
export const gap = ({ start, luck, own, others, result }: Account) => Math.abs(start + luck + own + others - result);

export const signed = (value: number, digits = 1) => {
  const text = Math.abs(value).toFixed(digits);
  return Number(text) === 0 ? text : `${value < 0 ? '−' : '+'}${text}`;
};
export const percent = (value: number) => `${Math.round(value * 100)}\u00a0%`;
export const signedPercent = (value: number) => `${signed(value * 100, 0)}\u00a0%`;
/** How far off an estimate may be, as text; nothing where nobody worked it out. */
export const margin = (error: number, measure: Measure) =>
  measure === 'chances' ? `±${Math.ceil(error * 100)}` : `±${error.toFixed(1)}`;
/** A change, with its sign and its unit. */
export const amount = (value: number, measure: Measure) =>
  measure === 'chances' ? signedPercent(value) : `${signed(value)}\u00a0pts`;
