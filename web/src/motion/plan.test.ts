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
  const steps = plan(motions, [{ event: 'many' }], scene);
  expect(steps.filter((step) => !('on' in step))).toHaveLength(MOST);
  // The others are seen when they would land, not before.
  expect(steps.slice(MOST)).toEqual(Array.from({ length: 8 }, () => ({ path: 'come', on: ['b'], at: 0, ms: 300 })));
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
  for (const path of ['arc', 'slide', 'hop', 'roll', 'flip', 'fall', 'run', 'shed'] as const) {
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

test('a run stays on its circle, clockwise, however it came there', () => {
  const hoop = { x: 300, y: 300, w: 200, h: 200 };
  const [top, left] = [box(300, 215, 10), box(210, 300, 10)];
  const run = (from: typeof hoop, to: typeof hoop) =>
    flightPath({ path: 'run', from: ['a'], to: ['a'], ms: 400 }, { from, to, via: [hoop], own: from }).map((frame) => {
      const [x, y] = at(frame);
      return [x! + from.x - hoop.x, y! + from.y - hoop.y] as const;
    });
  for (const way of [run(top, left), run(left, top)]) {
    expect(way.filter(([x, y]) => Math.abs(Math.hypot(x, y) - 100) < 0.2).length).toBeGreaterThan(5);
    expect(Math.max(...way.map(([x, y]) => Math.hypot(x, y)))).toBeLessThan(100.2);
  }
  // From the top to the left it goes around by the right.
  expect(Math.max(...run(top, left).map(([x]) => x))).toBeGreaterThan(95);
  expect(Math.max(...run(left, top).map(([x]) => x))).toBeLessThan(10);
});

test('what is seen backwards begins where it would end', () => {
  const way = { from: box(0, 0), to: box(200, 100), via: [], own: box(0, 0) };
  const craft: Flight = { path: 'wind', from: ['ball'], into: ['item'], ms: 400, lift: 26 };
  const there = flightPath(craft, way);
  const back = flightPath(
    { ...craft, from: undefined, out: ['item'], into: ['ball'], backwards: true } as unknown as Flight,
    { ...way, from: way.to, to: way.from },
  );
  const [first, last] = [at(back[0]!), at(back.at(-1)!)];
  expect([first, last]).toEqual([[200, 100], at(there[0]!)]);
  for (const [i, { offset }] of back.entries()) expect(offset).toBeCloseTo(there[i]!.offset as number, 9);
});

test('what melts lies where it landed while it fades', () => {
  const way = { from: box(0, 0), to: box(200, 0), via: [], own: box(0, 0) };
  const frames = flightPath({ path: 'arc', from: ['a'], to: ['b'], ms: 690, melts: 340, lift: 34 }, way);
  const landed = frames.filter(({ offset }) => (offset as number) >= 350 / 690 - 0.001);
  expect(landed.map(({ opacity }) => opacity)).toEqual([1, 0.25, 0]);
  expect(landed.map((frame) => at(frame))).toEqual([
    [200, 0],
    [200, 0],
    [200, 0],
  ]);
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
  const melting = plan(
    {
      of: {
        knitted: () => [
          { path: 'stay', from: ['row'], into: ['row'], melts: 340, ms: 690 },
          fly({ melts: 340, ms: 690 }),
          { path: 'stitch', out: ['row'], to: ['row'], at: 350, ms: 340 },
        ],
      },
    },
    [{ event: 'knitted' }],
    scene,
  );
  expect(carried(melting, 'a').map(({ at, ms }) => [at, ms])).toEqual([
    [0, 341],
    [0, 341],
    [1, 340],
  ]);
  expect(carried(steps, 'other')).toEqual(steps);
  expect(carried(steps, null)).toEqual(steps);
});
