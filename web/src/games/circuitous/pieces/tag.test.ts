import { describe, expect, test } from 'vitest';
import { beside, edges, freeSpot, leastTaken, together, type Box } from './tag.ts';

const window: Box = { x: 0, y: 0, w: 900, h: 500 };
const finish: Box = { x: 400, y: 200, w: 80, h: 56 };
const size = { w: 100, h: 70 };
const right: Box = { x: 484, y: 193, ...size };
const left: Box = { x: 296, y: 193, ...size };
const below: Box = { x: 390, y: 260, ...size };
const above: Box = { x: 390, y: 126, ...size };
const spot = (taken: Box[], at = finish) => freeSpot(beside(at, size, window), [at, ...taken], window);

describe('a label beside a finish', () => {
  test('stands at the right where that is free', () => {
    expect(spot([])).toEqual(right);
    expect(spot([{ x: 200, y: 200, w: 190, h: 56 }])).toEqual(right);
  });

  test('goes to the next free side', () => {
    const low = ({ x, y, w }: Box): Box => ({ x, y: y + 20, w, h: 20 });
    expect(spot([low(right)])).toEqual(left);
    expect(spot([low(right), low(left)])).toEqual(below);
    expect(spot([low(right), low(left), low(below)])).toEqual(above);
  });

  test('slides along its side before it goes to another', () => {
    expect(spot([{ x: 485, y: 150, w: 56, h: 46 }])).toEqual({ ...right, y: 200 });
  });

  test('slides into the window with a finish at its edge', () => {
    expect(spot([], { ...finish, y: 2 })).toEqual({ ...right, y: 0 });
  });

  test('is nowhere where no side is free', () => {
    expect(spot([right, left, below, above].map((box) => ({ ...box, x: box.x - 20, w: 140 })))).toBeNull();
  });

  test('does not leave the window for a free side outside', () => {
    expect(spot([], { ...finish, x: 815 })).toEqual({ ...left, x: 711 });
  });
});

describe('a label at the edge', () => {
  test('takes the first free corner, then the middle of a side', () => {
    const [first, second] = edges(size, window);
    expect(first).toEqual({ x: 0, y: 0, ...size });
    expect(freeSpot(edges(size, window), [first!], window)).toEqual(second);
    const corners = edges(size, window).slice(0, 4);
    expect(freeSpot(edges(size, window), corners, window)).toEqual({ x: 400, y: 0, ...size });
  });

  test('may begin at another corner', () => {
    expect(edges(size, window, 3)[0]).toEqual({ x: 800, y: 430, ...size });
  });

  test('that has to be seen covers least', () => {
    const cards = [{ x: 0, y: 0, w: 900, h: 400 }];
    expect(freeSpot(edges(size, { ...window, h: 460 }), cards, { ...window, h: 460 })).toBeNull();
    expect(leastTaken(edges(size, { ...window, h: 460 }), cards, { ...window, h: 460 }).y).toBe(390);
  });
});

describe('labels of a kind', () => {
  test('stand together', () => {
    const two = together([size, size], (each) => edges(each, window), [], window);
    expect(two).toEqual([
      { x: 0, y: 0, ...size },
      { x: 0, y: 78, ...size },
    ]);
  });

  test('are all there or none is', () => {
    const full = [{ x: 110, y: 0, w: 790, h: 500 }];
    const many = (n: number) => together(Array(n).fill(size), (each) => edges(each, window), full, window);
    expect(many(6)).toHaveLength(6);
    expect(many(7)).toBeNull();
  });
});
