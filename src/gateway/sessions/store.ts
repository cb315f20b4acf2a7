import { createHash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { type PeopleTables, type Person, mailKey, personById } from '#gateway/people/store.ts';

export interface SessionTables {
  session: { token_hash: string; person_id: string; created_at: number; seen_at: number };
  failed_sign_in: { pair: string; tries: number; since: number };
}

type Tables = SessionTables & PeopleTables;

const MINUTE = 60_000;
const IDLE_MS = 30 * MINUTE;
export const ABSOLUTE_MS = 12 * 60 * MINUTE;

/** decided: ten failures of a pair of mail and address in a quarter of an hour, counted from the first. */
const MOST_FAILURES = 10;
const FAILURE_WINDOW_MS = 15 * MINUTE;

/** Opens a session; the token is returned and only its hash is kept. Sessions that ended long ago are removed. */
export async function openSession(db: Kysely<Tables>, personId: string, now: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db
    .deleteFrom('session')
    .where('created_at', '<=', now - ABSOLUTE_MS)
    .execute();
  await db
    .insertInto('session')
    .values({ token_hash: sha256(token), person_id: personId, created_at: now, seen_at: now })
    .execute();
  return token;
}

/** The person a token stands for; undefined when it is unknown, has ended, or the person is disabled. */
export async function personOfSession(
  db: Kysely<Tables>,
  token: string,
  now: number,
): Promise<Person | undefined> {
  const token_hash = sha256(token);
  const session = await db
    .selectFrom('session')
    .select(['person_id', 'seen_at'])
    .where('token_hash', '=', token_hash)
    .where('created_at', '>', now - ABSOLUTE_MS)
    .where('seen_at', '>', now - IDLE_MS)
    .executeTakeFirst();
  if (!session) return undefined;
  if (now - session.seen_at >= MINUTE)
    await db.updateTable('session').set({ seen_at: now }).where('token_hash', '=', token_hash).execute();
  return personById(db, session.person_id);
}

export async function closeSession(db: Kysely<SessionTables>, token: string): Promise<void> {
  await db.deleteFrom('session').where('token_hash', '=', sha256(token)).execute();
}

/**
 * Notes a try to sign in before it is judged, so that many at once cannot all slip through.
 * @returns `wait` in seconds when the pair has failed too often, else `forget` for the try that succeeds.
 */
export async function noteAttempt(
  db: Kysely<SessionTables>,
  { mail, address }: { mail: string; address: string },
  now: number,
): Promise<{ wait: number } | { forget: () => Promise<void> }> {
  // Hashed: what is typed as a mail may be a password.
  const pair = sha256(`${mailKey(mail)}\n${address}`);
  await db
    .deleteFrom('failed_sign_in')
    .where('since', '<=', now - FAILURE_WINDOW_MS)
    .execute();
  const { tries, since } = await db
    .insertInto('failed_sign_in')
    .values({ pair, tries: 1, since: now })
    .onConflict((conflict) =>
      conflict
        .column('pair')
        .doUpdateSet((expression) => ({ tries: expression('failed_sign_in.tries', '+', 1) })),
    )
    .returning(['tries', 'since'])
    .executeTakeFirstOrThrow();
  if (tries > MOST_FAILURES) return { wait: Math.ceil((since + FAILURE_WINDOW_MS - now) / 1000) };
  return {
    forget: async () => {
      await db.deleteFrom('failed_sign_in').where('pair', '=', pair).execute();
    },
  };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
