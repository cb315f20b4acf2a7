import type { FastifyBaseLogger } from 'fastify';
import type { Kysely, Transaction } from 'kysely';
import { ulid } from 'ulid';
import { type Database, unclaimed } from '#database/database.ts';
import type { Mailer, Message } from '#mail/mail.ts';
import { type Loop, startLoop } from './loop.ts';

/** An e-mail on its way out; kept after it was sent only where it can be read again. Times are milliseconds since 1970. */
export interface MailRow {
  id: string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  created_at: number;
  /** When it may be tried: a try in progress moves it on, so that nobody else takes it. */
  due_at: number | null;
  attempts: number;
  sent_at: number | null;
}

export interface MailTables {
  mails: MailRow;
}

/** Makes the table, in a migration. */
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

// decided: after these waits, in milliseconds, a mail that nobody takes is given up.
const RETRIES_MS = [5, 60, 300, 1800, 3600, 7200, 14_400, 28_800, 57_600].map((seconds) => seconds * 1000);
/** Longer than any try lasts. */
const CLAIM_MS = 60_000;
const LONGEST_WAIT_MS = 60_000;

/** Writes a mail in the transaction of what it tells: it is sent at least once, whatever happens after. */
export async function queueMail(
  transaction: Transaction<MailTables>,
  { to, ...message }: Omit<Message, 'id'>,
  now: number,
): Promise<void> {
  await transaction
    .insertInto('mails')
    .values({
      id: ulid(now),
      recipient: to,
      ...message,
      created_at: now,
      due_at: now,
      attempts: 0,
      sent_at: null,
    })
    .execute();
}

/** What sends the mails that were queued. With `keep` they can be read afterwards. */
export function createMailRoom(
  { db, engine }: Database<MailTables>,
  { mailer, now, keep, log }: { mailer: Mailer; now: () => number; keep: boolean; log?: FastifyBaseLogger },
) {
  const claim = (at: number): Promise<MailRow | undefined> =>
    db
      .updateTable('mails')
      .set((eb) => ({ due_at: at + CLAIM_MS, attempts: eb('attempts', '+', 1) }))
      .where('id', '=', (eb) =>
        unclaimed(
          engine,
          eb.selectFrom('mails').select('id').where('due_at', '<=', at).orderBy('due_at').limit(1),
        ),
      )
      .returningAll()
      .executeTakeFirst();

  async function send({ id, recipient, subject, text, html, attempts }: MailRow): Promise<void> {
    try {
      await mailer.send({ id, to: recipient, subject, text, html });
    } catch (error) {
      // Of the error only its code: the rest may name the recipient.
      log?.warn({ code: codeOf(error), mail: id, attempts }, 'a mail was not taken');
      const wait = RETRIES_MS[attempts - 1];
      await db
        .updateTable('mails')
        .set({ due_at: wait === undefined ? null : now() + wait })
        .where('id', '=', id)
        .execute();
      return;
    }
    if (keep)
      await db.updateTable('mails').set({ due_at: null, sent_at: now() }).where('id', '=', id).execute();
    else await db.deleteFrom('mails').where('id', '=', id).execute();
  }

  /** Sends what is due; returns when the next one is, in milliseconds since 1970. */
  async function step(): Promise<number | undefined> {
    for (let mail = await claim(now()); mail; mail = await claim(now())) await send(mail);
    const { next } = await db
      .selectFrom('mails')
      .select((eb) => eb.fn.min('due_at').as('next'))
      .executeTakeFirstOrThrow();
    return next ?? undefined;
  }

  /** Frees what a process that ended had claimed: only for one that is alone on its database. */
  async function release(at: number): Promise<void> {
    await db
      .updateTable('mails')
      .set({ due_at: at })
      .where('due_at', '>', at)
      .where('due_at', '<=', at + CLAIM_MS)
      .execute();
  }

  return {
    step,
    start(): Loop {
      let begins = true;
      const next = async () => {
        if (begins && engine === 'sqlite') await release(now());
        begins = false;
        return step();
      };
      return startLoop(next, {
        now,
        longestMs: LONGEST_WAIT_MS,
        failed: (error) => log?.error({ err: error }, 'mails could not be looked at'),
      });
    },
  };
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** The mails that were sent, newest first; only where they are kept. */
export const sentMails = (db: Kysely<MailTables>): Promise<MailRow[]> =>
  db
    .selectFrom('mails')
    .selectAll()
    .where('sent_at', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1000)
    .execute();
