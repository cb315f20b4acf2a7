import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { isPostgres } from '#database/database.ts';
import { shardFullTextIndex } from '#database/full-text.ts';

/** Divides the search words on SQLite. Those of earlier versions are found where they are, and rewritten into their shards. */
export const wordShards: Migration = {
  async up(db: Kysely<unknown>) {
    if (isPostgres(db)) {
      await sql`update word_rewrite set rule = 2 where rule = 1`.execute(db);
      return;
    }
    await shardFullTextIndex(db, 'inquiry_words');
    await sql`update word_rewrite set rewritten_to = 0`.execute(db);
  },
};
