import type { QueryCreator } from 'kysely';

export interface SettingTables {
  setting: { name: string; value: string };
}

/** A stored setting; undefined: it was never stored. */
export async function fetchSetting(
  db: QueryCreator<SettingTables>,
  name: string,
): Promise<string | undefined> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

export async function saveSetting(db: QueryCreator<SettingTables>, name: string, value: string) {
  await db
    .insertInto('setting')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** Stores a setting unless it is stored already. @returns the stored value */
export async function initializeSetting(db: QueryCreator<SettingTables>, name: string, value: string) {
  await db
    .insertInto('setting')
    .values({ name, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await fetchSetting(db, name)) ?? value;
}
