import type { Kysely } from 'kysely';
import { type BalanceSummary, type Reconciliation, countUnexplained } from '#contract/desk/balance.ts';
import { type IndexedAgency, isInAgencies, isPresent } from '#gateway/inquiries/agencies.ts';
import type { Scope } from '#gateway/inquiries/scope.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { reconcileCounts } from './reconcile-counts.ts';

/** An agency with what its last sweep compared; null: nothing. */
export interface AgencyReading {
  agency: Pick<IndexedAgency, 'agency_key' | 'admin_mail' | 'name'>;
  reading: (Reconciliation & { readAt: number }) | null;
}

/** The agencies of a scope that are shown, with their last readings. */
export async function fetchReadings(
  db: Kysely<GatewayTables>,
  scope: Pick<Scope, 'agencies'>,
): Promise<AgencyReading[]> {
  const agencies = await db
    .selectFrom('indexed_agency')
    .where(isInAgencies(scope))
    .where(isPresent)
    .select(['agency_key', 'admin_mail', 'name', 'swept_at'])
    .select(['service_count', 'index_count', 'arriving_count', 'missing_count', 'erased_count'])
    .orderBy('agency_key')
    .execute();
  return agencies.map((agency) => ({ agency, reading: toReading(agency) }));
}

function toReading(
  row: Pick<
    IndexedAgency,
    'swept_at' | 'service_count' | 'index_count' | 'arriving_count' | 'missing_count' | 'erased_count'
  >,
): AgencyReading['reading'] {
  const { swept_at: readAt, service_count: service, index_count: index } = row;
  const { arriving_count: arriving, missing_count: missing, erased_count: erased } = row;
  if (readAt === null || service === null || index === null) return null;
  if (arriving === null || missing === null || erased === null) return null;
  return { ...reconcileCounts({ service, index, arriving, missing, erased }), readAt };
}

const SUMMED = ['made', 'inbox', 'arriving', 'missing', 'erased', 'absent', 'surplus'] as const;

/** Adds up the readings; what differs in one agency is not made up for by another. */
export function sumReadings(readings: readonly AgencyReading[]): BalanceSummary {
  const compared = readings.flatMap(({ reading }) => reading ?? []);
  const sum = (name: (typeof SUMMED)[number]) =>
    compared.reduce((total, reading) => total + reading[name], 0);
  return {
    ...(Object.fromEntries(SUMMED.map((name) => [name, sum(name)])) as Record<
      (typeof SUMMED)[number],
      number
    >),
    compared: compared.length,
    uncompared: readings.length - compared.length,
    differing: compared.filter((reading) => countUnexplained(reading) > 0).length,
    readAt: compared.reduce<number | null>(
      (oldest, { readAt }) => (oldest === null ? readAt : Math.min(oldest, readAt)),
      null,
    ),
  };
}

/** The sums of the agencies of a scope. */
export const fetchBalanceSummary = async (
  db: Kysely<GatewayTables>,
  scope: Pick<Scope, 'agencies'>,
): Promise<BalanceSummary> => sumReadings(await fetchReadings(db, scope));
