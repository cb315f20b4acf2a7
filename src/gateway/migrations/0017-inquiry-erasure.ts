import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** An inquiry that was erased stays as a row without data: sweeps do not bring it back. */
export const inquiryErasure: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('inquiry').addColumn('erased_at', 'bigint').execute();
  },
};
