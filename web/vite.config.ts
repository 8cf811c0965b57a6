import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// The server embeds dist/. `npm run dev` shows the page at once and sends the rest to a server on its usual port.
const server = process.env.BOBBIN_SERVER ?? 'http://127.0.0.1:7100';

export default defineConfig({
  plugins: [svelte()],
  build: { target: 'es2022', assetsInlineLimit: 0, chunkSizeWarningLimit: 400 },
  server: { proxy: { '/api': server } },
  test: { include: ['src/**/*.test.ts'], environment: 'node' },
});
