import type { FastifyBaseLogger } from 'fastify';
import type { Transaction } from 'kysely';
import { type Database, skipLocked } from '#database/database.ts';
import { MAX_SMTP_CONNECTIONS, type Mailer, type Message } from '#mail/mailer.ts';
import type { Stamp } from '#system/random.ts';
import { type Loop, endEarlierLeases, getMaxWaitMs, createLoop } from './loop.ts';
import type { MailRow, MailTables } from './mail-table.ts';
import { HOLD_POLL_MS } from './sending-hold.ts';

/** Mails of a lower priority wait while others are due: a person waits for a link, nobody for a digest. */
const PRIORITIES = { link: 0, alarm: 1, digest: 2 } as const;

// decided: delays between attempts, ms; after the last one the mail is given up.
const MAIL_RETRY_DELAYS_MS = [5, 60, 300, 1800, 3600, 7200, 14_400, 28_800, 57_600].map(
  (seconds) => seconds * 1000,
);
const MAX_MAIL_DELAY_MS = Math.max(...MAIL_RETRY_DELAYS_MS);
/** Longer than any attempt takes. */
const MAIL_CLAIM_MS = 60_000;
const ATTEMPT_TIMEOUT_MS = 45_000;
const MAIL_WAIT_MS = 60_000;
/** Time to finish attempts when the process stops; the mails of those that take longer are released. */
const MAIL_STOP_TIMEOUT_MS = 2000;
// decided: the lines of mails that were given up are kept for 90 days.
const GIVEN_UP_RETENTION_MS = 90 * 86_400_000;

/** Queues a mail in the transaction of the change that it reports (transactional outbox): sent at least once. */
export async function enqueueMail(
  transaction: Transaction<MailTables>,
  { to, ...message }: Omit<Message, 'id'>,
  { kind, now, random }: Stamp & { kind: keyof typeof PRIORITIES },
): Promise<void> {
  await transaction
    .insertInto('mail')
    .values({
      id: random.ulid(now),
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
export function createMailQueue(
  { db, engine }: Database<MailTables>,
  {
    mailer,
    now,
    keepSent,
    isHeld = async () => false,
    log,
  }: {
    mailer: Mailer;
    now: () => number;
    keepSent: boolean;
    /** True if nothing may be sent now. */
    isHeld?: () => Promise<boolean>;
    log?: FastifyBaseLogger;
  },
) {
  const attempts = new Set<Promise<void>>();
  const stopController = new AbortController();
  const logError = (error: unknown) => log?.error({ err: error }, 'the queue of mails failed');

  const claim = (at: number): Promise<MailRow | undefined> =>
    db
      .updateTable('mail')
      .set((eb) => ({ due_at: at + MAIL_CLAIM_MS, attempts: eb('attempts', '+', 1) }))
      .where('id', '=', (eb) =>
        skipLocked(
          engine,
          eb
            .selectFrom('mail')
            .select('id')
            .where('due_at', 'is not', null)
            // Times beyond the longest delay were written while the clock was wrong.
            .where((or) => or.or([or('due_at', '<=', at), or('due_at', '>', at + MAX_MAIL_DELAY_MS)]))
            .orderBy('priority')
            .orderBy('due_at')
            .limit(1),
        ),
      )
      .returningAll()
      .executeTakeFirst();

  async function send({ id, recipient, subject, text, html, attempts: attempt }: MailRow): Promise<void> {
    try {
      const signal = AbortSignal.any([stopController.signal, AbortSignal.timeout(ATTEMPT_TIMEOUT_MS)]);
      await mailer.send({ id, to: recipient, subject, text, html }, signal);
    } catch (error) {
      if (stopController.signal.aborted) {
        // The claim is released as if the attempt had not begun.
        await db
          .updateTable('mail')
          .set({ due_at: now(), attempts: attempt - 1 })
          .where('id', '=', id)
          .execute();
        return;
      }
      // Only the error's code is logged: its message may contain the recipient.
      log?.warn(
        { code: findErrorCode(error), mail: id, attempts: attempt },
        'mail refused by the SMTP server',
      );
      const wait = MAIL_RETRY_DELAYS_MS[attempt - 1];
      await db
        .updateTable('mail')
        .set(wait === undefined ? { due_at: null, text: '', html: '' } : { due_at: now() + wait })
        .where('id', '=', id)
        .execute();
      return;
    }
    if (keepSent)
      await db.updateTable('mail').set({ due_at: null, sent_at: now() }).where('id', '=', id).execute();
    else await db.deleteFrom('mail').where('id', '=', id).execute();
  }

  /** Begins as many attempts as there is room for. @returns when the next mail is due, ms since 1970 */
  async function beginAttempts(onEnd: () => void, signal?: AbortSignal): Promise<number | undefined> {
    while (attempts.size < MAX_SMTP_CONNECTIONS) {
      if (signal?.aborted) return undefined;
      const mail = await claim(now());
      if (!mail) return fetchNextDueAt();
      const attempt = send(mail)
        .catch(logError)
        .finally(() => {
          attempts.delete(attempt);
          onEnd();
        });
      attempts.add(attempt);
    }
    return undefined;
  }

  async function fetchNextDueAt(): Promise<number | undefined> {
    const { next } = await db
      .selectFrom('mail')
      .select((eb) => eb.fn.min('due_at').as('next'))
      .executeTakeFirstOrThrow();
    return next ?? undefined;
  }

  /** Sends all due mails. @returns when the next one is due, ms since 1970 */
  async function step(): Promise<number | undefined> {
    for (;;) {
      const next = await beginAttempts(() => {});
      if (attempts.size === 0) return next;
      await Promise.race(attempts);
    }
  }

  /** Releases claims of an earlier process; only safe on SQLite, which one server owns. */
  async function releaseClaims(at: number): Promise<void> {
    await db
      .updateTable('mail')
      .set({ due_at: at })
      .where('due_at', '>', at)
      .where('due_at', '<=', at + MAIL_CLAIM_MS)
      .execute();
  }

  async function deleteGivenUp(): Promise<void> {
    await db
      .deleteFrom('mail')
      .where('due_at', 'is', null)
      .where('sent_at', 'is', null)
      .where('created_at', '<=', now() - GIVEN_UP_RETENTION_MS)
      .execute();
  }

  const loop: Loop = createLoop(
    async (signal) => {
      if (await isHeld()) return now() + HOLD_POLL_MS;
      return beginAttempts(() => loop.wake(), signal);
    },
    {
      now,
      maxWaitMs: getMaxWaitMs(engine, MAIL_WAIT_MS),
      async begin() {
        await deleteGivenUp();
        await endEarlierLeases(engine, () => releaseClaims(now()))?.();
      },
      onError: logError,
    },
  );
  return {
    ...loop,
    step,
    /** Ends within seconds whatever is queued, and closes the mailer. */
    async stop() {
      await loop.stop();
      const timer = setTimeout(() => stopController.abort(), MAIL_STOP_TIMEOUT_MS);
      await Promise.all(attempts);
      clearTimeout(timer);
      mailer.close();
    },
  };
}

function findErrorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
