import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Keys of agencies and topics are lower-case, sids upper-case, times milliseconds; secrets are encrypted. */
export const invitationsAndWebhooks: Migration = {
  async up(db: Kysely<unknown>) {
    await invitations(db);
    await webhooks(db);
    await deliveries(db);
  },
};

async function invitations({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('invitation')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('agency_key', 'text', (column) => column.notNull().unique())
    .addColumn('admin_mail', 'text', (column) => column.notNull())
    .addColumn('name', 'text')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('location', 'text')
    .addColumn('checks', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('checked_at', 'bigint')
    .addColumn('next_check_at', 'bigint')
    .addColumn('registered_at', 'bigint')
    .addColumn('note', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('note_by', 'text')
    .addColumn('version', 'bigint', (column) => column.notNull().defaultTo(1))
    .execute();
  await schema.createIndex('invitation_due').on('invitation').column('next_check_at').execute();

  await schema
    .createTable('invitation_send')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('invitation_id', 'text', (column) => column.notNull().references('invitation.id'))
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('person_id', 'text', (column) => column.notNull())
    .addColumn('status', 'integer')
    .execute();
  await schema
    .createIndex('invitation_sends')
    .on('invitation_send')
    .columns(['invitation_id', 'id'])
    .execute();
}

async function webhooks({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('webhook_secret')
    .addColumn('topic', 'text', (column) => column.primaryKey())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('secret', 'text')
    .addColumn('next_secret', 'text')
    .execute();

  await schema
    .createTable('webhook_change')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('topic', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('person_id', 'text')
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('settings', 'text')
    .addColumn('secret_state', 'text', (column) => column.notNull())
    .addColumn('secret', 'text')
    .execute();
  await schema
    .createIndex('webhook_changes_of_topic')
    .on('webhook_change')
    .columns(['topic', 'id'])
    .execute();
}

async function deliveries({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('delivery')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('topic', 'text', (column) => column.notNull())
    .addColumn('agency', 'text')
    .addColumn('agency_key', 'text')
    .addColumn('sid', 'text')
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('hook_id', 'text')
    // Set for verified messages only, so that a refused one cannot block them.
    .addColumn('kept_id', 'text', (column) => column.unique())
    .addColumn('body_signed', 'integer')
    .addColumn('size', 'integer')
    .addColumn('times', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('person_id', 'text')
    .addColumn('callback', 'text')
    .addColumn('status', 'integer')
    .addColumn('headers', 'text', (column) => column.notNull())
    .addColumn('payload', 'text')
    .execute();
  const index = (name: string) => schema.createIndex(name).on('delivery');
  await index('deliveries_of_topic').columns(['topic', 'id']).execute();
  await index('deliveries_heard').columns(['topic', 'outcome', 'id']).execute();
  await index('deliveries_by_outcome').columns(['outcome', 'id']).execute();
  await index('deliveries_of_inquiry').columns(['sid', 'topic']).execute();
  await index('deliveries_by_hook').column('hook_id').execute();
  await index('deliveries_of_agency').columns(['agency_key', 'id']).execute();
  await index('deliveries_to_erase').column('at').where(sql.ref('payload'), 'is not', null).execute();
}
