import { defineConfig } from '@playwright/test';
import { chromiumPath } from './browser.ts';

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  globalSetup: './demo-template.ts',
  outputDir: '../test-results',
  fullyParallel: true,
  // More than a small machine has cores: pages wait for servers, and tests for pages.
  workers: 3,
  // The machine of a CI may be several times slower.
  timeout: process.env.CI ? 120_000 : 45_000,
  expect: { timeout: process.env.CI ? 20_000 : 8000 },
  forbidOnly: Boolean(process.env.CI),
  // A busy machine of a CI can exceed a time limit; the report lists what passed only at the second attempt as flaky.
  retries: process.env.CI ? 1 : 0,
  reporter: [['list']],
  use: {
    locale: 'es-AR',
    timezoneId: 'America/Argentina/Buenos_Aires',
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    // Only `offline.e2e.ts` allows it: the others watch and change requests of the page itself.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: chromiumPath(),
      // The sandbox needs a user of its own; the rest keeps the browser from calling home.
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // The pages of a context share a process, which compiles the console's code once (see `contexts.ts`).
        '--process-per-site',
      ],
    },
  },
});
