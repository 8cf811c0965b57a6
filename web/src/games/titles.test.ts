import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inOrder, TITLES, titleOf } from './index.ts';

const src = join(import.meta.dirname, '..');
const files = readdirSync(src, { recursive: true, withFileTypes: true })
  .filter((file) => file.isFile() && !/\.test\.ts$|^api-types\.ts$/.test(file.name))
  .map((file) => join(file.parentPath, file.name).slice(src.length + 1));

test('no file outside its folder names a title', () => {
  expect(files.length).toBeGreaterThan(100);
  for (const { id, name } of TITLES) {
    const named = new RegExp(`\\b(${id}|${name}|${name.replaceAll(' ', '')})\\b`, 'i');
    const elsewhere = files.filter((file) => !file.startsWith(join('games', id, '/')));
    expect(elsewhere.filter((file) => named.test(file) || named.test(readFileSync(join(src, file), 'utf8')))).toEqual(
      [],
    );
  }
});

test('a folder is named as the crate of its rules', () => {
  for (const { id } of TITLES)
    expect(
      ['crates', 'examples'].some((at) => existsSync(join(src, '../..', at, id, 'RULES.md'))),
      id,
    ).toBe(true);
});

test('titles come in their order, what has no folder after them and played from its text', () => {
  const ids = TITLES.map(({ id }) => id);
  expect(inOrder([{ id: 'a game of yours' }, ...[...ids].reverse().map((id) => ({ id }))]).map(({ id }) => id)).toEqual(
    [...ids, 'a game of yours'],
  );
  expect(new Set(TITLES.map(({ order }) => order)).size).toBe(TITLES.length);
  expect(titleOf('a game of yours').facts.line).toBe('Played from its text.');
});
