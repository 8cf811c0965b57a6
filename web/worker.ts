// Builds the service worker (`worker/`) once the page is built, as one file beside it: what it brings is known only
// then.

import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';

const FILE = 'sw.js';
/** What is not needed without the net, or is there again in a smaller form. */
const IS_LEFT_OUT = /\.(br|gz)$|^licenses\.json$|^sw\.js$|^icons\/(?!icon-192|badge)|-(vietnamese|latin-ext)-/;

export const withWorker: Plugin = {
  name: 'worker',
  apply: 'build',
  writeBundle: {
    order: 'pre',
    sequential: true,
    async handler({ dir }) {
      const all = readdirSync(dir!, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
      const names = all.filter((name) => statSync(join(dir!, name)).isFile() && !IS_LEFT_OUT.test(name)).sort();
      const hash = createHash('sha256');
      for (const name of names) hash.update(`${name}\n`).update(readFileSync(join(dir!, name)));
      const made = await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        define: {
          FILES: JSON.stringify(names.map((name) => `/${name}`)),
          VERSION: JSON.stringify(hash.digest('hex').slice(0, 16)),
        },
        build: {
          write: false,
          target: 'es2022',
          modulePreload: false,
          rolldownOptions: { input: join(import.meta.dirname, 'worker/worker.ts'), output: { format: 'iife', entryFileNames: FILE } },
        },
      });
      const [chunk, ...more] = [made].flat().flatMap((each) => ('output' in each ? each.output : []));
      if (chunk?.type !== 'chunk' || more.length) throw new Error('the service worker is one file');
      writeFileSync(join(dir!, FILE), chunk.code);
    },
  },
};
