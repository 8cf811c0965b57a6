import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { verify } from './verify.ts';

const seed = '00ff'.repeat(16);
const commitment = createHash('sha256').update(Buffer.from(seed, 'hex')).digest('hex');

test('a seed fits its own hash and no other', async () => {
  expect(await verify(seed, commitment)).toBe('fits');
  expect(await verify(seed, commitment.toUpperCase())).toBe('fits');
  expect(await verify(`01${seed.slice(2)}`, commitment)).toBe('differs');
});

test('without a seed nothing is claimed', async () => {
  expect(await verify(null, commitment)).toBe('later');
  expect(await verify('not hex', commitment)).toBe('unknown');
});
