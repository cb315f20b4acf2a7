import type { TestProjectConfiguration } from 'vitest/config';

const ISOLATED = 'src/**/*.isolated.test.ts';

/**
 * Vitest's projects: tests of the servers, those that need a process each, of the console's modules, and of its components
 * in happy-dom.
 */
export const projects: TestProjectConfiguration[] = [
  {
    extends: true,
    test: {
      name: 'servers',
      include: ['src/**/*.test.ts'],
      exclude: [ISOLATED, 'src/console/**'],
      setupFiles: ['src/testing/cheap-passwords.ts'],
      // One module graph for all files of a worker: loading it takes longer than most files.
      isolate: false,
    },
  },
  {
    extends: true,
    test: {
      name: 'isolated',
      include: [ISOLATED],
      setupFiles: ['src/testing/cheap-passwords.ts'],
    },
  },
  {
    extends: true,
    test: {
      name: 'console',
      include: ['src/console/**/*.test.ts'],
      exclude: [ISOLATED],
      setupFiles: ['src/testing/unstub-globals.ts'],
      isolate: false,
    },
  },
  {
    extends: true,
    test: {
      name: 'components',
      include: ['src/**/*.test.tsx'],
      setupFiles: ['src/testing/console-cleanup.ts', 'src/testing/unstub-globals.ts'],
      environment: 'happy-dom',
      css: false,
      isolate: false,
    },
  },
];
