import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Marks of erased inquiries and buyers, which outlive the rows of the index. */
export const erasureMarks: Migration = {
  async up(db: Kysely<unknown>) {
    const { schema } = db;
    await schema
      .createTable('erased_inquiry')
      .addColumn('agency_key', 'text', (column) => column.notNull())
      .addColumn('sid', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('erased_inquiry_key', ['agency_key', 'sid'])
      .execute();
    await schema
      .createTable('erased_buyer')
      .addColumn('key_hash', 'text', (column) => column.primaryKey())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .execute();
    await schema
      .createTable('departed_inquiry')
      .addColumn('key_hash', 'text', (column) => column.notNull())
      .addColumn('agency_key', 'text', (column) => column.notNull())
      .addColumn('sid', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('departed_inquiry_key', ['key_hash', 'agency_key', 'sid'])
      .execute();
    await schema
      .createTable('erasure_secret')
      .addColumn('secret', 'text', (column) => column.notNull())
      .execute();
    await sql`insert into erasure_secret (secret) values (${randomBytes(32).toString('hex')})`.execute(db);
    await sql`
      insert into erased_inquiry (agency_key, sid, at)
      select agency_key, sid, erased_at from inquiry where erased_at is not null`.execute(db);
  },
};
