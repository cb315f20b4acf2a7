import type { Kysely } from 'kysely';
import type { OverviewSettings } from '#contract/desk/overview.ts';
import type { InstallationTables } from '#gateway/installation.ts';

const RANKS_PEOPLE = 'OVERVIEW_RANKS_PEOPLE';

export async function fetchOverviewSettings(db: Kysely<InstallationTables>): Promise<OverviewSettings> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', RANKS_PEOPLE)
    .executeTakeFirst();
  return { ranksPeople: row?.value === '1' };
}

export async function saveOverviewSettings(
  db: Kysely<InstallationTables>,
  { ranksPeople }: OverviewSettings,
): Promise<void> {
  const value = ranksPeople ? '1' : '0';
  await db
    .insertInto('setting')
    .values({ name: RANKS_PEOPLE, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
