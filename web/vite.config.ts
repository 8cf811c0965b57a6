import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { withManifest } from './manifest.ts';
import { withWorker } from './worker.ts';

// The server embeds dist/. `npm run dev` shows the page at once and sends the rest to a server on its usual port.
const server = process.env.BOBBIN_SERVER ?? 'http://127.0.0.1:7100';

/** Whose work is in the page, with the licenses: `make notices` puts it into NOTICES.txt. */
const LICENSES = 'licenses.json';

/** Beside every text of the page its smaller forms, so that the server only has to choose. */
const smaller: Plugin = {
  name: 'smaller',
  apply: 'build',
  writeBundle: {
    order: 'post',
    sequential: true,
    handler({ dir }) {
      for (const name of readdirSync(dir!, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(js|css|html|svg|json|webmanifest)$/.test(name)) continue;
        const file = join(dir!, name);
        const text = readFileSync(file);
        const forms = { br: brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length } }), gz: gzipSync(text, { level: 9 }) };
        for (const [ending, form] of Object.entries(forms)) if (form.length < text.length * 0.9) writeFileSync(`${file}.${ending}`, form);
      }
    },
  },
};

/**
 * The bundler keeps a helper of a hundred bytes in a file of its own, which every page would ask for: each file gets a
 * copy. Where it looks otherwise than it does today it stays where it is.
 */
const helped: Plugin = {
  name: 'helped',
  apply: 'build',
  enforce: 'pre',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
    const helper = chunks.find(({ name }) => name === 'rolldown-runtime');
    const [, body, name] = /^(.*);export\{(\w+)\};?\s*$/s.exec(helper?.code ?? '') ?? [];
    const file = helper?.fileName.split('/').pop();
    const wanted = new RegExp(`import\\{${name} as (\\w+)\\}from"\\./${file}";`);
    const users = chunks.filter(({ imports }) => imports.includes(helper?.fileName ?? ''));
    if (!helper || !users.every(({ code }) => wanted.test(code))) return;
    for (const user of users) {
      user.code = user.code.replace(wanted, (_, as) => `const ${as}=(()=>{${body};return ${name}})();`);
      user.imports = user.imports.filter((other) => other !== helper.fileName);
    }
    delete bundle[helper.fileName];
  },
};

/**
 * Each file costs a round trip of the net: what is always needed together is one. What a group begins with takes along
 * all that it imports, the first group first.
 */
const groups = [
  // The style of the table is small and comes with that of the home page: a file less when somebody sits down.
  { name: 'app', test: /src\/main\.ts$|src\/(shell|boards)\/.*type=style/, priority: 3 },
  { name: 'table', test: /src\/(shell\/TablePage\.svelte|boards\/.*|pieces\/.*)$/, priority: 2 },
  // What others ask, on the first page and in the waiting room: one file.
  { name: 'asked', test: /src\/people\/(AtHome|Invite)\.svelte/, priority: 1 },
  { name: (id: string) => /games\/([\w-]+)\/board\.ts$/.exec(id)?.[1] ?? null, priority: 1 },
];

export default defineConfig({
  plugins: [svelte(), helped, withManifest, withWorker, smaller],
  build: {
    license: { fileName: LICENSES },
    target: 'es2022',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 400,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: { proxy: { '/api': { target: server, changeOrigin: false } } },
  test: { include: ['{src,worker}/**/*.test.ts'], environment: 'node' },
});
