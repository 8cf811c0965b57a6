import { expect, test } from 'vitest';
import { lengthOf, type Flight, type Step } from '../../motion/plan.ts';
import { motions } from './motion.ts';
import type { Event, View } from './types.ts';

const board = (seat: number) => ({
  seat,
  workspace: { color: ['color-01', null], pattern: ['pattern-02'], garment: [] },
});
const view = (first = 0, players = 2) =>
  ({ first, boards: Array.from({ length: players }, (_, seat) => board(seat)), circle: [] }) as unknown as View;
const seen = (event: object, { me = 0, before = view(), after = view() } = {}): Step[] => {
  const told = event as Event;
  const steps = motions.of[told.event] as (told: Event, scene: object) => Step[];
  return steps(told, { me, before, after });
};
const knitted = { event: 'knitted', seat: 0, tile: 'teal-knit', card: 'hats-01', space: 3, of: 5 };
const completed = { event: 'completed', seat: 0, card: 'hats-01', pattern: null, buttons: ['color-01', 'pattern-02'] };
const of = (steps: Step[], path: Step['path']) => steps.filter((step) => step.path === path);

test('a row is knitted in five stitches, 55 ms apart, from the left to the right, and all of it ends together', () => {
  const steps = seen(knitted);
  const stitches = of(steps, 'stitch') as Flight[];
  expect(stitches.map(({ at }) => at)).toEqual([350, 405, 460, 515, 570]);
  expect(stitches.map(({ slice }) => slice)).toEqual([0, 1, 2, 3, 4].map((i) => [i / 5, (i + 1) / 5]));
  expect(new Set(stitches.map(({ at = 0, ms }) => at + ms))).toEqual(new Set([lengthOf(steps)]));
  expect(stitches.every(({ starts }) => starts === 'stitch')).toBe(true);
  // The needle dips meanwhile, the row grows in the garment, and what it is worth answers.
  expect(of(steps, 'dip')).toMatchObject([{ on: ['needle-of:hats-01'], at: 350 }]);
  expect(of(steps, 'grow')).toMatchObject([{ on: [{ part: '.sil .band', nth: 3 }] }]);
  expect(of(steps, 'bump')).toMatchObject([{ on: ['worth:hats-01'] }]);
});

test('a garment that is done shakes itself while its needle is drawn out; its buttons follow, 90 ms apart', () => {
  const steps = seen(completed);
  expect(of(steps, 'pull')).toMatchObject([{ from: ['needle-of:hats-01'], ms: 460 }]);
  const [goes] = of(steps, 'shed') as Flight[];
  expect(goes).toMatchObject({ holds: 460, ms: 820, sound: 'wool' });
  expect(of(steps, 'arc').map(({ at }) => at)).toEqual([460, 550]);
});

test('only an ugly button drops and rolls, when the garment lies there', () => {
  const [drop] = of(seen(completed), 'drop') as Flight[];
  expect(drop!.at).toBeGreaterThanOrEqual(820);
  expect(of(seen({ ...completed, pattern: 'solid' }), 'drop')).toEqual([]);
});

test('the buttons of others leave their own plates', () => {
  const [first, second] = of(seen(completed, { me: 1 }), 'arc') as Flight[];
  expect([first!.from![0], second!.from![0]]).toEqual([
    { in: 'board:0', part: '.kc-button', nth: 0 },
    { in: 'board:0', part: '.kc-button', nth: 1 },
  ]);
});

test('a tile that is turned over shows its other side', () => {
  const steps = seen({ event: 'flipped', seat: 0, discarded: 'pink-bowl', turned: 'teal-knit' });
  const [away] = of(steps, 'away') as Flight[];
  expect([away!.from![0], away!.into![0], away!.hides]).toEqual([
    'tile:teal-knit',
    'tile:teal-purl',
    ['tile:teal-purl'],
  ]);
  expect(of(steps, 'over')).toMatchObject([{ on: ['tile:teal-purl', 'retain:teal'], at: 120 }]);
});

test('the star runs along the hoop from who was first to who is, and from its place where that is the same', () => {
  const began = { event: 'round_began', round: 2, first: 1, filled: 8 };
  const run = (before: View) => of(seen(began, { before }), 'run') as Flight[];
  expect(run(view(0))).toMatchObject([{ from: ['first'], to: ['first'], via: ['hoop'], ms: 400 }]);
  expect(run(view(1))).toMatchObject([{ from: ['star'], to: ['first'] }]);
  // Alone there is nobody else to be first.
  expect(run(view(0, 1))).toEqual([]);
});
