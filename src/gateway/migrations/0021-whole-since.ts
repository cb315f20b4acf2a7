import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { WINDOW_DAYS } from '#contract/window.ts';

/** Since when the index has every inquiry of an agency; until now, what its last full read had. */
export const wholeSince: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('indexed_agency').addColumn('whole_since', 'bigint').execute();
    await sql`update indexed_agency set whole_since = read_whole_at - ${sql.lit((WINDOW_DAYS - 1) * 86_400_000)}`.execute(
      db,
    );
  },
};
