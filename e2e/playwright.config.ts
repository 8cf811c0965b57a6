import { defineConfig } from '@playwright/test';
import { URL_OF_SERVER, chromium } from './server.ts';

export default defineConfig({
  testDir: './tests',
  timeout: 120_000,
  expect: { timeout: 15_000 },
  // Two cores: a browser on one, the server and its bots on the other.
  workers: Number(process.env.BOBBIN_E2E_WORKERS ?? 2),
  fullyParallel: true,
  forbidOnly: true,
  reporter: [['list']],
  globalSetup: './start.ts',
  outputDir: '../target/e2e',
  // Where answers of the server are held back or changed, nothing may answer in its place. Specs that are about the
  // service worker have one.
  use: { ...chromium, serviceWorkers: 'block', actionTimeout: 20_000, baseURL: URL_OF_SERVER, trace: process.env.BOBBIN_E2E_TRACE ? 'retain-on-failure' : 'off', screenshot: 'only-on-failure' },
});
