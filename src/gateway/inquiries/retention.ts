import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { DAY_MS } from '#contract/durations.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { fetchSteadySince, isErasureAllowed } from './known-time.ts';
import { type RemovalFilter, countRemovable, deleteInquiries } from './removal.ts';
import { ROWS_PER_WRITE } from './write-in-batches.ts';

/** Hidden inquiries and agencies can come back within this time. */
const HIDDEN_DAYS = 7;
/** Batches before other work gets its turn. */
const BATCHES_PER_TURN = 400;

/**
 * Erases inquiries older than the retention, those hidden for a week, and agencies hidden for a week, a turn at a time.
 * @returns whether more is left
 */
export async function applyRetention(
  db: Kysely<GatewayTables>,
  { now, retentionDays }: { now: number; retentionDays: number },
): Promise<boolean> {
  const goneBefore = now - HIDDEN_DAYS * DAY_MS;
  const isHiddenLong = (await fetchSteadySince(db)) < goneBefore;
  const filters: RemovalFilter[] = [
    { before: now - retentionDays * DAY_MS },
    ...(isHiddenLong ? [{ goneBefore }] : []),
  ];
  const allowed = await isErasureAllowed(db, {
    now,
    countErased: async (limit) => {
      let count = 0;
      for (const filter of filters) count += await countRemovable(db, filter, limit);
      return count;
    },
  });
  if (!allowed) return false;
  let batches = 0;
  for (const filter of filters)
    while ((await deleteInquiries(db, filter, ROWS_PER_WRITE)) === ROWS_PER_WRITE) {
      if (++batches === BATCHES_PER_TURN) return true;
      await yieldToEventLoop();
    }
  // Their inquiries were hidden with them, and are gone now.
  if (isHiddenLong)
    await db
      .deleteFrom('indexed_agency')
      .where('gone_at', '<', goneBefore)
      .where('missing_since', 'is not', null)
      .execute();
  await db
    .deleteFrom('index_finding')
    .where('kind', '=', 'inquiries')
    .where('agency_key', 'not in', (eb) => eb.selectFrom('indexed_agency').select('agency_key'))
    .execute();
  return false;
}
