import { closeSync, existsSync, fsyncSync, linkSync, openSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { type Database, type DatabaseTarget, openDatabase } from './database.ts';
import {
  emptyFileError,
  foreignDatabaseError,
  missingDatabaseError,
  toDatabaseUnusableError,
} from './database-unusable-error.ts';

/** Numbered migrations of one program: `'0001-agencies': { up }`. They never change once released. */
export type Migrations = Record<string, Migration>;

/**
 * Opens a database and runs its pending migrations. A new file is created under a temporary name and renamed when it is
 * complete, so an empty database file always means lost data.
 * @throws DatabaseUnusableError
 */
export async function openMigrated<Tables>(
  target: DatabaseTarget,
  migrations: Migrations,
): Promise<Database<Tables>> {
  const isFile = target.url === undefined && target.file !== ':memory:';
  if (isFile && !existsSync(target.file)) await createFile(target, migrations);
  if (isFile) rejectForeignDatabase(target.file, migrations);
  const migrating = await openDatabase<Tables>(target, { hasStatementTimeout: false });
  try {
    await migrate(migrating, migrations);
  } catch (error) {
    await migrating.close();
    throw isFile ? toDatabaseUnusableError(target.file, error) : error;
  }
  if (target.url === undefined) return migrating;
  await migrating.close();
  return openDatabase<Tables>(target);
}

async function createFile(target: DatabaseTarget, migrations: Migrations): Promise<void> {
  const { file } = target;
  if (existsSync(`${file}-wal`)) throw missingDatabaseError(file);
  const draft = `${file}.${process.pid}`;
  const remove = () => {
    for (const path of [draft, `${draft}-wal`, `${draft}-shm`]) rmSync(path, { force: true });
  };
  remove();
  try {
    const database = await openDatabase({ ...target, file: draft });
    try {
      await migrate(database, migrations);
    } finally {
      await database.close();
    }
    publishFile(draft, file);
  } finally {
    remove();
  }
}

/** Gives the file its final name; if another process created it meanwhile, that file is used. */
function publishFile(draft: string, file: string): void {
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const folder = openSync(dirname(file), 'r');
  fsyncSync(folder);
  closeSync(folder);
}

/** Rejects a file with tables of another program, or without any tables, before anything is written to it. */
function rejectForeignDatabase(file: string, migrations: Migrations): void {
  const sqlite = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  const names = (from: string) =>
    sqlite
      .prepare(`select name from ${from}`)
      .all()
      .map(({ name }) => String(name));
  try {
    const tables = names('sqlite_schema');
    if (tables.length === 0) throw emptyFileError(file);
    if (!tables.includes('kysely_migration')) throw foreignDatabaseError(file);
    if (!names('kysely_migration').every((name) => Object.hasOwn(migrations, name)))
      throw foreignDatabaseError(file);
  } catch (error) {
    throw toDatabaseUnusableError(file, error);
  } finally {
    sqlite.close();
  }
}

/** Runs all pending migrations, or none if one fails. On PostgreSQL, concurrent starts wait for each other. */
export async function migrate<Tables>(
  { db, schema }: Pick<Database<Tables>, 'db' | 'schema'>,
  migrations: Migrations,
): Promise<void> {
  const migrator = new Migrator({
    db: db as Kysely<unknown>,
    provider: { getMigrations: () => Promise.resolve(migrations) },
    // Otherwise the migrator would use the migration table of another program's schema.
    ...(schema && { migrationTableSchema: schema }),
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw new Error('The database schema could not be brought up to date', { cause: error });
}
