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

test('what is no number is the beginning, and who is nobody watches', () => {
  expect(placeOf(['replay', 't', 'x'], '')).toEqual({ table: 't', index: 0, viewer: 'spectator' });
  expect(placeOf(['replay'], '')).toBeNull();
  expect(placeOf(['table', 't'], '')).toBeNull();
  expect(viewerOf('-1')).toBe('spectator');
  expect(viewerOf('2')).toBe(2);
});
