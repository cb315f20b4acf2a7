import type { FastifyBaseLogger } from 'fastify';
import type { Kysely, Transaction } from 'kysely';
import { ulid } from 'ulid';
import { type Database, skipLocked } from '#database/database.ts';
import type { Mailer, Message } from '#mail/mailer.ts';
import { type Loop, getMaxWaitMs, startLoop } from './loop.ts';

/** A queued e-mail. It is deleted once sent, unless the queue has `keepSent`. Times are milliseconds since 1970. */
export interface MailRow {
  id: string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  created_at: number;
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

// decided: delays between attempts, ms; after the last one the mail is given up.
const RETRY_DELAYS_MS = [5, 60, 300, 1800, 3600, 7200, 14_400, 28_800, 57_600].map(
  (seconds) => seconds * 1000,
);
/** Longer than any attempt takes. */
const CLAIM_MS = 60_000;
const MAX_WAIT_MS = 60_000;

/** Queues a mail in the transaction of the change that it reports (transactional outbox): sent at least once. */
export async function enqueueMail(
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

/** Sends queued mails. With `keepSent` sent mails stay in the table and can be read. */
export function createMailQueue(
  { db, engine }: Database<MailTables>,
  {
    mailer,
    now,
    keepSent,
    log,
  }: { mailer: Mailer; now: () => number; keepSent: boolean; log?: FastifyBaseLogger },
) {
  const claim = (at: number): Promise<MailRow | undefined> =>
    db
      .updateTable('mails')
      .set((eb) => ({ due_at: at + CLAIM_MS, attempts: eb('attempts', '+', 1) }))
      .where('id', '=', (eb) =>
        skipLocked(
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
      // Only the error's code is logged: its message may contain the recipient.
      log?.warn({ code: findErrorCode(error), mail: id, attempts }, 'a mail was not taken');
      const wait = RETRY_DELAYS_MS[attempts - 1];
      await db
        .updateTable('mails')
        .set({ due_at: wait === undefined ? null : now() + wait })
        .where('id', '=', id)
        .execute();
      return;
    }
    if (keepSent)
      await db.updateTable('mails').set({ due_at: null, sent_at: now() }).where('id', '=', id).execute();
    else await db.deleteFrom('mails').where('id', '=', id).execute();
  }

  /** Sends all due mails. @returns when the next one is due, ms since 1970 */
  async function step(): Promise<number | undefined> {
    for (let mail = await claim(now()); mail; mail = await claim(now())) await send(mail);
    const { next } = await db
      .selectFrom('mails')
      .select((eb) => eb.fn.min('due_at').as('next'))
      .executeTakeFirstOrThrow();
    return next ?? undefined;
  }

  /** Releases claims of an earlier process; only safe on SQLite, which one server owns. */
  async function releaseClaims(at: number): Promise<void> {
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
      let isFirstStep = true;
      const next = async () => {
        if (isFirstStep && engine === 'sqlite') await releaseClaims(now());
        isFirstStep = false;
        return step();
      };
      return startLoop(next, {
        now,
        maxWaitMs: getMaxWaitMs(engine, MAX_WAIT_MS),
        onError: (error) => log?.error({ err: error }, 'mails could not be looked at'),
      });
    },
  };
}

function findErrorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
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
