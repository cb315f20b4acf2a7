import type { Kysely } from 'kysely';
import type { Database } from '#database/database.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { mailKey } from '#gateway/people/store.ts';
import { RECOVERY_MAIL_LIMIT, consumeAttempt } from '#gateway/sessions/attempts.ts';
import type { GatewayTables } from '#gateway/store.ts';
import type { Stamp } from '#system/random.ts';
import { createClaims } from '#work/claims.ts';
import { defineWork } from '#work/define-work.ts';
import type { Work } from '#work/work.ts';
import { type RecoveryRow, type RecoveryTables, sendLink } from './store.ts';

// decided: a request is processed after a random delay up to this, so that reply times do not reveal whether a person
// with that mail exists.
export const MAX_RECOVERY_DELAY_MS = 250;
const RECOVERY_LEASE_MS = 60_000;
const RECOVERY_TIMEOUT_MS = 30_000;

/** Stores a recovery request; takes the same time for known and unknown mails. */
export async function saveRecoveryRequest(db: Kysely<RecoveryTables>, mail: string, { now, random }: Stamp) {
  await db
    .insertInto('recovery_request')
    .values({
      id: random.ulid(now),
      mail: mailKey(mail),
      due_at: now + random.integer(MAX_RECOVERY_DELAY_MS),
    })
    .execute();
}

/** Mails recovery links, also those that a process which ended was asked for. */
export function createRecoveries(
  { db, config, clock, random, wake }: Pick<Gateway, 'db' | 'config' | 'clock' | 'random' | 'wake'>,
  database: Database<GatewayTables>,
): Work<'recoveries'> {
  const claims = createClaims<RecoveryRow>(database, {
    table: 'recovery_request',
    key: 'id',
    clock,
    leaseMs: RECOVERY_LEASE_MS,
    maxDelayMs: MAX_RECOVERY_DELAY_MS,
  });

  async function sendRecovery({ id }: RecoveryRow): Promise<void> {
    const now = clock.now();
    const isQueued = await db.transaction().execute(async (transaction) => {
      const request = await transaction
        .deleteFrom('recovery_request')
        .where('id', '=', id)
        .where(claims.isOwn)
        .returning('mail')
        .executeTakeFirst();
      const person =
        request &&
        (await transaction
          .selectFrom('person')
          .select(['id', 'mail', 'name', 'accepted_at'])
          .where((eb) => eb.and({ mail: request.mail, disabled_at: null }))
          .executeTakeFirst());
      if (
        !person ||
        'retryAfterS' in (await consumeAttempt(transaction, RECOVERY_MAIL_LIMIT, person.id, now))
      )
        return false;
      // People who have not accepted yet get another invitation.
      const kind = person.accepted_at === null ? 'invitation' : 'recovery';
      await sendLink(transaction, { person, kind, publicUrl: config.publicUrl }, { now, random });
      return true;
    });
    if (isQueued) wake('mails');
  }

  return defineWork({
    name: 'recoveries',
    claims,
    run: sendRecovery,
    clock,
    concurrency: 4,
    timeoutMs: RECOVERY_TIMEOUT_MS,
  });
}
