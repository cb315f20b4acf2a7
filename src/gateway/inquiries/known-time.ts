import type { Kysely } from 'kysely';
import type { GatewayTables } from '#gateway/store.ts';
import { fetchInquiryCounts } from './counts.ts';
import { deleteFinding, fetchAcceptedAt, recordFinding } from './findings.ts';
import { EVERYTHING } from './scope.ts';
import type { KnownTimeTables } from './tables.ts';

// A clock that jumped must not erase anything: the time is held against the service's `Date` and the last known time.

/** Longer than any pause between two steps of a gateway that runs, and than any error of a clock that is set. */
const MAX_STEP_MS = 24 * 3_600_000;
// decided: up to a tenth is what a gateway erases that was stopped for some weeks.
const MAX_DOUBTED_SHARE = 10;

const CLOCK_FINDING = { kind: 'clock', agency_key: '' } as const;

/**
 * Holds the clock against the `Date` of a reply of the service, or without one against the last confirmed time.
 * @param serviceDate undefined also for a service in this process, whose clock is the same
 */
export async function checkClock(
  db: Kysely<GatewayTables>,
  { now, serviceDate }: { now: number; serviceDate: string | undefined },
): Promise<void> {
  const known = await db.selectFrom('known_time').selectAll().executeTakeFirstOrThrow();
  const serviceTime = Date.parse(serviceDate ?? '');
  const isAccepted = (await fetchAcceptedAt(db, CLOCK_FINDING)) > 0;
  const reference = Number.isNaN(serviceTime) ? known.at : serviceTime;
  const isConfirmed = isAccepted || reference === 0 || Math.abs(now - reference) <= MAX_STEP_MS;
  await db
    .updateTable('known_time')
    .set(isConfirmed ? { at: now, doubted_since: null } : { doubted_since: known.doubted_since ?? now })
    .execute();
  if (isConfirmed) await deleteFinding(db, CLOCK_FINDING);
}

/**
 * Returns the start of the time in which the clock runs without an unconfirmed jump; earlier waits begin anew
 * then. 0: always.
 */
export async function fetchSteadySince(db: Kysely<KnownTimeTables>): Promise<number> {
  const { doubted_since } = await db
    .selectFrom('known_time')
    .select('doubted_since')
    .executeTakeFirstOrThrow();
  return doubted_since ?? 0;
}

/** Returns true if retention may erase; otherwise a finding says how much a doubted clock would erase. */
export async function isErasureAllowed(
  db: Kysely<GatewayTables>,
  { now, countErased }: { now: number; countErased: (limit: number) => Promise<number> },
): Promise<boolean> {
  const { at, doubted_since } = await db.selectFrom('known_time').selectAll().executeTakeFirstOrThrow();
  const isUnchecked = at !== 0 && Math.abs(now - at) > MAX_STEP_MS;
  if (doubted_since === null && !isUnchecked) return true;
  const counts = await fetchInquiryCounts(db, EVERYTHING);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const limit = Math.floor(total / MAX_DOUBTED_SHARE);
  const erased = await countErased(limit + 1);
  if (erased <= limit) return true;
  // The next check says whether the clock jumped, or the gateway was stopped.
  if (doubted_since === null) return false;
  // Several kinds of data are held by the same doubt.
  const found = await db
    .selectFrom('index_finding')
    .select('kind')
    .where('kind', '=', 'clock')
    .where('missing', '>=', erased)
    .executeTakeFirst();
  if (!found) await recordFinding(db, { ...CLOCK_FINDING, missing: erased, total, readAt: now }, now);
  return false;
}
