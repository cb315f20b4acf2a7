import type { Kysely, QueryCreator } from 'kysely';
import type { AgencyHours, SetHours } from '#contract/desk/hours.ts';
import { type Hours, changeHours, defaultHours } from '#contract/hours.ts';
import { dayAt } from '#contract/window.ts';
import { mailKey } from '#gateway/people/store.ts';
import { createProblem } from '#gateway/problems.ts';

export interface HoursTables {
  /** `hours` is JSON, with those that held before. */
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

/**
 * Sets the hours of an agency from a day on, today at the earliest.
 * @throws ProblemError `changed-meanwhile`
 */
export async function setHours(
  db: Kysely<HoursTables>,
  adminMail: string,
  { hours, day, version }: SetHours,
  { now, zone }: { now: number; zone: string },
): Promise<AgencyHours> {
  const agency_key = mailKey(adminMail);
  const today = dayAt(now, hours.zone);
  const from = day !== undefined && day > today ? day : today;
  const current = await fetchStoredHours(db, adminMail, zone);
  if (current.version === version) {
    const next = { hours: JSON.stringify(changeHours(current.hours, hours, from)), version: version + 1 };
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
  }
  const stored = await fetchStoredHours(db, adminMail, zone);
  // A repeated request finds its own hours stored, which it would not change.
  const isRepeat = JSON.stringify(changeHours(stored.hours, hours, from)) === JSON.stringify(stored.hours);
  if (stored.version !== version + 1 || !isRepeat) throw createProblem('changed-meanwhile');
  return stored;
}
