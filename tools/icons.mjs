// Draws the icons with the browser that the tests use: devices want PNG of fixed sizes, and a drawing is easier to
// change.

import { readFileSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const here = join(import.meta.dirname, '..');
const { chromium } = createRequire(join(here, 'e2e/package.json'))('@playwright/test');
const out = join(here, 'web/public/icons');
const drawing = readFileSync(join(here, 'web/public/favicon.svg'), 'utf8').replace(/^<svg[^>]*>|<\/svg>\s*$/g, '');
const outline = drawing.replace(/<path[^>]*stroke="#fff"[^>]*>/, '').replace(/#[0-9a-f]{6}/g, '#fff');

const GROUND = '#f3eadb';
/** The drawing, `share` of the width of a square, on what lies behind it. */
const picture = (share, behind, inner = drawing) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${behind}<g transform="translate(16 16) scale(${share}) translate(-17.5 -15.5)">${inner}</g></svg>`;
const square = `<rect width="32" height="32" fill="${GROUND}"/>`;
const tile = `<rect x="1" y="1" width="30" height="30" rx="7" fill="${GROUND}" stroke="#e1d3be" stroke-width=".5"/>`;

const ICONS = [
  ['icon', [192, 512], picture(0.8, tile)],
  // A device cuts its own shape out of it: what matters is within the middle four fifths.
  ['maskable', [192, 512], picture(0.66, square)],
  ['touch', [180], picture(0.82, square)],
  // Beside a notification only the shape is shown, in the device's color.
  ['badge', [96], picture(1.1, '', outline)],
];

mkdirSync(out, { recursive: true });
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell', args: ['--no-sandbox', '--disable-gpu'] });
for (const [name, sizes, svg] of ICONS)
  for (const size of sizes) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(`<style>*{margin:0;padding:0;background:none}svg{display:block;width:100vw;height:100vh}</style>${svg}`);
    await page.screenshot({ path: join(out, `${name}-${size}.png`), omitBackground: true });
    await page.close();
  }
await browser.close();
