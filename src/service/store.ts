import type { Database, DatabaseTarget } from '#database/database.ts';
import { openMigrated } from '#database/migrate.ts';
import { serviceIndexes, migrations } from './migrations/migrations.ts';
import type { Tables } from './tables.ts';

/** Opens the service's database and runs pending migrations. @throws DatabaseUnusableError */
export function openServiceDatabase(target: DatabaseTarget): Promise<Database<Tables>> {
  return openMigrated<Tables>(target, migrations, serviceIndexes);
}
