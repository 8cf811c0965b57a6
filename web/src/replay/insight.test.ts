import { expect, test } from 'vitest';
import {
  amount,
  clearLoss,
  expectedAt,
  gap,
  hasChances,
  lines,
  margin,
  measureOf,
  signed,
  signedPercent,
  stepTo,
  withoutWinner,
  type Insight,
} from './insight.ts';
import { SAMPLE } from './sample.ts';

test('a line begins with what the deal gave and has a dot after each step', () => {
  const [first] = lines(SAMPLE, 'points');
  expect(first?.dots[0]).toEqual({ index: 0, value: 57.5 });
  expect(first?.dots.map((dot) => dot.index)).toEqual([0, ...SAMPLE.steps.map((step) => step.index + 1)]);
  expect(expectedAt(first!, 0)).toBe(57.5);
  expect(expectedAt(first!, 999)).toBe(SAMPLE.steps.at(-1)!.after.points[0]);
});

test('a solo game has points and no chances', () => {
  const solo: Insight = {
    ...SAMPLE,
    players: [{ ...SAMPLE.players[0]!, chances: null }],
    start: { points: [50] },
    deal: { points: [1] },
    steps: SAMPLE.steps.map((step) => ({ ...step, after: { points: [step.after.points[0]!] } })),
  };
  expect(hasChances(solo)).toBe(false);
  expect(lines(solo, 'chances')).toEqual([]);
  expect(lines(solo, 'points')).toHaveLength(1);
});

test('accounts add up', () => {
  for (const player of SAMPLE.players) expect(gap(player.points)).toBeLessThan(0.0015);
  expect(gap({ ...SAMPLE.players[0]!.points, start: 1, luck: 1, own: 1, others: 1, result: 5 })).toBe(1);
});

test('the step to a position is the one from the position before', () => {
  expect(stepTo(SAMPLE, SAMPLE.steps[1]!.index + 1)).toBe(SAMPLE.steps[1]);
  expect(stepTo(SAMPLE, 0)).toBeUndefined();
});

test('amounts are written with their sign, and nothing has none', () => {
  expect(signed(2.04)).toBe('+2.0');
  expect(signed(-2.06)).toBe('−2.1');
  expect(signed(-0.04)).toBe('0.0');
  expect(signedPercent(0.14)).toBe('+14\u00a0%');
});

test('a loss that may be noise is none', () => {
  const [noise, , none, mistake] = SAMPLE.steps;
  expect([noise, none, mistake].map((step) => clearLoss(step!, 'points'))).toEqual([0, 0, 4.2]);
  expect(clearLoss({ ...noise!, loss_error: 0 }, 'points')).toBe(0.4);
});

test('moves and key moments speak of one figure: the chance to win, or the points of who plays alone', () => {
  // Points lost nothing, the chance to win did: what stands out as a key moment is no good move in the list.
  const step = { ...SAMPLE.steps[3]!, loss: -0.4, loss_error: 0.5, loss_chance: 0.22, loss_chance_error: 0.04 };
  expect(measureOf(SAMPLE)).toBe('chances');
  expect(clearLoss(step, measureOf(SAMPLE))).toBe(0.22);
  expect(measureOf({ ...SAMPLE, players: SAMPLE.players.slice(0, 1) })).toBe('points');
  expect(amount(-0.22, 'chances')).toBe('−22\u00a0%');
  expect(amount(-4.2, 'points')).toBe('−4.2\u00a0pts');
});

test('chances that do not add up to a victory leave games without a winner, unless it may be noise', () => {
  const before = (...starts: number[]): Insight => ({
    ...SAMPLE,
    players: SAMPLE.players.map((player, i) => ({ ...player, chances: { ...player.chances!, start: starts[i]! } })),
  });
  expect(withoutWinner(before(0.38, 0.39))).toBeCloseTo(0.23);
  expect(withoutWinner(before(0.48, 0.49))).toBe(0);
  expect(withoutWinner(SAMPLE)).toBe(0);
});

test('a margin is written in the measure it belongs to', () => {
  expect(margin(0.031, 'chances')).toBe('±4');
  expect(margin(1.25, 'points')).toMatch(/^±1\.[23]$/);
});
