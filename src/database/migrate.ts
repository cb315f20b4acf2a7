import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Database } from './database.ts';

/** Numbered migrations of one program: `'0001-agencies': { up }`. They are never changed once landed. */
export type Migrations = Record<string, Migration>;

/** Brings the schema up to date; on PostgreSQL two programs that start together wait for one another. */
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
