import type { Kysely, QueryCreator } from 'kysely';
import type { Text } from '#contract/desk/doctor.ts';
import { MINUTE_MS } from '#contract/durations.ts';
import type { ClaimColumns } from '#work/claims.ts';

/** State of a check. `due_at` null: it does not apply to this installation. Times are ms since 1970. */
export interface CheckRow extends ClaimColumns {
  id: string;
  checked_at: number | null;
  /** Time of the first of the runs in a row that found something. */
  since: number | null;
  /** Their number. */
  failures: number;
  /** JSON of sentences. */
  findings: string;
  ignored_reason: string | null;
  ignored_by: string | null;
  ignored_at: number | null;
  /** null: until it is taken back. */
  ignored_until: number | null;
}

export interface DoctorTables {
  doctor_check: CheckRow;
}

/** A failed check is repeated after this time before it counts, or after its interval if that is shorter. */
const CHECK_RETRY_MS = MINUTE_MS;
/** decided: checks that wait for so long have no worker. */
const MAX_LATENESS_MS = 10 * MINUTE_MS;

/** Stores what a run found, and when the check runs again. */
export async function saveRun(
  db: Kysely<DoctorTables>,
  { id, since, failures }: Pick<CheckRow, 'id' | 'since' | 'failures'>,
  {
    findings,
    now,
    everyMs,
    retries,
  }: { findings: readonly Text[]; now: number; everyMs: number; retries: number },
): Promise<void> {
  const isFailed = findings.length > 0;
  const isRetried = isFailed && failures < retries;
  await db
    .updateTable('doctor_check')
    .set({
      checked_at: now,
      since: isFailed ? (since ?? now) : null,
      failures: isFailed ? failures + 1 : 0,
      findings: JSON.stringify(findings),
      due_at: now + (isRetried ? Math.min(CHECK_RETRY_MS, everyMs) : everyMs),
    })
    .where('id', '=', id)
    .execute();
}

/** Makes all applicable checks due now. */
export async function requestRuns(db: Kysely<DoctorTables>, now: number): Promise<void> {
  await db.updateTable('doctor_check').set({ due_at: now }).where('due_at', '>', now).execute();
}

/** Makes one check due now. @returns false if there is no such check */
export async function requestRun(db: Kysely<DoctorTables>, id: string, now: number): Promise<boolean> {
  const updated = await db
    .updateTable('doctor_check')
    .set({ due_at: now })
    .where('id', '=', id)
    .where('due_at', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
}

/** @returns false if there is no such check */
export async function setIgnored(
  db: Kysely<DoctorTables>,
  id: string,
  ignored: { reason: string; personId: string; now: number; until: number | null } | null,
): Promise<boolean> {
  const updated = await db
    .updateTable('doctor_check')
    .set({
      ignored_reason: ignored?.reason ?? null,
      ignored_by: ignored?.personId ?? null,
      ignored_at: ignored?.now ?? null,
      ignored_until: ignored?.until ?? null,
    })
    .where('id', '=', id)
    .where('due_at', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
}

export const fetchCheckRows = (db: QueryCreator<DoctorTables>): Promise<CheckRow[]> =>
  db.selectFrom('doctor_check').selectAll().where('due_at', 'is not', null).execute();

/** Time since which a check waits for a worker that does not come; null: none does. */
export async function fetchLateSince(db: QueryCreator<DoctorTables>, now: number): Promise<number | null> {
  const { since } = await db
    .selectFrom('doctor_check')
    .select((eb) => eb.fn.min('due_at').as('since'))
    .where('checked_at', 'is not', null)
    .where('due_at', '<', now - MAX_LATENESS_MS)
    .executeTakeFirstOrThrow();
  return since;
}
