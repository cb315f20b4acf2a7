import { describe, inject } from 'vitest';
import type { Engine } from './database.ts';

/** Runs the tests on each engine that there is: PostgreSQL only where the tests could start one. */
export function onEachEngine(tests: (engine: Engine) => void): void {
  describe('on SQLite', () => {
    tests('sqlite');
  });
  describe.skipIf(inject('postgresUrl') === null)('on PostgreSQL', () => {
    tests('postgres');
  });
}
