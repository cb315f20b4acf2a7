import type { Kysely, QueryCreator } from 'kysely';
import type { AgencyHours, SetHours } from '#contract/desk/hours.ts';
import { type Hours, defaultHours } from '#contract/hours.ts';
import { assertWritten } from '#gateway/assert-written.ts';
import { mailKey } from '#gateway/people/store.ts';

export interface HoursTables {
  /** `hours` is JSON. */
  agency_hours: { agency_key: string; hours: string; version: number };
}

/** Opening hours of an agency; defaults to the usual hours in the service's time zone. */
export async function fetchStoredHours(
  db: Kysely<HoursTables>,
  adminMail: string,
  zone: string,
): Promise<AgencyHours> {
  const row = await db
    .selectFrom('agency_hours')
    .select(['hours', 'version'])
    .where('agency_key', '=', mailKey(adminMail))
    .executeTakeFirst();
  return row
    ? { hours: JSON.parse(row.hours) as Hours, version: row.version }
    : { hours: defaultHours(zone), version: 0 };
}

/** Opening hours by agency key, with the same default. */
export async function fetchHoursByAgency(
  db: QueryCreator<HoursTables>,
  agencyKeys: Iterable<string>,
  zone: string,
): Promise<Map<string, Hours>> {
  const keys = [...new Set(agencyKeys)];
  const rows = await db
    .selectFrom('agency_hours')
    .select(['agency_key', 'hours'])
    .where('agency_key', 'in', [...keys, ''])
    .execute();
  const stored = new Map(rows.map(({ agency_key, hours }) => [agency_key, JSON.parse(hours) as Hours]));
  return new Map(keys.map((key) => [key, stored.get(key) ?? defaultHours(zone)]));
}

/** @throws ProblemError `changed-meanwhile` */
export async function setHours(
  db: Kysely<HoursTables>,
  adminMail: string,
  { hours, version }: SetHours,
): Promise<AgencyHours> {
  const agency_key = mailKey(adminMail);
  const next = { hours: JSON.stringify(hours), version: version + 1 };
  if (version === 0)
    await db
      .insertInto('agency_hours')
      .values({ agency_key, ...next })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  else
    await db
      .updateTable('agency_hours')
      .set(next)
      .where((eb) => eb.and({ agency_key, version }))
      .execute();
  const row = await db
    .selectFrom('agency_hours')
    .selectAll()
    .where('agency_key', '=', agency_key)
    .executeTakeFirst();
  assertWritten(row, next);
  return { hours, version: next.version };
}
