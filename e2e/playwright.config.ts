import { defineConfig } from '@playwright/test';
import { URL_OF_SERVER, chromium } from './server.ts';

export default defineConfig({
  testDir: './tests',
  timeout: 240_000,
  expect: { timeout: 15_000 },
  workers: 1,
  reporter: [['list']],
  globalSetup: './start.ts',
  use: { ...chromium, baseURL: URL_OF_SERVER, trace: 'retain-on-failure' },
});
