import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Progress of the rewriting of search words that earlier versions stored; a new index has none. */
export const wordRewrite: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('word_rewrite')
      .addColumn('rule', 'integer', (column) => column.notNull())
      .addColumn('rewritten_to', 'bigint', (column) => column.notNull())
      .execute();
    await sql`
      insert into word_rewrite (rule, rewritten_to)
      select case when exists (select 1 from inquiry) then 0 else 1 end, 0`.execute(db);
  },
};
