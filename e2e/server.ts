import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { devices, type PlaywrightTestOptions } from '@playwright/test';

void devices;
const PORT = process.env.BOBBIN_E2E_PORT ?? '7191';
/** A server that runs already may be named; otherwise the tests start the one that was built. */
export const URL_OF_SERVER = process.env.BOBBIN_URL ?? `http://127.0.0.1:${PORT}`;
export const BINARY = process.env.BOBBIN_BIN ?? join(import.meta.dirname, '../target/release/bobbin');

/** Debian's Chromium; nothing is downloaded. */
export const chromium: Partial<PlaywrightTestOptions> & Record<string, unknown> = {
  browserName: 'chromium',
  reducedMotion: 'reduce',
  contextOptions: { reducedMotion: 'reduce' },
  launchOptions: {
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'],
  },
};

export const folder = mkdtempSync(join(tmpdir(), 'bobbin-e2e-'));

/** Starts the server with its log in a folder of its own and waits until it answers. */
export async function startServer(port = PORT, database = `sqlite:${join(folder, 'e2e.db')}`): Promise<ChildProcess> {
  const server = spawn(BINARY, ['serve', '--listen', `127.0.0.1:${port}`, '--database', database, '--no-limits'], { stdio: ['ignore', 'ignore', 'inherit'] });
  for (let attempt = 0; attempt < 100; attempt++) {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null);
    if (answer?.ok) return server;
    await new Promise((done) => setTimeout(done, 100));
  }
  server.kill();
  throw new Error('the server does not answer');
}
