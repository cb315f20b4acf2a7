import { type Kysely, type QueryCreator, sql } from 'kysely';
import { MINUTE_MS } from '#contract/durations.ts';
import { addressKey, networkKey } from '#gateway/client-address.ts';
import { mailKey } from '#gateway/people/store.ts';
import { createProblem } from '#gateway/problems.ts';
import { sha256 } from '#signing/sha256.ts';

export interface AttemptTables {
  /** Attempts per hashed key; the next one is allowed from `retry_at`. Times are ms since 1970. */
  attempt: { key: string; count: number; window_started_at: number; retry_at: number };
}

/**
 * Limit of `max` attempts in a window that begins with the first one, with growing delays before the last
 * ones.
 */
export interface AttemptLimit {
  name: string;
  max: number;
  windowMs: number;
  /** Delay before the attempt with this number, seconds. */
  delaysS?: Record<number, number>;
}

// decided: all of the numbers.
/** Sign-in with one mail from one address: slows down and then locks out this address only. */
export const PAIR_LIMIT: AttemptLimit = {
  name: 'pair',
  max: 10,
  windowMs: 15 * MINUTE_MS,
  delaysS: { 4: 1, 5: 2, 6: 4, 7: 8, 8: 16, 9: 30, 10: 60 },
};
/** Sign-in from one address with any mail. */
export const ADDRESS_LIMIT: AttemptLimit = { name: 'address', max: 100, windowMs: 15 * MINUTE_MS };
/** Sign-in with one mail from anywhere; open sessions and recovery are not affected. */
export const ACCOUNT_LIMIT: AttemptLimit = {
  name: 'account',
  max: 60,
  windowMs: 60 * MINUTE_MS,
  delaysS: Object.fromEntries(Array.from({ length: 40 }, (_, at) => [at + 21, 60])),
};
/** Second-factor codes in one session. */
export const SESSION_CODE_LIMIT: AttemptLimit = { name: 'codes', max: 5, windowMs: 15 * MINUTE_MS };
/**
 * Authenticator codes of one person in all sessions: slow enough that six digits cannot be guessed. Recovery codes do not
 * count, so that a stolen password cannot lock the owner out.
 */
export const PERSON_CODE_LIMIT: AttemptLimit = {
  name: 'codes-of-person',
  max: 100,
  windowMs: 24 * 60 * MINUTE_MS,
};
/** Password confirmations of a signed-in person. */
export const PASSWORD_CONFIRMATION_LIMIT: AttemptLimit = {
  name: 'proofs',
  max: 10,
  windowMs: 15 * MINUTE_MS,
};
/** Invalid links from one address. */
export const LINK_LIMIT: AttemptLimit = { name: 'links', max: 30, windowMs: 15 * MINUTE_MS };
/** Recovery requests from one address. */
export const RECOVERY_REQUEST_LIMIT: AttemptLimit = { name: 'asks', max: 30, windowMs: 15 * MINUTE_MS };
/** Recovery mails to one person. */
export const RECOVERY_MAIL_LIMIT: AttemptLimit = { name: 'recoveries', max: 3, windowMs: 60 * MINUTE_MS };

/** decided: a /48 may be a provider's many homes, so it has five times the attempts of a /64. */
const NETWORK_FACTOR = 5;

/** Beginnings of windows further ahead were written while the clock was wrong. */
const CLOCK_TOLERANCE_MS = MINUTE_MS;

const MAX_WINDOW_MS = PERSON_CODE_LIMIT.windowMs;

/** The limit of an address, and that of its network, which an IPv6 client with many addresses has in common. */
export function limitsByAddress(
  limit: AttemptLimit,
  address: string,
): { byAddress: readonly [AttemptLimit, string]; byNetwork?: readonly [AttemptLimit, string] } {
  const key = addressKey(address);
  const network = networkKey(address);
  if (network === key) return { byAddress: [limit, key] };
  const { name, max, windowMs } = limit;
  return {
    byAddress: [limit, key],
    byNetwork: [{ name: `${name}-of-network`, max: NETWORK_FACTOR * max, windowMs }, network],
  };
}

export interface CountedAttempt {
  /** Uncounts this attempt, and the delay that it caused: it was not a failure. */
  refund: () => Promise<void>;
  /** Uncounts all attempts of the key. */
  reset: () => Promise<void>;
}

/**
 * Counts an attempt before it is verified, atomically in the database, so that concurrent attempts cannot exceed the
 * limit.
 * @returns `retryAfterS`, seconds, when the limit is reached; the attempt then does not count
 */
