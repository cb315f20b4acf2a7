import { randomInt } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import { ulid } from 'ulid';
import type { Gateway } from '#gateway/gateway.ts';
import { mailKey } from '#gateway/people/store.ts';
import { RECOVERIES, attempt } from '#gateway/sessions/attempts.ts';
import { startLoop } from '#outbox/loop.ts';
import { sendLink } from './store.ts';

export interface RecoveryTables {
  /** Recoveries that were asked for and not worked on yet, whoever the mail is of. */
  asked_recovery: { id: string; mail: string; at: number };
}

// decided: a recovery is worked on at any moment of this time after its answer, so that neither that answer nor the next
// one takes longer where there is such a person.
const LATEST_MS = 250;
/** What was not worked on by then is tried again: whoever had it ended, or failed. */
const AGAIN_MS = 60_000;

/** Keeps what was asked for: the same work for every mail there is or is not. @returns its id */
export async function keepRecovery(db: Kysely<RecoveryTables>, mail: string, now: number): Promise<string> {
  const id = ulid(now);
  await db
    .insertInto('asked_recovery')
    .values({ id, mail: mailKey(mail), at: now })
    .execute();
  return id;
}

/** Mails links to those who asked for one, what was left by a process that ended included. */
export function startRecoveries({
  db,
  config,
  now,
  mailQueued,
  log,
}: Pick<Gateway, 'db' | 'config' | 'now' | 'mailQueued'> & { log: FastifyBaseLogger }) {
  const failed = (error: unknown) => log.error({ err: error }, 'a recovery could not be mailed');

  /** Of two who work on one, the second finds nothing. */
  async function work(id: string): Promise<void> {
    const queued = await db.transaction().execute(async (transaction) => {
      const asked = await transaction
        .deleteFrom('asked_recovery')
        .where('id', '=', id)
        .returning('mail')
        .executeTakeFirst();
      const person =
        asked &&
        (await transaction
          .selectFrom('person')
          .select(['id', 'mail', 'name', 'accepted_at'])
          .where('mail', '=', asked.mail)
          .where('disabled_at', 'is', null)
          .executeTakeFirst());
      if (!person || 'wait' in (await attempt(transaction, RECOVERIES, person.id, now()))) return false;
      // Whoever has not accepted yet is invited again.
      const kind = person.accepted_at === null ? 'invitation' : 'recovery';
      await sendLink(transaction, { person, kind, publicUrl: config.publicUrl }, now());
      return true;
    });
    if (queued) mailQueued();
  }

  let begins = true;
  async function step(): Promise<undefined> {
    const left = await db
      .selectFrom('asked_recovery')
      .select('id')
      .where('at', '<=', begins ? now() : now() - AGAIN_MS)
      .execute();
    for (const { id } of left) await work(id);
    begins = false;
  }
  const loop = startLoop(step, { now, maxWaitMs: AGAIN_MS, onError: failed });

  const soon = new Set<Promise<void>>();
  return {
    /** Works on it soon, and not at once. */
    asked(id: string): void {
      const working = setTimeout(randomInt(LATEST_MS))
        .then(() => work(id))
        .catch(failed)
        .finally(() => soon.delete(working));
      soon.add(working);
    },
    async stop(): Promise<void> {
      await Promise.all(soon);
      await loop.stop();
    },
  };
}
