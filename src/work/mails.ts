import type { FastifyBaseLogger } from 'fastify';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '#database/database.ts';
import { MAX_SMTP_CONNECTIONS, type Mailer, type Message } from '#mail/mailer.ts';
import type { Clock } from '#system/clock.ts';
import { getErrorCode } from '#system/error-code.ts';
import type { Stamp } from '#system/random.ts';
import { createClaims } from './claims.ts';
import { defineWork } from './define-work.ts';
import type { MailRow, MailTables } from './mail-table.ts';
import { type Work, WorkStoppedError } from './work.ts';

/** Mails of a lower priority wait while others are due: a person waits for a link, nobody for a digest. */
const PRIORITIES = { link: 0, alarm: 1, digest: 2, lead: 2 } as const;
type MailKind = keyof typeof PRIORITIES;

// decided: delays between attempts, ms; after the last one the mail is given up.
const MAIL_RETRY_DELAYS_MS = [5, 60, 300, 1800, 3600, 7200, 14_400, 28_800, 57_600].map(
  (seconds) => seconds * 1000,
);
const MAIL_LEASE_MS = 60_000;
/** Shorter than a lease. */
const ATTEMPT_TIMEOUT_MS = 45_000;

/** Queues a mail in the transaction of the change that it reports (transactional outbox): sent at least once. */
export async function enqueueMail(
  transaction: Transaction<MailTables>,
  message: Omit<Message, 'id'>,
  { kind, now, random }: Stamp & { kind: MailKind },
): Promise<void> {
  await insertMail(transaction, { id: random.ulid(now), ...message }, { kind, now });
}

/** Queues a mail with an id of its own, a ULID. */
export async function insertMail(
  transaction: Kysely<MailTables>,
  { to, ...message }: Message,
  { kind, now }: { kind: MailKind; now: number },
): Promise<void> {
  await transaction
    .insertInto('mail')
    .values({
      recipient: to,
      ...message,
      created_at: now,
      priority: PRIORITIES[kind],
      due_at: now,
      attempts: 0,
    })
    .execute();
}

/** Sends queued mails, several at the same time. With `keepSent` sent mails stay in the table and can be read. */
export function createMails(
  database: Database<MailTables>,
  {
    mailer,
    clock,
    keepSent,
    isHeld,
    onEnd = async () => {},
    log,
  }: {
    mailer: Pick<Mailer, 'send'>;
    clock: Clock;
    keepSent: boolean;
    /** True if nothing may be sent now. */
    isHeld?: () => Promise<boolean>;
    /** Is called before a mail leaves the queue; `failure` is null where it was accepted. */
    onEnd?: (end: { id: string; at: number; failure: string | null }) => Promise<void>;
    log?: Pick<FastifyBaseLogger, 'warn'>;
  },
): Work<'mails'> {
  const { db } = database;
  const claims = createClaims<MailRow>(database, {
    table: 'mail',
    key: 'id',
    clock,
    leaseMs: MAIL_LEASE_MS,
    order: ['priority', 'due_at'],
    maxDelayMs: Math.max(...MAIL_RETRY_DELAYS_MS),
  });

  async function send({ id, recipient, subject, text, html, attempts }: MailRow, signal: AbortSignal) {
    try {
      await mailer.send({ id, to: recipient, subject, text, html }, signal);
    } catch (error) {
      // It counts as not begun.
      if (signal.reason instanceof WorkStoppedError) throw error;
      // Only the error's code is logged: its message may contain the recipient.
      log?.warn(
        { code: getErrorCode(error), mail: id, attempts: attempts + 1 },
        'mail refused by the SMTP server',
      );
      const wait = MAIL_RETRY_DELAYS_MS[attempts];
      const failure = describeFailure(error);
      if (wait === undefined) await onEnd({ id, at: clock.now(), failure });
      await db
        .updateTable('mail')
        .set(wait === undefined ? { due_at: null, text: '', html: '' } : { due_at: clock.now() + wait })
        .set({ attempts: attempts + 1, failure })
        .where('id', '=', id)
        .where(claims.isOwn)
        .execute();
      return;
    }
    await onEnd({ id, at: clock.now(), failure: null });
    if (keepSent)
      await db
        .updateTable('mail')
        .set({ due_at: null, sent_at: clock.now(), attempts: attempts + 1 })
        .where('id', '=', id)
        .execute();
    else await db.deleteFrom('mail').where('id', '=', id).execute();
  }

  return defineWork({
    name: 'mails',
    claims,
    run: send,
    clock,
    concurrency: MAX_SMTP_CONNECTIONS,
    timeoutMs: ATTEMPT_TIMEOUT_MS,
    isHeld,
  });
}

const MAX_FAILURE_LENGTH = 300;

/** The answer of the mail server, or the code of what kept it from answering. */
function describeFailure(error: unknown): string {
  const response = error instanceof Error && 'response' in error ? error.response : undefined;
  return String(response ?? getErrorCode(error) ?? error).slice(0, MAX_FAILURE_LENGTH);
}
