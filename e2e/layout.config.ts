import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';

export default defineConfig({ ...base, testDir: './layout', timeout: 1_800_000 });
