import type { Kysely } from 'kysely';
import { AgenciaProductos } from '#contract/agencies.ts';
import { type PackageReading, PACKAGE_FORECAST, sumProducts } from '#contract/agency-package.ts';
import { tolerant } from '#contract/reading.ts';
import { v3 } from '#contract/v3.ts';
import { addDays } from '#contract/window.ts';
import { parseReply } from '#gateway/forward/reply-schemas.ts';
import type { UpstreamReply } from '#gateway/forward/upstream.ts';

// Publications that agencies have contracted and use. Sweeps read them once a day; the pace of a package is forecast from them.

export interface PackageReadingTables {
  package_reading: PackageReading & { agency_key: string };
}

const PackageSchema = tolerant(AgenciaProductos);

/** Stores the package of an agency as the service replied on a day; nothing if it has none. */
export async function recordPackage(
  db: Kysely<PackageReadingTables>,
  { agency_key, day }: { agency_key: string; day: string },
  reply: Pick<UpstreamReply, 'status' | 'body'>,
): Promise<void> {
  const usage = sumProducts(parseReply(v3.viewPackage, reply, PackageSchema)?.Productos);
  if (!usage) return;
  await db
    .insertInto('package_reading')
    .values({ agency_key, day, ...usage })
    .onConflict((conflict) => conflict.columns(['agency_key', 'day']).doUpdateSet(usage))
    .execute();
}

/** Readings that forecasts are made of, by agency key, the oldest first; without `agencies` of all. */
export async function fetchPackageReadings(
  db: Kysely<PackageReadingTables>,
  agencies: readonly string[] | undefined,
  today: string,
): Promise<Map<string, PackageReading[]>> {
  const rows = await db
    .selectFrom('package_reading')
    .selectAll()
    // One day more: the last reading may be of yesterday.
    .where('day', '>=', addDays(today, -PACKAGE_FORECAST.days - 1))
    .$if(agencies !== undefined, (query) => query.where('agency_key', 'in', [...(agencies ?? []), '']))
    .orderBy('day')
    .execute();
  return Map.groupBy(rows, ({ agency_key }) => agency_key);
}
