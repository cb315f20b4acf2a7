import { type Kysely, sql } from 'kysely';

/** One row each: earliest time of the next call of the service. */
export interface CallPaceTables {
  sweep_pace: { next_at: number };
  job_pace: { next_at: number };
}

/** Longer than any line of callers; later times were stored while the clock was wrong. */
const MAX_AHEAD_MS = 3_600_000;

/** Reserves the next call of the service, across instances. @returns when to make it, ms since 1970 */
export async function reserveCall(
  db: Kysely<CallPaceTables>,
  pace: keyof CallPaceTables,
  { intervalMs, now }: { intervalMs: number; now: number },
): Promise<number> {
  const { next_at } = await db
    .updateTable(pace)
    .set({
      next_at: sql<number>`(case when next_at > ${now} and next_at <= ${now + MAX_AHEAD_MS} then next_at else ${now} end) + ${intervalMs}`,
    })
    .returning('next_at')
    .executeTakeFirstOrThrow();
  return next_at - intervalMs;
}
