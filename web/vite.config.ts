import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

// The server embeds dist/. `npm run dev` shows the page at once and sends the rest to a server on its usual port.
const server = process.env.BOBBIN_SERVER ?? 'http://127.0.0.1:7100';

/** Beside every text of the page its smaller forms, so that the server only has to choose. */
const smaller: Plugin = {
  name: 'smaller',
  apply: 'build',
  writeBundle: ({ dir }) => {
    for (const name of readdirSync(dir!, { recursive: true, encoding: 'utf8' })) {
      if (!/\.(js|css|html|svg|json)$/.test(name)) continue;
      const file = join(dir!, name);
      const text = readFileSync(file);
      const forms = { br: brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length } }), gz: gzipSync(text, { level: 9 }) };
      for (const [ending, form] of Object.entries(forms)) if (form.length < text.length * 0.9) writeFileSync(`${file}.${ending}`, form);
    }
  },
};

export default defineConfig({
  plugins: [svelte(), smaller],
  build: { target: 'es2022', assetsInlineLimit: 0, chunkSizeWarningLimit: 400 },
  server: { proxy: { '/api': { target: server, changeOrigin: false } } },
  test: { include: ['src/**/*.test.ts'], environment: 'node' },
});