export async function consumeAttempt(
  db: QueryCreator<AttemptTables>,
  limit: AttemptLimit,
  subject: string,
  now: number,
): Promise<{ retryAfterS: number } | CountedAttempt> {
  const key = hashKey(limit, subject);
  await db
    .deleteFrom('attempt')
    .where('key', '=', key)
    .where((eb) =>
      eb.or([
        eb('window_started_at', '<=', now - limit.windowMs),
        eb('window_started_at', '>', now + CLOCK_TOLERANCE_MS),
      ]),
    )
    .execute();
  const row = await db
    .insertInto('attempt')
    .values({ key, count: 1, window_started_at: now, retry_at: now + getDelayMs(limit, 1) })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet((eb) => ({
          count: eb('attempt.count', '+', 1),
          retry_at: computeRetryAt(limit, now),
        }))
        .where('attempt.retry_at', '<=', now),
    )
    .returning('retry_at')
    .executeTakeFirst();
  if (!row) {
    const current = await db
      .selectFrom('attempt')
      .select('retry_at')
      .where('key', '=', key)
      .executeTakeFirst();
    return { retryAfterS: Math.max(1, Math.ceil(((current?.retry_at ?? now) - now) / 1000)) };
  }
  return {
    refund: async () => {
      await db
        .updateTable('attempt')
        .set((eb) => ({
          count: eb('count', '-', 1),
          // A later attempt may have locked the key meanwhile.
          retry_at: eb.case().when('retry_at', '=', row.retry_at).then(now).else(eb.ref('retry_at')).end(),
        }))
        .where('key', '=', key)
        .execute();
    },
    reset: async () => {
      await db.deleteFrom('attempt').where('key', '=', key).execute();
    },
  };
}

/**
 * Consumes an attempt of every limit. If one is reached, those already consumed are refunded.
 * @throws ProblemError `too-many-attempts`
 */
export async function consumeAttempts<
  Limits extends Partial<Record<string, readonly [AttemptLimit, subject: string]>>,
>(
  db: QueryCreator<AttemptTables>,
  limits: Limits,
  now: number,
): Promise<{ [Name in keyof Limits]: CountedAttempt }> {
  const attempts: [string, CountedAttempt][] = [];
  for (const [name, [limit, subject]] of Object.entries(
    limits as Record<string, readonly [AttemptLimit, string]>,
  )) {
    const result = await consumeAttempt(db, limit, subject, now);
    if ('retryAfterS' in result) for (const [, previous] of attempts) await previous.refund();
    attempts.push([name, assertAttemptAllowed(result)]);
  }
  return Object.fromEntries(attempts) as { [Name in keyof Limits]: CountedAttempt };
}

/** Resets a person's sign-in limits after a password reset. */
export async function resetAttempts(
  db: QueryCreator<AttemptTables>,
  { id, mail }: { id: string; mail: string },
  address?: string,
): Promise<void> {
  const keys = [hashKey(ACCOUNT_LIMIT, mail), hashKey(PERSON_CODE_LIMIT, id)];
  if (address !== undefined) keys.push(hashKey(PAIR_LIMIT, pairKey(mail, address)));
  await db.deleteFrom('attempt').where('key', 'in', keys).execute();
}

/** Subject of `PAIR_LIMIT`. */
export function pairKey(mail: string, address: string): string {
  return `${mailKey(mail)}\n${addressKey(address)}`;
}

/** Hashed: people sometimes type their password as the mail. */
function hashKey({ name }: AttemptLimit, subject: string): string {
  return sha256(`${name}\n${subject}`);
}

/** @throws ProblemError `too-many-attempts` when the limit is reached */
export function assertAttemptAllowed(result: { retryAfterS: number } | CountedAttempt): CountedAttempt {
  if ('retryAfterS' in result)
    throw createProblem('too-many-attempts', { headers: { 'retry-after': String(result.retryAfterS) } });
  return result;
}

/** Deletes attempts whose window has passed. */
export async function pruneAttempts(db: Kysely<AttemptTables>, now: number): Promise<void> {
  await db
    .deleteFrom('attempt')
    .where((eb) =>
      eb.or([
        eb('window_started_at', '<=', now - MAX_WINDOW_MS),
        eb('window_started_at', '>', now + CLOCK_TOLERANCE_MS),
      ]),
    )
    .execute();
}

/** Runs `verify` and refunds the attempts if it throws; an undefined result keeps them counted. */
export async function refundOnError<T>(
  attempts: readonly CountedAttempt[],
  verify: () => Promise<T | undefined>,
): Promise<T | undefined> {
  try {
    return await verify();
  } catch (error) {
    for (const attempt of attempts) await attempt.refund();
    throw error;
  }
}

function getDelayMs({ delaysS, max, windowMs }: AttemptLimit, count: number): number {
  return count >= max ? windowMs : (delaysS?.[count + 1] ?? 0) * 1000;
}

/** `retry_at` after the attempt being counted: now plus the next delay, or the end of the window after the last one. */
function computeRetryAt({ delaysS = {}, max, windowMs }: AttemptLimit, now: number) {
  const cases = Object.entries(delaysS)
    .filter(([number]) => Number(number) <= max)
    .map(([number, seconds]) => sql`when attempt.count + 2 = ${Number(number)} then ${now + seconds * 1000}`);
  return sql<number>`case when attempt.count + 1 >= ${max} then attempt.window_started_at + ${windowMs} ${sql.join(cases, sql` `)} else ${now} end`;
}
