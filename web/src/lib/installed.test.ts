import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { manifest } from '../../manifest.ts';
import { TITLES } from '../games/index.ts';
import { GROUNDS } from './grounds.ts';

const web = join(import.meta.dirname, '../..');
const text = (file: string) => readFileSync(join(web, file), 'utf8');

/** How large a PNG is, as its head says. */
function sizeOf(file: string): string {
  const bytes = readFileSync(join(web, 'public', file));
  expect(bytes.subarray(1, 4).toString(), file).toBe('PNG');
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

test('an installed page has a shortcut to each title', () => {
  expect(manifest().shortcuts.map(({ name, url, description }) => ({ name, url, description }))).toEqual(
    TITLES.filter(({ name }) => name).map(({ id, name, facts }) => ({
      name,
      url: `/new/${id}`,
      description: facts.line,
    })),
  );
});

test('its icons are there, as large as they are said to be', () => {
  const { icons, shortcuts } = manifest();
  const drawn = [...icons, ...shortcuts.flatMap((shortcut) => shortcut.icons)].filter(({ type }) => /png/.test(type));
  for (const { src, sizes } of drawn) expect(sizeOf(src), src).toBe(sizes);
  for (const purpose of ['any', 'maskable'])
    expect(drawn.filter((icon) => icon.purpose === purpose).map(({ sizes }) => sizes)).toEqual(
      expect.arrayContaining(['192x192', '512x512']),
    );
  expect(sizeOf('icons/touch-180.png')).toBe('180x180');
  expect(sizeOf('icons/badge-96.png')).toBe('96x96');
});

test('the window around the page has the ground of its theme', () => {
  expect(text('src/styles/tokens.css')).toContain(`--ground: light-dark(${GROUNDS.light}, ${GROUNDS.dark});`);
  for (const [theme, ground] of Object.entries(GROUNDS))
    expect(text('index.html')).toContain(
      `<meta name="theme-color" content="${ground}" media="(prefers-color-scheme: ${theme})" />`,
    );
});
