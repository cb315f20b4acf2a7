import type { QueryCreator } from 'kysely';
import { MINUTE_MS } from '#contract/durations.ts';
import {
  type CountedUse,
  type RateLimitTables,
  type SharedRateLimit,
  consumeShared,
} from '#database/shared-rate-limiter.ts';
import { addressKey, networkKey } from '#gateway/client-address.ts';
import { mailKey } from '#gateway/people/store.ts';
import { createProblem } from '#gateway/problems.ts';
import { sha256 } from '#signing/sha256.ts';

// decided: all of the numbers.
/** Sign-in with one mail from one address: slows down and then locks out this address only. */
export const PAIR_LIMIT: SharedRateLimit = {
  name: 'pair',
  max: 10,
  windowMs: 15 * MINUTE_MS,
  delaysS: { 4: 1, 5: 2, 6: 4, 7: 8, 8: 16, 9: 30, 10: 60 },
};
/** Sign-in from one address with any mail. */
export const ADDRESS_LIMIT: SharedRateLimit = { name: 'address', max: 100, windowMs: 15 * MINUTE_MS };
/** Sign-in with one mail from anywhere; open sessions and recovery are not affected. */
export const ACCOUNT_LIMIT: SharedRateLimit = {
  name: 'account',
  max: 60,
  windowMs: 60 * MINUTE_MS,
  delaysS: Object.fromEntries(Array.from({ length: 40 }, (_, at) => [at + 21, 60])),
};
/** Second-factor codes in one session. */
export const SESSION_CODE_LIMIT: SharedRateLimit = { name: 'codes', max: 5, windowMs: 15 * MINUTE_MS };
/**
 * Authenticator codes of one person in all sessions: slow enough that six digits cannot be guessed. Recovery codes do not
 * count, so that a stolen password cannot lock the owner out.
 */
export const PERSON_CODE_LIMIT: SharedRateLimit = {
  name: 'codes-of-person',
  max: 100,
  windowMs: 24 * 60 * MINUTE_MS,
};
/** Password confirmations of a signed-in person. */
export const PASSWORD_CONFIRMATION_LIMIT: SharedRateLimit = {
  name: 'password-confirmations',
  max: 10,
  windowMs: 15 * MINUTE_MS,
};
/** Invalid links from one address. */
export const LINK_LIMIT: SharedRateLimit = { name: 'links', max: 30, windowMs: 15 * MINUTE_MS };
/** Recovery requests from one address. */
export const RECOVERY_REQUEST_LIMIT: SharedRateLimit = {
  name: 'recovery-requests',
  max: 30,
  windowMs: 15 * MINUTE_MS,
};
/** Recovery mails to one person. */
export const RECOVERY_MAIL_LIMIT: SharedRateLimit = {
  name: 'recovery-mails',
  max: 3,
  windowMs: 60 * MINUTE_MS,
};

/** decided: a /48 may be a provider's many homes, so it has five times the attempts of a /64. */
const NETWORK_FACTOR = 5;

/** The limit of an address, and that of its network, which an IPv6 client with many addresses has in common. */
export function limitsByAddress(
  limit: SharedRateLimit,
  address: string,
): { byAddress: readonly [SharedRateLimit, string]; byNetwork?: readonly [SharedRateLimit, string] } {
  const key = addressKey(address);
  const network = networkKey(address);
  if (network === key) return { byAddress: [limit, key] };
  const { name, max, windowMs } = limit;
  return {
    byAddress: [limit, key],
    byNetwork: [{ name: `${name}-of-network`, max: NETWORK_FACTOR * max, windowMs }, network],
  };
}

/** The limits of an address, and of a mail from there. */
export function limitsBySignIn(mail: string, address: string) {
  return {
    ...limitsByAddress(ADDRESS_LIMIT, address),
    byPair: [PAIR_LIMIT, pairKey(mail, address)] as const,
  };
}

/**
 * Counts an attempt before it is verified.
 * @returns `retryAfterS`, seconds, when the limit is reached; the attempt then does not count
 */
export async function consumeAttempt(
  db: QueryCreator<RateLimitTables>,
  limit: SharedRateLimit,
  subject: string,
  now: number,
): Promise<{ retryAfterS: number } | CountedUse> {
  const result = await consumeShared(db, limit, toLimitKey(subject), now);
  if (!('retryAt' in result)) return result;
  return { retryAfterS: Math.max(1, Math.ceil((result.retryAt - now) / 1000)) };
}

/**
 * Consumes an attempt of every limit. If one is reached, those already consumed are refunded.
 * @throws ProblemError `too-many-attempts`
 */
export async function consumeAttempts<
  Limits extends Partial<Record<string, readonly [SharedRateLimit, subject: string]>>,
>(
  db: QueryCreator<RateLimitTables>,
  limits: Limits,
  now: number,
): Promise<{ [Name in keyof Limits]: CountedUse }> {
  const attempts: [string, CountedUse][] = [];
  for (const [name, [limit, subject]] of Object.entries(
    limits as Record<string, readonly [SharedRateLimit, string]>,
  )) {
    const result = await consumeAttempt(db, limit, subject, now);
    if ('retryAfterS' in result) for (const [, previous] of attempts) await previous.refund();
    attempts.push([name, assertAttemptAllowed(result)]);
  }
  return Object.fromEntries(attempts) as { [Name in keyof Limits]: CountedUse };
}

/** Resets a person's sign-in limits after a password reset, and those of the person at the given addresses. */
export async function resetAttempts(
  db: QueryCreator<RateLimitTables>,
  { id, mail }: { id: string; mail: string },
  addresses: readonly string[] = [],
): Promise<void> {
  const limits: (readonly [SharedRateLimit, subject: string])[] = [
    [ACCOUNT_LIMIT, mail],
    [PERSON_CODE_LIMIT, id],
    ...addresses.map((address) => [PAIR_LIMIT, pairKey(mail, address)] as const),
  ];
  for (const [{ name }, subject] of limits)
    await db
      .deleteFrom('rate_limit')
      .where((eb) => eb.and({ name, key: toLimitKey(subject) }))
      .execute();
}

/** Subject of `PAIR_LIMIT`. */
export function pairKey(mail: string, address: string): string {
  return `${mailKey(mail)}\n${addressKey(address)}`;
}

/** Keys are hashed, because people sometimes type their password as the mail. */
export function toLimitKey(subject: string): string {
  return sha256(subject);
}

/** @throws ProblemError `too-many-attempts` when the limit is reached */
export function assertAttemptAllowed(result: { retryAfterS: number } | CountedUse): CountedUse {
  if ('retryAfterS' in result)
    throw createProblem('too-many-attempts', { headers: { 'retry-after': String(result.retryAfterS) } });
  return result;
}

/** Runs `verify` and refunds the attempts if it throws; an undefined result keeps them counted. */
export async function refundOnError<T>(
  attempts: readonly CountedUse[],
  verify: () => Promise<T | undefined>,
): Promise<T | undefined> {
  try {
    return await verify();
  } catch (error) {
    for (const attempt of attempts) await attempt.refund();
    throw error;
  }
}
