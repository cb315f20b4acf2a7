import type { Kysely } from 'kysely';
import { type RateLimitTables, consumeShared } from '#database/shared-rate-limiter.ts';
import { createProblem } from '#gateway/problems.ts';
import type { Clock } from '#system/clock.ts';

/** One resend of an inquiry at a time. A resend takes less than the window, which ends the slot of a gateway that crashed. */
const RESEND_LIMIT = { name: 'resend', max: 1, windowMs: 30_000 };
/** decided: time between accepted resends of one inquiry. */
const INTERVAL_MS = 1000;

/**
 * Allows one resend per inquiry at a time on all gateways, and waits until the pause after an accepted one is over.
 * @throws ProblemError `too-many-requests` while another resend is pending
 * @returns the release function, to be called with whether the service accepted the resend
 */
export async function acquireResendSlot(
  db: Kysely<RateLimitTables>,
  inquiry: string,
  { now, sleep }: Pick<Clock, 'now' | 'sleep'>,
): Promise<(isAccepted: boolean) => Promise<void>> {
  const at = now();
  let slot = await consumeShared(db, RESEND_LIMIT, inquiry, at);
  if ('retryAt' in slot && slot.retryAt - at <= INTERVAL_MS) {
    await sleep(Math.max(0, slot.retryAt - at));
    slot = await consumeShared(db, RESEND_LIMIT, inquiry, slot.retryAt);
  }
  if ('retryAt' in slot) throw createProblem('too-many-requests', { headers: { 'retry-after': '1' } });
  const { endWindowAt, reset } = slot;
  return async (isAccepted) => {
    await (isAccepted ? endWindowAt(now() + INTERVAL_MS) : reset());
  };
}

/** Ends the slots of earlier processes. */
export async function endResendSlots(db: Kysely<RateLimitTables>): Promise<void> {
  await db.deleteFrom('rate_limit').where('name', '=', RESEND_LIMIT.name).execute();
}
