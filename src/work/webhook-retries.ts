import { type SqlBool, sql } from 'kysely';
import type { Random } from '#system/random.ts';

const SECOND_MS = 1000;
const HOUR_MS = 3_600_000;

/** Delays between attempts, ms (decisions, Webhooks). When the attempt after the last one fails, the message is given up. */
export const WEBHOOK_RETRY_DELAYS_MS = [
  5 * SECOND_MS,
  300 * SECOND_MS,
  1800 * SECOND_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];
/** Due times beyond the longest delay, with its jitter, were written while the clock was wrong. */
export const MAX_WEBHOOK_DELAY_MS = 27 * HOUR_MS;

interface RetryOptions {
  now: number;
  random: Pick<Random, 'fraction'>;
  /** Time of `Retry-After`. */
  notBefore: number;
}

/** Time of the next attempt, after `attempts` and one that failed now; undefined: it was the last one. */
export function computeNextAttemptAt(
  attempts: number,
  { now, random, notBefore }: RetryOptions,
): number | undefined {
  const wait = WEBHOOK_RETRY_DELAYS_MS[attempts];
  return wait === undefined
    ? undefined
    : Math.max(notBefore, now + Math.round(wait * (0.9 + 0.2 * random.fraction())));
}

/** Columns of a waiting message that is due now, though not before its `Retry-After`. The attempt does not count. */
export const resumeAt = (now: number) => ({
  due_at: sql<number>`case when not_before > ${now} then not_before else ${now} end`,
  attempts: sql<number>`attempts - 1`,
  resumed: 1 as const,
});

/** Condition of messages that wait for another attempt. With `isOnce` a message is resumed once between two scheduled ones. */
export const isResumable = ({ now, isOnce }: { now: number; isOnce: boolean }) =>
  sql<SqlBool>`due_at > ${now} and claimed_by is null and attempts > 0 ${isOnce ? sql`and resumed = 0` : sql``}`;
