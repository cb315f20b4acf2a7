import { closeSync, existsSync, fsyncSync, linkSync, openSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { type Database, type DatabaseTarget, openDatabase } from './database.ts';
import { emptyFile, foreignDatabase, missingBesideJournal, unusable } from './unusable.ts';

/** Numbered migrations of one program: `'0001-agencies': { up }`. They are never changed once landed. */
export type Migrations = Record<string, Migration>;

/**
 * Opens a database with its schema up to date. A new file gets its name only once it is complete, so that an empty file
 * of that name is always one that lost its data.
 * @throws DatabaseUnusable
 */
export async function openMigrated<Tables>(
  target: DatabaseTarget,
  migrations: Migrations,
): Promise<Database<Tables>> {
  const isFile = target.url === undefined && target.file !== ':memory:';
  if (isFile && !existsSync(target.file)) await createFile(target, migrations);
  if (isFile) refuseForeign(target.file, migrations);
  const migrating = await openDatabase<Tables>(target, { limitStatements: false });
  try {
    await migrate(migrating, migrations);
  } catch (error) {
    await migrating.close();
    throw isFile ? unusable(target.file, error) : error;
  }
  if (target.url === undefined) return migrating;
  await migrating.close();
  return openDatabase<Tables>(target);
}

async function createFile(target: DatabaseTarget, migrations: Migrations): Promise<void> {
  const { file } = target;
  if (existsSync(`${file}-wal`)) throw missingBesideJournal(file);
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
    link(draft, file);
  } finally {
    remove();
  }
}

/** Another process may have made it meanwhile: then that one is used. */
function link(draft: string, file: string): void {
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const folder = openSync(dirname(file), 'r');
  fsyncSync(folder);
  closeSync(folder);
}

/** A file that holds tables, and none of ours, belongs to somebody else; one without any lost them. Neither is changed. */
function refuseForeign(file: string, migrations: Migrations): void {
  const sqlite = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  const names = (from: string) =>
    sqlite
      .prepare(`select name from ${from}`)
      .all()
      .map(({ name }) => String(name));
  try {
    const tables = names('sqlite_schema');
    if (tables.length === 0) throw emptyFile(file);
    if (!tables.includes('kysely_migration')) throw foreignDatabase(file);
    if (!names('kysely_migration').every((name) => Object.hasOwn(migrations, name)))
      throw foreignDatabase(file);
  } catch (error) {
    throw unusable(file, error);
  } finally {
    sqlite.close();
  }
}

/** Brings the schema up to date, or leaves it as it was; on PostgreSQL two programs that start together wait for one another. */
export async function migrate<Tables>(
  { db, schema }: Pick<Database<Tables>, 'db' | 'schema'>,
  migrations: Migrations,
): Promise<void> {
  const migrator = new Migrator({
    db: db as Kysely<unknown>,
    provider: { getMigrations: () => Promise.resolve(migrations) },
    // Without it the migrator takes another program's bookkeeping, in another schema, for its own.
    ...(schema && { migrationTableSchema: schema }),
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw new Error('The database schema could not be brought up to date', { cause: error });
}
