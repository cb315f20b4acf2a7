import type { Kysely } from 'kysely';
import type { FindingDecision } from '#contract/desk/findings.ts';
import type { GatewayTables } from '#gateway/store.ts';
import type { FindingTable, FindingTables } from './tables.ts';

// Cases that the index does not decide by itself: a person accepts them or keeps waiting.

type Key = Pick<FindingTable, 'kind' | 'agency_key'>;

/**
 * Records what would vanish. To wait stands as long as no more would vanish than the person saw; what is recorded again in
 * spite of an acceptance is more than was accepted.
 */
export async function recordFinding(
  db: Kysely<FindingTables>,
  { readAt, ...finding }: Key & Pick<FindingTable, 'missing' | 'total'> & { readAt: number },
  now: number,
): Promise<void> {
  const { missing, total } = finding;
  await db
    .insertInto('index_finding')
    .values({
      ...finding,
      found_at: now,
      read_at: readAt,
    })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'agency_key']).doUpdateSet((eb) => {
        const isMore = eb.or([
          eb('index_finding.missing', '<', missing),
          eb('index_finding.decision', '=', 'accept'),
        ]);
        return {
          missing,
          total,
          read_at: readAt,
          decision: eb.case().when(isMore).then(null).else(eb.ref('index_finding.decision')).end(),
          decided_by: eb.case().when(isMore).then(null).else(eb.ref('index_finding.decided_by')).end(),
          decided_at: eb.case().when(isMore).then(null).else(eb.ref('index_finding.decided_at')).end(),
        };
      }),
    )
    .execute();
}

/** Time of the reading whose misses a person has accepted; 0: none. What is missing later was not accepted. */
export async function fetchAcceptedAt(db: Kysely<FindingTables>, { kind, agency_key }: Key): Promise<number> {
  const finding = await db
    .selectFrom('index_finding')
    .select('read_at')
    .where((eb) => eb.and({ kind, agency_key, decision: 'accept' }))
    .executeTakeFirst();
  return finding?.read_at ?? 0;
}

export async function deleteFinding(db: Kysely<FindingTables>, { kind, agency_key }: Key): Promise<void> {
  await db
    .deleteFrom('index_finding')
    .where((eb) => eb.and({ kind, agency_key }))
    .execute();
}

/** Findings with the names of their agencies and of who decided, oldest first. */
export function fetchFindings(db: Kysely<GatewayTables>) {
  return db
    .selectFrom('index_finding')
    .leftJoin('indexed_agency', 'indexed_agency.agency_key', 'index_finding.agency_key')
    .leftJoin('person', 'person.id', 'index_finding.decided_by')
    .selectAll('index_finding')
    .select(['indexed_agency.admin_mail', 'indexed_agency.name', 'person.name as decider'])
    .orderBy('found_at')
    .orderBy('kind')
    .orderBy('index_finding.agency_key')
    .execute();
}

/**
 * Stores a person's decision and makes what it concerns due now.
 * @returns false: nothing is found any more, or other than what the person saw
 */
export async function saveFindingDecision(
  db: Kysely<GatewayTables>,
  { kind, agency_key, missing, decision }: Omit<FindingDecision, 'adminMail'> & { agency_key: string },
  { personId, now }: { personId: string; now: number },
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('index_finding')
      .set({ decision, decided_by: personId, decided_at: now })
      .where((eb) => eb.and({ kind, agency_key, missing }))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    if (agency_key !== '')
      await transaction
        .updateTable('indexed_agency')
        .set({ due_at: now })
        .where('agency_key', '=', agency_key)
        .execute();
    return true;
  });
}
