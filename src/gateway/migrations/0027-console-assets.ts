import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { isPostgres } from '#database/database.ts';

/** `body` is compressed with Brotli where `encoding` is `br`; times are milliseconds. */
export const consoleAssets: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('console_asset')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('encoding', 'text')
      .addColumn('body', isPostgres(db) ? sql`bytea` : 'blob', (column) => column.notNull())
      .addColumn('used_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('console_asset_used').on('console_asset').column('used_at').execute();
  },
};
