import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Erased inquiries remain as rows without data, so that sweeps do not index them again. */
export const inquiryErasure: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('inquiry').addColumn('erased_at', 'bigint').execute();
  },
};
