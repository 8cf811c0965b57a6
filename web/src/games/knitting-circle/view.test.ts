import { expect, test } from 'vitest';
import type { GarmentView, Phase, View } from './types.ts';
import { COLORS, noteOf, prospectsOf, shareOf, standOf } from './view.ts';

const stage = (phase: Phase, to_act: number[], finished: number[] = []) => ({ phase, to_act, finished });

test('one moves, the others wait', () => {
  const drafting = stage('drafting', [1]);
  expect(standOf(drafting, 0)).toBe('waits');
  expect(standOf(drafting, 1)).toBe('moves');
});

test('while all craft nobody waits', () => {
  const crafting = stage('crafting', [0, 1], [1]);
  expect(standOf(crafting, 0)).toBe('crafting');
  expect(standOf(crafting, 1)).toBe('done');
});

test('first garments and tiles to keep are chosen, not crafted', () => {
  expect(standOf(stage('first_garments', [0, 1]), 0)).toBe('choosing');
  expect(standOf(stage('retaining', [1], [0]), 1)).toBe('choosing');
});

test('when all is over nobody waits any more', () => {
  const over = stage('over', []);
  expect(standOf(over, 0)).toBe('');
  expect(standOf(over, 1)).toBe('');
});

test('a bar is never shorter than nothing nor longer than all', () => {
  expect(shareOf(15, 60)).toBe(0.25);
  expect(shareOf(-6, 60)).toBe(0);
  expect(shareOf(75, 60)).toBe(1);
});

test('of few prospects the best one says what is needed and what it would earn', () => {
  const striped = { pattern: 'striped' as const, next: ['navy' as const], earns: ['color-01', 'garment-02'] };
  const mirror = { pattern: 'symmetrical' as const, next: [...COLORS], earns: ['garment-02'] };
  const garment = { pattern: null, reachable: [striped, mirror] } as unknown as GarmentView;
  expect(prospectsOf(garment)).toMatchObject({ best: striped, others: [mirror], next: ['navy'], earns: striped.earns });
  // A teal tile would leave the mirror alone, and for that any color would do.
  expect(prospectsOf(garment, 'teal')).toMatchObject({ best: mirror, others: [], next: [], earns: ['garment-02'] });
  const solid = { ...striped, pattern: 'solid' as const };
  expect(prospectsOf({ ...garment, pattern: 'symmetrical' }).best).toBe(mirror);
  const open = prospectsOf({ ...garment, reachable: [striped, mirror, solid] });
  expect(open).toMatchObject({ best: undefined, next: [], earns: ['garment-02'] });
  expect(open.others).toHaveLength(3);
});

test('below a name stands what somebody does, and more where there is room', () => {
  const view = {
    ...stage('drafting', [0]),
    first: 1,
    setup: { options: {} },
    boards: [{ drafted: [] }, { drafted: ['teal-knit', 'pink-purl'] }],
  } as unknown as View;
  expect(noteOf(view, 0)).toEqual(['moves', '']);
  expect(noteOf(view, 1)).toEqual(['2 of 4', 'drafted · first player']);
});
