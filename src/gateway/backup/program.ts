import { sql } from 'kysely';
import type { BackupProgram } from '#backup/program.ts';
import type { DatabaseTarget } from '#database/database.ts';
import { migrations } from '#gateway/migrations/migrations.ts';
import { repeatErasures } from '#gateway/erasure/repeat-erasures.ts';
import { fillFullTextIndex } from '#gateway/inquiries/index-words.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { findContradictions } from './contradictions.ts';

/** The gateway as a part of backups. */
export const createGatewayProgram = (target: DatabaseTarget): BackupProgram => ({
  name: 'gateway',
  target,
  migrations,
  async prepareRestored(db) {
    await sql`delete from session`.execute(db);
    // The index reads what it missed at once.
    await sql`update indexed_agency set due_at = 0`.execute(db);
  },
  async migrate(restored) {
    await (await openGatewayDatabase(restored)).close();
  },
  repeatErasures,
  async fillDerivedTables(copied) {
    await using database = await openGatewayDatabase(copied);
    await fillFullTextIndex(database.db);
  },
  async findContradictions(restored) {
    await using database = await openGatewayDatabase(restored);
    return await findContradictions(database.db);
  },
});
