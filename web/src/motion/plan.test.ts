import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TITLES } from '../games/index.ts';
import { eased } from './ease.ts';
import { flightPath } from './paths.ts';
import { carried, inTurn, lengthOf, MOST, plan, wave, type Flight, type Motions, type Step } from './plan.ts';
import { BETWEEN, tempo, TURN } from './pace.ts';

const games = join(import.meta.dirname, '../games');
const scene = { me: 0, before: {}, after: {} };
const fly = (more: Partial<Flight> = {}): Step => ({ path: 'arc', from: ['a'], to: ['b'], ms: 300, ...more });

test('every kind of event of every title has its motion, or says that nothing moves', async () => {
  expect(TITLES.length).toBeGreaterThanOrEqual(3);
  for (const { id } of TITLES) {
    const schema = JSON.parse(readFileSync(join(games, id, 'schema.json'), 'utf8'));
    const kinds: string[] = schema.components.schemas.Event.oneOf.flatMap(
      (each: { properties: { event: { enum: string[] } } }) => each.properties.event.enum,
    );
    expect(kinds.length).toBeGreaterThan(10);
    const { motions } = (await import(`../games/${id}/motion.ts`)) as { motions: Motions };
    expect(Object.keys(motions.of).sort(), id).toEqual([...kinds].sort());
    expect(Object.keys(motions.apart ?? {}).filter((kind) => !kinds.includes(kind))).toEqual([]);
    // What a player does is seen: most kinds move something.
    expect(Object.values(motions.of).filter(Boolean).length).toBeGreaterThan(kinds.length / 2);
  }
  expect(readdirSync(games).filter((each) => TITLES.some(({ id }) => id === each))).toHaveLength(TITLES.length);
});

test('events follow one another; those of a kind that belong together go as a wave', () => {
  const motions: Motions = {
    apart: { filled: 30 },
    of: { took: () => [fly()], filled: () => [fly()], said: null },
  };
  const steps = plan(motions, [{ event: 'took' }, { event: 'said' }, { event: 'filled' }, { event: 'filled' }], scene);
  expect(steps.map(({ at }) => at)).toEqual([0, 300, 330]);
  expect(lengthOf(steps)).toBe(630);
});

test('an event that no title knows moves nothing, and no update brings more than a dozen pieces into the air', () => {
  const motions: Motions = { of: { many: () => Array.from({ length: 20 }, () => fly()) } };
  expect(plan(motions, [{ event: 'other' }, null, undefined], scene)).toEqual([]);
  expect(plan(undefined, [{ event: 'many' }], scene)).toEqual([]);
  expect(plan(motions, [{ event: 'many' }], scene)).toHaveLength(MOST);
});

test('steps in turn begin when those before have landed; a wave begins one after the other', () => {
  const steps = inTurn(
    [fly({ ms: 200 }), fly({ ms: 100 })],
    wave([1, 2, 3], 50, () => fly()),
  );
  expect(steps.map(({ at }) => at)).toEqual([0, 0, 200, 250, 300]);
});

const box = (x: number, y: number, w = 40) => ({ x, y, w, h: w });
const at = (frame: Keyframe) =>
  String(frame.transform)
    .match(/-?[\d.]+(?=px)/g)!
    .map((n) => Number(n) + 0);

test('every path begins where the piece lies and ends where it goes, whatever lies between', () => {
  const [from, to] = [box(100, 400), box(500, 200, 20)];
  for (const path of ['arc', 'slide', 'hop', 'roll', 'flip', 'fall'] as const) {
    const frames = flightPath({ path, from: ['a'], to: ['b'], ms: 400, lift: 50 }, { from, to, via: [], own: from });
    expect(at(frames[0]!), path).toEqual([0, 0]);
    expect(at(frames.at(-1)!), path).toEqual([400, -200]);
    expect(frames.map(({ offset }) => offset)).toEqual([...frames.map(({ offset }) => offset!)].sort((a, b) => a - b));
    expect(frames.at(-1)!.transform).toContain('scale(0.500)');
    // Only what a compositor can do alone.
    expect(Object.keys(frames[0]!).sort()).toEqual(['offset', 'opacity', 'transform']);
  }
});

test('an arc bends up, and a hop touches every space on its way', () => {
  const way = { from: box(0, 0), to: box(200, 0), via: [box(100, 30)], own: box(0, 0) };
  const arc = flightPath({ path: 'arc', from: ['a'], to: ['b'], ms: 400, lift: 74 }, way);
  expect(Math.min(...arc.map((frame) => at(frame)[1]!))).toBeLessThan(-35);
  const hop = flightPath({ path: 'hop', from: ['a'], to: ['b'], ms: 400 }, way);
  expect(hop.some((frame) => at(frame).join() === '100,30')).toBe(true);
});

test('easings begin at 0 and end at 1, and only what is stamped goes over', () => {
  for (const ease of ['out', 'inOut', 'settle'] as const) {
    expect(eased(ease, 0)).toBeCloseTo(0, 3);
    expect(eased(ease, 1)).toBeCloseTo(1, 3);
    const most = Math.max(...Array.from({ length: 50 }, (_, i) => eased(ease, i / 49)));
    expect(most).toBeLessThan(ease === 'settle' ? 1.081 : 1.001);
  }
  expect(Math.max(...Array.from({ length: 50 }, (_, i) => eased('settle', i / 49)))).toBeGreaterThan(1.01);
});

test('others are shown at 0.8 of the time, quicker the more waits, and slower for whoever likes it', () => {
  const show = { waiting: 0, moves: 500, count: 1, spent: 0, wish: 1, hurried: false };
  expect(tempo(show)).toEqual({ speed: 1.25, rest: BETWEEN });
  expect(tempo({ ...show, waiting: 4 })).toEqual({ speed: 2.5, rest: BETWEEN / 2 });
  expect(tempo({ ...show, hurried: true }).speed).toBe(5);
  expect(tempo({ ...show, wish: 0.5 })).toEqual({ speed: 0.625, rest: BETWEEN * 2 });
  expect(tempo({ ...show, spent: TURN }).rest).toBeLessThan(1);
});

test('what a hand has carried to its place does not travel there again', () => {
  const steps = plan(
    { of: { laid: () => inTurn([fly({ sound: 'snap' })], [{ path: 'settle', on: ['b'], ms: 200 }]) } },
    [{ event: 'laid' }],
    scene,
  );
  expect(lengthOf(steps)).toBe(500);
  expect(carried(steps, 'a')).toMatchObject([
    { path: 'arc', at: 0, ms: 1, sound: 'snap' },
    { path: 'settle', at: 1, ms: 200 },
  ]);
  expect(carried(steps, 'other')).toEqual(steps);
  expect(carried(steps, null)).toEqual(steps);
});
