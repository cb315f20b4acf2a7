import type { BackupProgram } from '#backup/program.ts';
import type { DatabaseTarget } from '#database/database.ts';
import { migrations } from '#service/migrations/migrations.ts';
import { openServiceDatabase } from '#service/store.ts';

async function migrate(target: DatabaseTarget): Promise<void> {
  await (await openServiceDatabase(target)).close();
}

/** The service as a part of backups. */
export const createServiceProgram = (target: DatabaseTarget): BackupProgram => ({
  name: 'service',
  target,
  migrations,
  migrate,
  async findContradictions(restored) {
    // Its references are checked by the database.
    await migrate(restored);
    return [];
  },
});
