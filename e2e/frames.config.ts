import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';

// Times are only true on a machine that does nothing else: one browser at a time, and not part of `make test`.
export default defineConfig({ ...base, testDir: './frames', timeout: 300_000, workers: 1 });
