import { randomBytes } from 'node:crypto';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { describe, inject } from 'vitest';
import type { DatabaseTarget, Engine } from '#database/database.ts';

/** A program with its own database. */
export type Program = 'gateway' | 'service';

/** Runs tests on SQLite, and with `TEST_FULL` on PostgreSQL instead. */
export function onEachEngine(tests: (engine: Engine) => void): void {
  if (process.env.TEST_FULL) describeOnPostgres(tests);
  else describeOnSqlite(tests);
}

/** Always runs tests on both engines: for code with engine-specific SQL. */
export function onBothEngines(tests: (engine: Engine) => void): void {
  describeOnSqlite(tests);
  describeOnPostgres(tests);
}

function describeOnSqlite(tests: (engine: Engine) => void): void {
  describe('on SQLite', () => {
    tests('sqlite');
  });
}

function describeOnPostgres(tests: (engine: Engine) => void): void {
  describe.skipIf(inject('databases').postgresUrl === null)('on PostgreSQL', () => {
    tests('postgres');
  });
}

export interface ClonedDatabase extends AsyncDisposable {
  /** Migrated and empty, in its own folder. */
  target: DatabaseTarget;
  folder: string;
}

/** Clones the migrated template database of a program, without fsync. */
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
  await runOnCluster(`create database ${name} template template_${program} strategy file_copy`);
  return {
    target: { ...target, url: postgresUrl(name) },
    folder,
    async [Symbol.asyncDispose]() {
      await runOnCluster(`drop database ${name} with (force)`);
      await removeFolder();
    },
  };
}

/** Runs a statement on the tests' PostgreSQL cluster. */
async function runOnCluster(statement: string): Promise<void> {
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
