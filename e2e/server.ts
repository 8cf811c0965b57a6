import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PlaywrightTestOptions } from '@playwright/test';

/** A port that nobody uses, asked of the system; workers get it from the first process by their environment. */
const freePort = () =>
  execFileSync(process.execPath, ['-e', 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { process.stdout.write(String(s.address().port)); s.close(); })'], { encoding: 'utf8' });
process.env.BOBBIN_E2E_PORT ??= freePort();
/** A server that runs already may be named; otherwise the tests start the one that was built. */
export const URL_OF_SERVER = process.env.BOBBIN_URL ?? `http://127.0.0.1:${process.env.BOBBIN_E2E_PORT}`;
export const BINARY = process.env.BOBBIN_BIN ?? join(import.meta.dirname, '../target/debug/bobbin');

/** Debian's Chromium, without windows of its own; nothing is downloaded. */
export const chromium: Partial<PlaywrightTestOptions> & Record<string, unknown> = {
  browserName: 'chromium',
  launchOptions: {
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'],
  },
};

/** A server with a database in a folder of its own, which outlives it until all is over. */
export class Server {
  readonly url: string;
  readonly #port: string;
  readonly #folder = mkdtempSync(join(tmpdir(), 'bobbin-e2e-'));
  #process: ChildProcess | undefined;

  constructor(port = freePort()) {
    this.#port = port;
    this.url = `http://127.0.0.1:${port}`;
  }

  /** Starts it and waits until it answers. */
  async start(): Promise<void> {
    const database = `sqlite:${join(this.#folder, 'tables.db')}`;
    const server = spawn(BINARY, ['serve', '--listen', `127.0.0.1:${this.#port}`, '--database', database, '--no-limits', '--named-deals', '--insight-effort', '10000'], { stdio: ['ignore', 'ignore', 'inherit'] });
    let failed = '';
    server.once('error', (error) => (failed = error.message));
    server.once('exit', (code) => (failed ||= `it ended with ${code}`));
    this.#process = server;
    for (const until = Date.now() + 30_000; Date.now() < until && !failed; ) {
      const answer = await fetch(`${this.url}/healthz`).catch(() => null);
      if (answer?.ok) return;
      await new Promise((done) => setTimeout(done, 50));
    }
    await this.kill();
    throw new Error(`the server ${BINARY} does not answer: ${failed || 'too slow'}`);
  }

  /** Ends it as a power cut would, and waits until it is gone. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const server = this.#process;
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    await new Promise<void>((done) => {
      server.once('exit', () => done());
      server.kill(signal);
    });
  }

  async end(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
