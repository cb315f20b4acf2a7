import { randomBytes } from 'node:crypto';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { describe, inject } from 'vitest';
import type { DatabaseTarget, Engine } from '#database/database.ts';

/** A program with a database of its own. */
export type Program = 'gateway' | 'service';

/** Runs the tests on SQLite, and in `npm run test:full` on PostgreSQL too. */
export function onEachEngine(tests: (engine: Engine) => void): void {
  describe('on SQLite', () => {
    tests('sqlite');
  });
  if (process.env.TEST_FULL) describeOnPostgres(tests);
}

/** Runs the tests on both engines always: for stores, locks, claims and migrations, whose SQL differs. */
export function onBothEngines(tests: (engine: Engine) => void): void {
  describe('on SQLite', () => {
    tests('sqlite');
  });
  describeOnPostgres(tests);
}

function describeOnPostgres(tests: (engine: Engine) => void): void {
  describe.skipIf(inject('databases').postgresUrl === null)('on PostgreSQL', () => {
    tests('postgres');
  });
}

export interface ClonedDatabase extends AsyncDisposable {
  /** Migrated and empty, in a folder of its own. */
  target: DatabaseTarget;
  folder: string;
}

/** Copies the migrated database of a program. Commits are not flushed to the disk. */
export async function cloneDatabase(engine: Engine, program: Program): Promise<ClonedDatabase> {
  const { folder: templates } = inject('databases');
  const folder = await mkdtemp(join(tmpdir(), `vitrina-${program}-`));
  const file = join(folder, `${program}.db`);
  const target = { file, url: undefined, schema: program, synchronous: 'off' } as const;
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  if (engine === 'sqlite') {
    await copyFile(join(templates, `${program}.db`), file);
    return { target, folder, [Symbol.asyncDispose]: removeFolder };
  }
  const name = `test_${randomBytes(8).toString('hex')}`;
  await administer(`create database ${name} template template_${program} strategy file_copy`);
  return {
    target: { ...target, url: postgresUrl(name) },
    folder,
    async [Symbol.asyncDispose]() {
      await administer(`drop database ${name} with (force)`);
      await removeFolder();
    },
  };
}

/** Runs one statement on the cluster that the tests started. */
async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgresUrl('postgres') });
  await client.connect();
  await client.query(statement);
  await client.end();
}

function postgresUrl(database: string): string {
  const url = new URL(inject('databases').postgresUrl ?? '');
  url.pathname = `/${database}`;
  return url.href;
}
