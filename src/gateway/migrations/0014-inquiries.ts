import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { isPostgres } from '#database/database.ts';
import { createFullTextIndex } from '#database/full-text.ts';

/** Keys of agencies, operators and mails are lower-case, sids upper-case, times are milliseconds. */
export const inquiries: Migration = {
  async up(db: Kysely<unknown>) {
    const { schema } = db;
    await schema
      .createTable('inquiry')
      .addColumn('number', isPostgres(db) ? 'bigserial' : 'integer', (column) => column.primaryKey())
      .addColumn('agency_key', 'text', (column) => column.notNull())
      .addColumn('sid', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('due_at', 'bigint')
      .addColumn('waits', 'integer', (column) => column.notNull())
      .addColumn('gone_at', 'bigint')
      .addColumn('operator_key', 'text')
      .addColumn('listing_key', 'text')
      .addColumn('make', 'text')
      .addColumn('make_key', 'text')
      .addColumn('origin', 'text')
      .addColumn('origin_key', 'text')
      .addColumn('listing_type', 'text')
      .addColumn('listing_type_key', 'text')
      .addColumn('interest', 'text')
      .addColumn('interest_key', 'text')
      .addColumn('condition', 'text')
      .addColumn('condition_key', 'text')
      .addColumn('province', 'text')
      .addColumn('province_key', 'text')
      .addColumn('trade_in', 'integer', (column) => column.notNull())
      .addColumn('finance', 'integer', (column) => column.notNull())
      .addColumn('insurance', 'integer', (column) => column.notNull())
      .addColumn('model', 'text')
      .addColumn('year', 'integer')
      .addColumn('price', 'double precision')
      .addColumn('currency', 'text')
      .addColumn('phone_key', 'text')
      .addColumn('mail_key', 'text')
      .addColumn('document_key', 'text')
      .addColumn('learned', 'text', (column) => column.notNull())
      .addColumn('first_seen_at', 'bigint', (column) => column.notNull())
      .addColumn('last_seen_at', 'bigint', (column) => column.notNull())
      .addColumn('data', 'text', (column) => column.notNull())
      .addUniqueConstraint('inquiry_key', ['agency_key', 'sid'])
      .execute();
    const index = (name: string, columns: string[]) =>
      schema.createIndex(name).on('inquiry').columns(columns);
    await index('inquiry_by_agency', ['agency_key', 'at', 'sid']).execute();
    await index('inquiry_by_operator', ['agency_key', 'operator_key', 'at']).execute();
    await index('inquiry_by_moment', ['at', 'sid', 'agency_key']).execute();
    const isWaiting = sql<boolean>`waits = 1`;
    await index('inquiry_waiting_of_agency', ['agency_key', 'at', 'sid', 'due_at'])
      .where(isWaiting)
      .execute();
    await index('inquiry_waiting', ['at', 'sid', 'agency_key', 'due_at']).where(isWaiting).execute();
    for (const key of ['phone_key', 'mail_key', 'document_key'])
      await index(`inquiry_by_${key}`, [key, 'at'])
        .where(sql<boolean>`${sql.ref(key)} is not null`)
        .execute();
    await createFullTextIndex(db, 'inquiry_words');

    await schema
      .createIndex('follow_up_claims')
      .on('follow_up')
      .column('claimed_by')
      .where(sql<boolean>`claimed_by is not null`)
      .execute();
    await schema
      .createIndex('follow_up_snoozes')
      .on('follow_up')
      .column('snoozed_until')
      .where(sql<boolean>`snoozed_until is not null`)
      .execute();

    await schema
      .createTable('indexed_agency')
      .addColumn('agency_key', 'text', (column) => column.primaryKey())
      .addColumn('admin_mail', 'text', (column) => column.notNull())
      .addColumn('hours_version', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('to_read', 'text')
      .addColumn('reading_since', 'bigint')
      .addColumn('swept_at', 'bigint')
      .addColumn('read_whole_at', 'bigint')
      .addColumn('due_at', 'bigint', (column) => column.notNull())
      .addColumn('watched_until', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('leased_until', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('failing_since', 'bigint')
      .addColumn('failure', 'text')
      .execute();
    await schema.createIndex('indexed_agency_by_due').on('indexed_agency').column('due_at').execute();
    await schema
      .createTable('sweep_pace')
      .addColumn('next_at', 'bigint', (column) => column.notNull())
      .execute();
    await (db as Kysely<{ sweep_pace: { next_at: number } }>)
      .insertInto('sweep_pace')
      .values({ next_at: 0 })
      .execute();
  },
};
