import { type Kysely, sql } from 'kysely';

/** A queued e-mail. It is deleted once sent, unless the queue has `keepSent`. Times are milliseconds since 1970. */
export interface MailRow {
  id: string;
  recipient: string;
  subject: string;
  /** Empty, like `html`, once the mail is given up: it may contain a token. */
  text: string;
  html: string;
  created_at: number;
  /** Mails with a lower one are sent first. */
  priority: number;
  /** Time of the next attempt; claiming the mail postpones it, so that no other instance sends it. Null: none. */
  due_at: number | null;
  attempts: number;
  sent_at: number | null;
}

export interface MailTables {
  mails: MailRow;
}

/** Creates the table, for migrations. */
export async function createMailTable({ schema }: Pick<Kysely<unknown>, 'schema'>): Promise<void> {
  await schema
    .createTable('mails')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('recipient', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('html', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('due_at', 'bigint')
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('sent_at', 'bigint')
    .execute();
  await schema.createIndex('mails_due').on('mails').column('due_at').execute();
}

/** Adds the priority, and erases the texts of mails that were given up, for migrations. */
export async function addMailPriority(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('mails')
    .addColumn('priority', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`create index mails_by_priority on mails (priority, due_at) where due_at is not null`.execute(db);
  await sql`update mails set text = '', html = '' where due_at is null and sent_at is null`.execute(db);
}

/** Sent mails, newest first; empty without `keepSent`. */
export const listSentMails = (db: Kysely<MailTables>): Promise<MailRow[]> =>
  db
    .selectFrom('mails')
    .selectAll()
    .where('sent_at', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1000)
    .execute();
