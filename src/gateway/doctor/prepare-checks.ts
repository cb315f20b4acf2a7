import { type Kysely, sql } from 'kysely';
import type { GatewayConfig } from '#gateway/config.ts';
import { CHECKS } from './checks.ts';
import type { DoctorTables } from './store.ts';

/** Adds new checks, which are due at once, and switches off those that have no meaning for the configuration. */
export async function prepareChecks(
  db: Kysely<DoctorTables>,
  config: GatewayConfig,
  now: number,
): Promise<void> {
  for (const { id, applies } of CHECKS) {
    const isApplicable = applies?.(config) ?? true;
    await db
      .insertInto('doctor_check')
      .values({ id, failures: 0, findings: '[]', due_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await db
      .updateTable('doctor_check')
      .set({ due_at: isApplicable ? sql<number>`coalesce(due_at, ${now})` : null })
      .where('id', '=', id)
      .execute();
  }
}
