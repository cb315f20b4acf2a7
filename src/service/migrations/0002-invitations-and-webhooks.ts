import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createMailTable } from '#outbox/mail-table.ts';

// decided: the names of the topics, and which are offered.
const TOPICS = [
  {
    topic: 'agencia-registrada',
    description: 'Una agencia invitada completó su registro',
    offered: 1,
  },
  { topic: 'consulta-recibida', description: 'Una agencia recibió una consulta', offered: 1 },
  { topic: 'agencia-desasociada', description: 'Una agencia dejó de estar asociada', offered: 0 },
];

interface Filled {
  apps: { key: string };
  topics: { topic: string; description: string; offered: number };
  app_topics: { app_key: string; topic: string };
}

export const invitationsAndWebhooks: Migration = {
  async up(db: Kysely<Filled>) {
    await invitations(db);
    await webhooks(db);
    await db.insertInto('topics').values(TOPICS).execute();
    await db
      .insertInto('app_topics')
      .columns(['app_key', 'topic'])
      .expression((eb) =>
        eb
          .selectFrom(['apps', 'topics'])
          .select(['apps.key as app_key', 'topics.topic'])
          .where('topics.offered', '=', 1),
      )
      .execute();
  },
};

async function invitations(db: Kysely<Filled>): Promise<void> {
  await db.schema
    .createTable('packages')
    .addColumn('agency_key', 'text', (column) => column.primaryKey().references('agencies.mail_key'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('since', 'text', (column) => column.notNull())
    .addColumn('until', 'text', (column) => column.notNull())
    .addColumn('products', 'text', (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('invitations')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('agency_key', 'text', (column) => column.notNull().references('agencies.mail_key'))
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('ended_at', 'bigint')
    .execute();
  await db.schema.createIndex('invitations_of_agency').on('invitations').column('agency_key').execute();

  await createMailTable(db);
}

async function webhooks(db: Kysely<Filled>): Promise<void> {
  await db.schema
    .createTable('topics')
    .addColumn('topic', 'text', (column) => column.primaryKey())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('offered', 'integer', (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('app_topics')
    .addColumn('app_key', 'text', (column) => column.notNull().references('apps.key'))
    .addColumn('topic', 'text', (column) => column.notNull().references('topics.topic'))
    .addPrimaryKeyConstraint('app_topics_key', ['app_key', 'topic'])
    .execute();

  await db.schema
    .createTable('webhooks')
    .addColumn('app_key', 'text', (column) => column.notNull().references('apps.key'))
    .addColumn('topic', 'text', (column) => column.notNull().references('topics.topic'))
    .addColumn('callback', 'text', (column) => column.notNull())
    .addColumn('secret', 'text')
    .addColumn('description', 'text')
    .addColumn('active', 'integer', (column) => column.notNull())
    .addColumn('headers', 'text', (column) => column.notNull())
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('failing_since', 'bigint')
    .addPrimaryKeyConstraint('webhooks_key', ['app_key', 'topic'])
    .execute();

  await db.schema
    .createTable('deliveries')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('app_key', 'text', (column) => column.notNull())
    .addColumn('topic', 'text', (column) => column.notNull())
    .addColumn('agency_key', 'text', (column) => column.notNull().references('agencies.mail_key'))
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('deliveries_of_webhook')
    .on('deliveries')
    .columns(['app_key', 'topic', 'due_at'])
    .execute();
  await db.schema.createIndex('deliveries_due').on('deliveries').column('due_at').execute();
  await db.schema.createIndex('deliveries_of_agency').on('deliveries').column('agency_key').execute();
}
