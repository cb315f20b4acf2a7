import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { firstRowBudget, overviewBudget } from './src/build/budget.ts';
import { inboxChunks } from './src/build/chunks.ts';
import { compression } from './src/build/compression.ts';
import { headScript } from './src/build/head-script.ts';
import { serviceWorker } from './src/build/service-worker.ts';
import { themeCss } from './src/build/theme-css.ts';
import { projects } from './src/testing/projects.ts';

const TARGET = 'es2023';
const gateway = `http://localhost:${process.env.PORT || 4000}`;

export default defineConfig({
  plugins: [
    // Before React: its compiler must see what the macros leave.
    babel({ presets: [linguiTransformerBabelPreset()] }),
    react({ compiler: true }),
    lingui({ failOnMissing: true, failOnCompileError: true }),
    themeCss(),
    headScript(TARGET),
    firstRowBudget(),
    overviewBudget(),
    serviceWorker(TARGET),
    compression(),
  ],
  build: {
    target: TARGET,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // What the first row needs is one file, with a budget of its own.
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      // It also reports imports across the chunks below.
      checks: { ineffectiveDynamicImport: false, bundlerTimings: false },
      // The entry names all files that may come later: short names halve that list.
      output: {
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
        codeSplitting: {
          groups: [
            { name: 'first-row', tags: ['$initial'], priority: 2 },
            {
              debugName: 'inbox',
              name: inboxChunks(),
              priority: 1,
              includeDependenciesRecursively: false,
            },
            // Date pickers load with the pages that use them.
            { name: 'mui', test: /node_modules\/(@mui\/(?!x-)|@emotion\/)/ },
            { name: 'forms', test: /node_modules\/(react-hook-form|@hookform)\// },
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/v3': gateway, '/desk': gateway },
  },
  test: {
    expect: { poll: { timeout: process.env.CI ? 20_000 : 8000 } },
    // Long properties take longer, not single calls. The machine of a CI may be several times slower.
    testTimeout: process.env.TEST_FULL ? 120_000 : process.env.CI ? 90_000 : 20_000,
    // As in `e2e/playwright.config.ts`.
    retry: process.env.CI ? 1 : 0,
    // More than a small machine has cores: servers and their databases wait for one another.
    maxWorkers: 4,
    // Rendered pages and databases of tests are short-lived: the default collects garbage far more often.
    execArgv: ['--max-semi-space-size=64'],
    globalSetup: ['src/testing/databases.ts'],
    restoreMocks: true,
    unstubGlobals: true,
    projects,
  },
});
