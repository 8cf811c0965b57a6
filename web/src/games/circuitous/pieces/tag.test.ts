import { describe, expect, test } from 'vitest';
import { tagPlace, tagPlaces, type Box } from './tag.ts';

const window: Box = { x: 0, y: 0, w: 900, h: 500 };
const finish: Box = { x: 400, y: 200, w: 80, h: 56 };
const size = { w: 100, h: 70 };
const right: Box = { x: 485, y: 193, ...size };
const left: Box = { x: 295, y: 193, ...size };
const below: Box = { x: 390, y: 261, ...size };
const above: Box = { x: 390, y: 125, ...size };

describe('a tag beside a finish', () => {
  test('stands at the right where that is free', () => {
    expect(tagPlace(finish, size, [], window)).toEqual(right);
    const elsewhere = { x: 200, y: 200, w: 190, h: 56 };
    expect(tagPlace(finish, size, [elsewhere], window)).toEqual(right);
  });

  test('goes to the next free side', () => {
    expect(tagPlace(finish, size, [right], window)).toEqual(left);
    expect(tagPlace(finish, size, [right, left], window)).toEqual(below);
    expect(tagPlace(finish, size, [right, left, below], window)).toEqual(above);
  });

  test('slides along its side before it goes to another', () => {
    const card = { x: 485, y: 150, w: 56, h: 48 };
    expect(tagPlace(finish, size, [card], window)).toEqual({ ...right, y: 200 });
  });

  test('slides into the window with a finish at its edge', () => {
    const top = { ...finish, y: 2 };
    expect(tagPlace(top, size, [], window)).toEqual({ ...right, y: 0 });
  });

  test('covers least where no side is free', () => {
    const around = [right, below, above].map((box) => ({ ...box, x: box.x - 20, y: box.y - 20, w: 140, h: 110 }));
    const corner = { x: left.x, y: 210, w: 20, h: 20 };
    expect(tagPlace(finish, size, [...around, corner], window).x).toBe(left.x);
  });

  test('stays at the right where all sides are equally taken', () => {
    expect(tagPlace(finish, size, [window], window)).toEqual(right);
  });

  test('does not leave the window for a free side outside', () => {
    const atTheEdge = { ...finish, x: 815 };
    expect(tagPlace(atTheEdge, size, [], window)).toEqual({ ...left, x: 710 });
  });

  test('is never over its finish, however the table is turned', () => {
    for (const turned of [finish, { ...finish, w: 56, h: 80 }]) {
      const place = tagPlace(turned, size, [right, left], window);
      const apart =
        place.x >= turned.x + turned.w ||
        place.x + place.w <= turned.x ||
        place.y >= turned.y + turned.h ||
        place.y + place.h <= turned.y;
      expect(apart).toBe(true);
    }
  });
});

test('of several tags none is over another, or over another finish', () => {
  const side = (x: number): Box => ({ x, y: 200, w: 80, h: 56 });
  const [a, b, c] = tagPlaces([side(300), side(400), side(600)], size, [], window);
  expect(a!.x).toBe(195);
  expect(b!.x).toBe(485);
  expect(c!.x).toBe(685);
});
