import type { Expression, ExpressionBuilder, Kysely, SqlBool } from 'kysely';
import { countRows } from '#database/count-rows.ts';
import type { IndexState } from '#contract/desk/inquiries.ts';
import { type GatewayCode, gatewayCode } from '#contract/problem.ts';
import { type IndexedAgencyTables, RATE_LIMITED, isInAgencies, isPresent } from './agencies.ts';
import { fetchInquiryCounts } from './counts.ts';
import type { Scope } from './scope.ts';
import type { InquiryTables } from './tables.ts';

// Age and completeness of the index.

type Tables = IndexedAgencyTables & InquiryTables;

/** Condition: nothing of a full read's result is in doubt. */
const isWhole = (eb: ExpressionBuilder<Tables, 'indexed_agency'>): Expression<SqlBool> =>
  eb.and([
    eb('missing_since', 'is', null),
    eb.not(
      eb.exists(
        eb
          .selectFrom('index_finding')
          .select('kind')
          .where('kind', '=', 'inquiries')
          .whereRef('index_finding.agency_key', '=', 'indexed_agency.agency_key'),
      ),
    ),
  ]);

/** Age and completeness of the index for a scope, and the current failure, if any. */
export async function fetchFreshness(
  db: Kysely<Tables>,
  scope: Scope,
): Promise<{ asOf: number | null; complete: boolean; failure: GatewayCode | null }> {
  const row = await db
    .selectFrom('indexed_agency')
    .where(isInAgencies(scope))
    .where(isPresent)
    .select((eb) => [
      eb.fn.min(eb.case().when('failure', '!=', RATE_LIMITED).then(eb.ref('failure')).end()).as('failure'),
      eb.fn.countAll<number>().as('agencies'),
      eb.fn.count<number>('swept_at').as('swept'),
      eb.fn.count<number>(eb.case().when(isWhole(eb)).then(eb.ref('full_read_at')).end()).as('whole'),
      eb.fn.min('swept_at').as('oldest'),
    ])
    .executeTakeFirstOrThrow();
  // Before the first list of agencies, the index is incomplete. Hidden agencies are not expected.
  const hidden = db.selectFrom('indexed_agency').where(isInAgencies(scope)).where('gone_at', 'is not', null);
  const expected = scope.agencies
    ? scope.agencies.length - (await countRows(hidden))
    : Math.max(row.agencies, 1);
  return {
    asOf: row.swept === expected ? row.oldest : null,
    complete: row.whole === expected,
    failure: row.failure === null ? null : (gatewayCode(row.failure) ?? 'upstream-failed'),
  };
}

/** Index state of each agency in scope, with the number of inquiries that are in it. */
export async function fetchIndexState(db: Kysely<Tables>, scope: Scope): Promise<IndexState['agencies']> {
  const rows = await db
    .selectFrom('indexed_agency')
    .where(isInAgencies(scope))
    .where(isPresent)
    .selectAll()
    .select((eb) => eb.case().when(isWhole(eb)).then(1).else(0).end().as('isWhole'))
    .orderBy('agency_key')
    .execute();
  const counts = await fetchInquiryCounts(db, scope);
  return rows.map((row) => ({
    adminMail: row.admin_mail,
    name: row.name,
    inquiries: counts.get(row.agency_key) ?? 0,
    sweptAt: row.swept_at,
    complete: row.full_read_at !== null && row.isWhole === 1,
    failingSince: row.failing_since,
    failure: row.failure,
  }));
}

/** Age and fill of the whole index. */
export async function fetchIndexFigures(db: Kysely<Tables>, now: number) {
  const { oldest, ...figures } = await db
    .selectFrom('indexed_agency')
    .where(isPresent)
    .select((eb) => [
      eb.fn.countAll<number>().as('agencies'),
      eb.fn.count<number>(eb.case().when(isWhole(eb)).then(eb.ref('full_read_at')).end()).as('complete'),
      eb.fn.count<number>('failing_since').as('failing'),
      eb.fn.min('swept_at').as('oldest'),
    ])
    .executeTakeFirstOrThrow();
  const { inquiries } = await db
    .selectFrom('inquiry_count')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('change'), eb.lit(0)).as('inquiries'))
    .executeTakeFirstOrThrow();
  return { ...figures, inquiries, ageS: oldest === null ? null : Math.max(0, now - oldest) / 1000 };
}
