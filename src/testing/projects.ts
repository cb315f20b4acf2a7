import type { TestProjectConfiguration } from 'vitest/config';

/** Vitest's projects: tests of the servers, of modules, of the console's modules, and of its components in happy-dom. */
export const projects: TestProjectConfiguration[] = [
  {
    extends: true,
    test: {
      name: 'servers',
      include: ['src/{contract,database,gateway,http,mail,matching,outbox,service,signing}/**/*.test.ts'],
      exclude: ['**/*.isolated.test.ts'],
      setupFiles: ['src/testing/cheap-passwords.ts'],
      // One module graph for all files of a worker: loading it takes longer than most files.
      isolate: false,
    },
  },
  {
    extends: true,
    test: {
      name: 'modules',
      include: [
        'src/{bench,commands,deploy,testing}/**/*.test.ts',
        'src/*.test.ts',
        'src/**/*.isolated.test.ts',
      ],
      setupFiles: ['src/testing/cheap-passwords.ts'],
    },
  },
  {
    extends: true,
    test: {
      name: 'console',
      include: ['src/console/**/*.test.ts'],
      exclude: ['**/*.isolated.test.ts'],
      isolate: false,
    },
  },
  {
    extends: true,
    test: {
      name: 'components',
      include: ['src/**/*.test.tsx'],
      setupFiles: ['src/testing/console-cleanup.ts'],
      environment: 'happy-dom',
      css: false,
      isolate: false,
    },
  },
];
