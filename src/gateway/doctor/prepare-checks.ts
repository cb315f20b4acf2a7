import { type Kysely, sql } from 'kysely';
import type { GatewayConfig } from '#gateway/config.ts';
import { CHECKS } from './checks.ts';
import type { DoctorTables } from './store.ts';

/** Adds new checks, which are due at once, and switches off those that do not apply to the configuration. */
export async function prepareChecks(
  db: Kysely<DoctorTables>,
  config: GatewayConfig,
  now: number,
): Promise<void> {
  const ids = CHECKS.map(({ id }) => id);
  const applicable = CHECKS.filter(({ applies }) => applies?.(config) ?? true).map(({ id }) => id);
  await db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('doctor_check')
      .values(ids.map((id) => ({ id, failures: 0, findings: '[]', due_at: now })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await transaction
      .updateTable('doctor_check')
      .set({
        due_at: sql`case when id in (${sql.join(applicable)}) then coalesce(due_at, ${now}) end`,
      })
      .where('id', 'in', ids)
      .execute();
  });
}
