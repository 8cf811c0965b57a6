import { expect, test } from 'vitest';
import { addressOf, placeOf, viewerOf } from './address.ts';

const parts = (path: string) => path.split('/').filter(Boolean).map(decodeURIComponent);

test('an address says table, position and viewer, and is read back as it was written', () => {
  for (const viewer of [0, 3, 'spectator', 'everything'] as const) {
    const place = { table: 'plum-48', index: 24, viewer };
    const url = new URL(addressOf(place), 'http://bobbin');
    expect(placeOf(parts(url.pathname), url.search)).toEqual(place);
  }
});

test('an address that does not say who looks shows everything, and one that does stays exact', () => {
  expect(addressOf({ table: 't', index: 3, viewer: 'everything' })).toBe('/replay/t/3');
  expect(addressOf({ table: 't', index: 3, viewer: 'spectator' })).toBe('/replay/t/3?seat=spectator');
  expect(viewerOf(null)).toBe('everything');
  expect(viewerOf('everything')).toBe('everything');
  expect(viewerOf('spectator')).toBe('spectator');
  expect(viewerOf('2')).toBe(2);
});

test('what is no number is the beginning, and who is nobody sees everything', () => {
  expect(placeOf(['replay', 't', 'x'], '')).toEqual({ table: 't', index: 0, viewer: 'everything' });
  expect(placeOf(['replay'], '')).toBeNull();
  expect(placeOf(['table', 't'], '')).toBeNull();
  expect(viewerOf('-1')).toBe('everything');
});
