import { expect, test } from 'vitest';
import { addressIn } from './shared.ts';

const HERE = 'https://bobbin.example';

test('a link to a table or a replay of this server leads there', () => {
  expect(addressIn([null, null, `${HERE}/table/abc123`], HERE)).toBe('/table/abc123');
  expect(addressIn([null, `Come and play: ${HERE}/table/abc123.`, null], HERE)).toBe('/table/abc123');
  expect(addressIn(['A game', `${HERE}/replay/abc123/12?seat=1`], HERE)).toBe('/replay/abc123/12?seat=1');
  expect(addressIn([`${HERE}/daily/2026-11-03`], HERE)).toBe('/daily/2026-11-03');
  expect(addressIn([`https://other.example/x and ${HERE}/rules/knots/5.3`], HERE)).toBe('/rules/knots/5.3');
});

test('what leads elsewhere leads nowhere', () => {
  for (const text of [
    'https://other.example/table/abc123',
    'http://bobbin.example/table/abc123',
    `${HERE}.other.example/table/abc123`,
    `${HERE}/api/sign-out`,
    `${HERE}/table/../api/me`,
    `${HERE}//other.example/table/x`,
    'https://',
    'table/abc123',
    '',
  ])
    expect(addressIn([text, null], HERE), text).toBe(null);
});
