import { type Database, type DatabaseTarget, openDatabase } from '#database/database.ts';
import { migrate } from '#database/migrate.ts';
import { migrations } from './migrations/migrations.ts';
import type { Tables } from './tables.ts';

/** Opens the service's database with its schema up to date. */
export async function openServiceDatabase(target: DatabaseTarget): Promise<Database<Tables>> {
  const database = await openDatabase<Tables>(target);
  try {
    await migrate(database, migrations);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
