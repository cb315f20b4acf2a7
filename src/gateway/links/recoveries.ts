import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { Gateway } from '#gateway/gateway.ts';
import { mailKey } from '#gateway/people/store.ts';
import { RECOVERY_MAIL_LIMIT, consumeAttempt } from '#gateway/sessions/attempts.ts';
import { createLoop } from '#outbox/loop.ts';
import type { Stamp } from '#system/random.ts';
import { type RecoveryTables, sendLink } from './store.ts';

// decided: a request is processed after a random delay up to this, so that reply times do not reveal whether a person
// with that mail exists.
const MAX_RECOVERY_DELAY_MS = 250;
/** Requests older than this are retried: their process has ended or failed. */
const RETRY_AFTER_MS = 60_000;

/** Stores a recovery request; takes the same time for known and unknown mails. @returns its id */
export async function saveRecoveryRequest(
  db: Kysely<RecoveryTables>,
  mail: string,
  { now, random }: Stamp,
): Promise<string> {
  const id = random.ulid(now);
  await db
    .insertInto('recovery_request')
    .values({ id, mail: mailKey(mail), at: now })
    .execute();
  return id;
}

export type RecoveryWorker = ReturnType<typeof createRecoveryWorker>;

/** Creates the worker that mails recovery links. */
export function createRecoveryWorker({
  db,
  config,
  now,
  clock,
  random,
  wake,
  log,
}: Pick<Gateway, 'db' | 'config' | 'now' | 'clock' | 'random' | 'wake'> & {
  log: FastifyBaseLogger;
}) {
  const logFailure = (error: unknown) => log.error({ err: error }, 'a recovery could not be mailed');

  /** Safe to run concurrently: deleting the row claims the request. */
  async function processRequest(id: string): Promise<void> {
    const isQueued = await db.transaction().execute(async (transaction) => {
      const request = await transaction
        .deleteFrom('recovery_request')
        .where('id', '=', id)
        .returning('mail')
        .executeTakeFirst();
      const person =
        request &&
        (await transaction
          .selectFrom('person')
          .select(['id', 'mail', 'name', 'accepted_at'])
          .where('mail', '=', request.mail)
          .where('disabled_at', 'is', null)
          .executeTakeFirst());
      if (
        !person ||
        'retryAfterS' in (await consumeAttempt(transaction, RECOVERY_MAIL_LIMIT, person.id, now()))
      )
        return false;
      // People who have not accepted yet get another invitation.
      const kind = person.accepted_at === null ? 'invitation' : 'recovery';
      await sendLink(transaction, { person, kind, publicUrl: config.publicUrl }, { now: now(), random });
      return true;
    });
    if (isQueued) wake('mails');
  }

  let isFirstRun = true;
  async function step(signal: AbortSignal): Promise<undefined> {
    const requests = await db
      .selectFrom('recovery_request')
      .select('id')
      .where((eb) =>
        eb.or([
          eb('at', '<=', isFirstRun ? now() : now() - RETRY_AFTER_MS),
          // Stored while the clock was wrong.
          eb('at', '>', now() + RETRY_AFTER_MS),
        ]),
      )
      .execute();
    for (const { id } of requests) {
      if (signal.aborted) return;
      await processRequest(id);
    }
    isFirstRun = false;
  }
  const loop = createLoop(step, { now, maxWaitMs: RETRY_AFTER_MS, onError: logFailure });

  const scheduled = new Set<Promise<void>>();
  return {
    /** Processes the requests that an ended process left, too. */
    start: () => loop.start(),
    /** Processes a request after a random delay. */
    schedule(id: string): void {
      const task = clock
        .sleep(random.integer(MAX_RECOVERY_DELAY_MS))
        .then(() => processRequest(id))
        .catch(logFailure)
        .finally(() => scheduled.delete(task));
      scheduled.add(task);
    },
    async stop(): Promise<void> {
      await Promise.all(scheduled);
      await loop.stop();
    },
  };
}
