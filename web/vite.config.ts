import { svelte } from '@sveltejs/vite-plugin-svelte';
import { parse } from 'smol-toml';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

// The server embeds dist/. `npm run dev` shows the page at once and sends the rest to a server on its usual port.
const server = process.env.BOBBIN_SERVER ?? 'http://127.0.0.1:7100';

/** Tables of the rules are TOML; the page gets them as they are. */
const toml: Plugin = {
  name: 'toml',
  transform: (code, id) => (id.endsWith('.toml') ? { code: `export default ${JSON.stringify(parse(code))}`, map: null } : undefined),
};

export default defineConfig({
  plugins: [toml, svelte()],
  build: { target: 'es2022', assetsInlineLimit: 0, chunkSizeWarningLimit: 400 },
  server: { proxy: { '/api': { target: server, changeOrigin: false } }, fs: { allow: ['..'] } },
  test: { include: ['src/**/*.test.ts'], environment: 'node' },
});
