import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { makeAppendOnly } from '#database/append-only.ts';
import { createMailTable } from '#outbox/mail-table.ts';

/** Times are milliseconds; hashes are SHA-256, hexadecimal. */
export const rightsLinksAndAudit: Migration = {
  async up(db: Kysely<unknown>) {
    await people(db);
    await sessions(db);
    await links(db);
    await createMailTable(db);
    await audit(db);
  },
};

async function people({ schema }: Kysely<unknown>): Promise<void> {
  for (const [name, type] of [
    ['accepted_at', 'bigint'],
    ['second_factor_secret', 'text'],
    ['second_factor_next', 'text'],
    ['second_factor_step', 'bigint'],
  ] as const)
    await schema.alterTable('person').addColumn(name, type).execute();
  await schema
    .alterTable('person')
    .addColumn('version', 'bigint', (column) => column.notNull().defaultTo(1))
    .execute();
  await schema
    .alterTable('person_agency')
    .addColumn('own_inquiries_only', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await schema
    .createTable('recovery_code')
    .addColumn('person_id', 'text', (column) => column.notNull().references('person.id').onDelete('cascade'))
    .addColumn('code_hash', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('recovery_code_key', ['person_id', 'code_hash'])
    .execute();
}

/** Drops all sessions, which lack the new columns: people sign in again. */
async function sessions(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await sql`update person set accepted_at = created_at`.execute(db);
  await schema.dropTable('session').execute();
  await schema.dropTable('failed_sign_in').execute();
  await schema
    .createTable('attempt')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addColumn('since', 'bigint', (column) => column.notNull())
    .addColumn('free_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema.createIndex('attempt_by_time').on('attempt').column('since').execute();
  await schema
    .createTable('session')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('person_id', 'text', (column) => column.notNull().references('person.id').onDelete('cascade'))
    .addColumn('stage', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('seen_at', 'bigint', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('user_agent', 'text', (column) => column.notNull())
    .execute();
  await schema.createIndex('session_of_person').on('session').column('person_id').execute();
}

async function links({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('link')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('person_id', 'text', (column) => column.notNull().references('person.id').onDelete('cascade'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema.createIndex('link_of_person').on('link').column('person_id').execute();
}

async function audit(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('audit')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('person_id', 'text')
    .addColumn('person_mail', 'text')
    .addColumn('person_role', 'text')
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('agency', 'text')
    .addColumn('target', 'text')
    .addColumn('status', 'integer')
    .addColumn('code', 'text')
    .execute();
  await schema.createIndex('audit_by_time').on('audit').column('at').execute();
  await makeAppendOnly(db, 'audit', 'status');
}
