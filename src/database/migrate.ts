import { closeSync, existsSync, fsyncSync, linkSync, openSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { getErrorCode } from '#system/error-code.ts';
import { type ConcurrentIndex, createIndexes } from './concurrent-indexes.ts';
import { type Database, type DatabaseTarget, openDatabase } from './database.ts';
import {
  emptyFileError,
  foreignDatabaseError,
  missingDatabaseError,
  toDatabaseUnusableError,
} from './database-unusable-error.ts';
import { openMigratedPostgres } from './migrate-postgres.ts';
import { type Migrations, resolvePendingMigrations, runMigrations } from './run-migrations.ts';

/**
 * Opens a database and runs its pending migrations. A new file is created under a temporary name and renamed when it is
 * complete, so an empty database file always means lost data.
 * @throws DatabaseUnusableError, DatabaseUnavailableError
 */
export async function openMigrated<Tables>(
  target: DatabaseTarget,
  migrations: Migrations,
  indexes: readonly ConcurrentIndex[] = [],
): Promise<Database<Tables>> {
  const { url, file } = target;
  if (url !== undefined) return openMigratedPostgres({ ...target, url }, migrations, indexes);
  const isFile = file !== ':memory:';
  if (isFile && !existsSync(file)) await createFile(target, migrations);
  if (isFile) rejectForeignDatabase(file, migrations);
  const database = await openDatabase<Tables>(target);
  try {
    await runMigrations(database, migrations);
    await createIndexes(database.db, indexes);
    return database;
  } catch (error) {
    await database.close();
    throw isFile ? toDatabaseUnusableError(file, error) : error;
  }
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
    {
      await using database = await openDatabase({ ...target, file: draft });
      await runMigrations(database, migrations);
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
    if (getErrorCode(error) !== 'EEXIST') throw error;
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
    resolvePendingMigrations(migrations, names('kysely_migration'), file);
  } catch (error) {
    throw toDatabaseUnusableError(file, error);
  } finally {
    sqlite.close();
  }
}
