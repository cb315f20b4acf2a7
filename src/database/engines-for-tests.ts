import { randomBytes } from 'node:crypto';
import pg from 'pg';
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

let own: Promise<string> | undefined;

/** Where worlds of an engine are: of PostgreSQL in a database of this test file; undefined: embedded. */
export function databaseUrl(engine: Engine): Promise<string> | undefined {
  if (engine === 'postgres') return (own ??= newDatabase());
  return undefined;
}

/** The migrator reads every table of a database, and a run of all tests makes tens of thousands. */
async function newDatabase(): Promise<string> {
  const url = new URL(inject('postgresUrl') ?? '');
  const name = `file_${randomBytes(8).toString('hex')}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(`create database ${name} template template0`);
  await client.end();
  url.pathname = `/${name}`;
  return url.href;
}
