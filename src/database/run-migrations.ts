import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { type Database, isPostgres } from './database.ts';
import { foreignDatabaseError, unreleasedDatabaseError } from './database-unusable-error.ts';

/** Numbered migrations of one program: `'0002-agencies': { up }`. They never change once released. */
export type Migrations = Record<string, Migration>;

/** `0031-drop-text-needs-0029`: versions without migration 0029 use what this one removes. */
const NEEDS_PATTERN = /-needs-(\d{4})$/;

/** First migrations of versions before the first release; the baselines have replaced them. */
const UNRELEASED = new Set([
  '0001-people-and-sessions',
  '0001-agencies-and-inquiries',
  '0001-gateway-baseline',
  '0001-service-baseline',
  '0001-gateway',
  '0001-gateway-schema',
  '0001-gateway-tables',
  '0001-gateway-base',
]);

/**
 * Names of the migrations that are still to be run. A later version may have run more: those only add to the schema, or
 * name the migration from which on no version uses what they remove.
 * @returns undefined when the database is another program's, or of a version that this one cannot share it with
 */
export function findPendingMigrations(
  migrations: Migrations,
  executed: readonly string[],
): string[] | undefined {
  const known = Object.keys(migrations);
  const pending = known.filter((name) => !executed.includes(name));
  const unknown = executed.filter((name) => !Object.hasOwn(migrations, name));
  if (unknown.length === 0) return pending;
  const canShare = unknown.every((name) => {
    const [, needed] = NEEDS_PATTERN.exec(name) ?? [];
    return needed === undefined || known.some((own) => own.startsWith(needed));
  });
  return pending.length === 0 && canShare ? pending : undefined;
}

/** Like `findPendingMigrations`. @throws DatabaseUnusableError when the database, called `name`, cannot be used */
export function resolvePendingMigrations(
  migrations: Migrations,
  executed: readonly string[],
  name: string,
): string[] {
  const pending = findPendingMigrations(migrations, executed);
  if (pending) return pending;
  throw executed.some((migration) => UNRELEASED.has(migration))
    ? unreleasedDatabaseError(name)
    : foreignDatabaseError(name);
}

/** @throws DatabaseUnusableError when the database is not this program's */
export async function fetchPendingMigrations<Tables>(
  { db, schema }: Pick<Database<Tables>, 'db' | 'schema'>,
  migrations: Migrations,
): Promise<string[]> {
  const executed = await fetchExecuted(db, schema);
  return resolvePendingMigrations(migrations, executed, schema ? `The schema "${schema}"` : 'The file');
}

async function fetchExecuted<Tables>(db: Kysely<Tables>, schema: string | undefined): Promise<string[]> {
  const table = schema ? sql.table(`${schema}.kysely_migration`) : sql.table('kysely_migration');
  const { rows: tables } = isPostgres(db)
    ? await sql`select 1 from pg_tables where schemaname = ${schema} and tablename = 'kysely_migration'`.execute(
        db,
      )
    : await sql`select 1 from sqlite_schema where name = 'kysely_migration'`.execute(db);
  if (tables.length === 0) return [];
  const { rows } = await sql<{ name: string }>`select name from ${table}`.execute(db);
  return rows.map(({ name }) => name);
}

/** Runs all pending migrations, or none if one fails. @throws DatabaseUnusableError */
export async function runMigrations<Tables>(
  { db, schema }: Pick<Database<Tables>, 'db' | 'schema'>,
  migrations: Migrations,
): Promise<void> {
  if ((await fetchPendingMigrations({ db, ...(schema && { schema }) }, migrations)).length === 0) return;
  const migrator = new Migrator({
    db: db as Kysely<unknown>,
    provider: { getMigrations: () => Promise.resolve(migrations) },
    // Otherwise the migrator would use the migration table of another program's schema.
    ...(schema && { migrationTableSchema: schema }),
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw new Error('The database schema could not be brought up to date', { cause: error });
}
