import { expect, test } from 'vitest';
import { lengthOf, type Flight, type Step } from '../../motion/plan.ts';
import { motions } from './motion.ts';
import type { Event, View } from './types.ts';

const board = (seat: number) => ({ seat, marker: 1, items: [1, 0, 1, 0, 0] });
const view = { phase: { step: 'resolving', space: 3 }, pending: {}, boards: [board(0), board(1)] } as unknown as View;
const seen = (event: object, me = 0): Step[] => {
  const told = event as Event;
  const steps = motions.of[told.event] as (told: Event, scene: object) => Step[];
  return steps(told, { me, before: view, after: view });
};
const of = (steps: Step[], path: Step['path']) => steps.filter((step) => step.path === path);

test('a tangled cat takes three hops to the plate, and then its thread is wound around it', () => {
  const steps = seen({ event: 'tangled', seat: 1, by: 0 });
  expect(of(steps, 'hop')).toMatchObject([{ out: ['space:4', 'deck'], to: ['tangled:1'], hops: 3, ms: 600 }]);
  expect(of(steps, 'draw')).toMatchObject([
    { on: ['thread:1'], at: 600, ms: 500 },
    { on: ['board-thread:1'], at: 600 },
  ]);
});

test('frog is craft backwards: the same way, from the item to the bowl', () => {
  const craft = of(seen({ event: 'crafted', seat: 0, item: 'scarf', yarn: 'RGOP' }), 'wind') as Flight[];
  const frog = of(seen({ event: 'frogged', seat: 0, item: 'scarf', yarn: 'RGOP' }), 'wind') as Flight[];
  expect(craft.map(({ at }) => at)).toEqual([0, 60, 120, 180]);
  expect(frog.map(({ at }) => at! - frog[0]!.at!)).toEqual([0, 60, 120, 180]);
  expect(craft.some(({ backwards }) => backwards)).toBe(false);
  expect(frog.every(({ backwards }) => backwards)).toBe(true);
  expect(frog.map(({ into }) => into)).toEqual(craft.map(({ out }) => out));
});

test('what others craft is wound on their plate, not into our patterns', () => {
  const [ball] = of(seen({ event: 'crafted', seat: 1, item: 'scarf', yarn: 'R' }), 'wind') as Flight[];
  expect(ball!.into).toEqual(['seat:1']);
});

test('a card is lifted, its balls roll 70 ms apart, and it leaves when they have', () => {
  const steps = seen({ event: 'shopped', seat: 0, space: 2, face: 'YO', yarn: 'YO' });
  const rolls = of(steps, 'roll') as Flight[];
  expect(rolls.map(({ at }) => at)).toEqual([90, 160]);
  expect(rolls.map(({ from }) => from)).toEqual([0, 1].map((nth) => [{ in: 'space:2', part: '.yarn', nth }]));
  const [card] = of(steps, 'slide') as Flight[];
  expect(card!.holds).toBeGreaterThan(160);
  expect(of(steps, 'tick')).toHaveLength(2);
});

test('the project that is pegged next swings, and nobody waits for that', () => {
  const steps = seen({ event: 'listed', place: 1, project: { id: 'naptime' } });
  expect(of(steps, 'swing')).toMatchObject([{ at: 300, ms: 900 }]);
  expect(lengthOf(steps)).toBe(300);
});
