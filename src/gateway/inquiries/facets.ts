import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { FacetName } from '#contract/inbox-filter-names.ts';
import { FOLLOW_UP_FACET, type FollowUpFacetValue } from '#contract/follow-up/follow-up-state.ts';
import { dueSpans } from '#contract/overview.ts';
import { lookUp } from '#contract/look-up.ts';
import { fold } from '#contract/search.ts';
import type { IndexedAgencyTables } from './agencies.ts';
import {
  type InquiryQuery,
  type ListContext,
  type ListRequest,
  type ListTables,
  STATUS_BY_STANDING,
  buildFilters,
  isSeen,
  partQuery,
  unionAll,
  viewParts,
} from './conditions.ts';
import type { Scope } from './scope.ts';

type Tables = ListTables & IndexedAgencyTables;

export interface FacetValue {
  value: string;
  /** Matching inquiries with this value. */
  count: number;
}

const FLAG_VALUE = 'si';

/** Agencies per query, so that it ends soon after its request. */
const AGENCIES_PER_QUERY = 10;
/** decided: nobody chooses among more values, the most frequent ones come first. */
const MAX_FACET_VALUES = 500;

/** Counts the values of each facet over inquiries that match all filters but this facet. */
export async function countFacets(
  db: Kysely<Tables>,
  list: ListRequest,
  signal?: AbortSignal,
): Promise<{ facets: Record<FacetName, FacetValue[]>; total: number }> {
  const { narrowing } = list.filters;
  const counts: Record<FacetName, Map<string, FacetValue>> = mapFacets(() => new Map());
  let total = 0;
  // A search is done once, for all agencies.
  for (const scope of narrowing.buscar ? [list.scope] : await splitByAgencies(db, list.scope)) {
    signal?.throwIfAborted();
    for (const { facet, key, value, count } of await fetchCounts(db, { ...list, scope }))
      if (facet === TOTAL) total += count;
      else addFacetCount(counts[facet], { key, value, count });
  }
  return { facets: mapFacets((name) => sortValues(name, counts[name], narrowing[name])), total };
}

/** Scopes of a few agencies each. */
async function splitByAgencies(db: Kysely<Tables>, scope: Scope): Promise<Scope[]> {
  const agencies =
    scope.agencies ??
    (await db.selectFrom('indexed_agency').select('agency_key').execute()).map(
      ({ agency_key }) => agency_key,
    );
  return Array.from({ length: Math.ceil(agencies.length / AGENCIES_PER_QUERY) }, (_, query) => ({
    ...scope,
    agencies: agencies.slice(query * AGENCIES_PER_QUERY, (query + 1) * AGENCIES_PER_QUERY),
  }));
}

const TOTAL = 'total';

interface FacetCount {
  facet: FacetName | typeof TOTAL;
  /** Folded value. */
  key: string;
  value: string;
  count: number;
}

/** Columns of a group of inquiries that are equal in all facets. */
const TEXT_FACETS = {
  marca: 'make',
  origen: 'origin',
  tipo: 'listing_type',
  interes: 'interest',
  condicion: 'condition',
  provincia: 'province',
} as const;
const FLAG_FACETS = {
  permuta: 'trade_in',
  financia: 'finance',
  seguro: 'insurance',
  mias: 'mine',
} as const;
/** Condition of a standing on a group; one inquiry can have several standings. */
function matchesStanding(standing: FollowUpFacetValue): RawBuilder<SqlBool> {
  const status = STATUS_BY_STANDING[standing];
  if (status) return sql`status = ${sql.lit(status)}`;
  if (standing === 'nueva') return sql`status = 'new'`;
  if (standing === 'pospuesta') return sql`snooze = 'asleep'`;
  if (standing === 'volvio') return sql`snooze = 'back'`;
  if (standing === 'sin-leer') return sql`status = 'new' and waiting_unseen = 1`;
  return sql`due = ${sql.lit(standing)}`;
}

const FACET_NAMES = [...Object.keys(TEXT_FACETS), ...Object.keys(FLAG_FACETS), 'seguimiento'] as FacetName[];

/** Counts by value of each facet, and in total, by one query. */
async function fetchCounts(db: Kysely<Tables>, { scope, filters, context }: ListRequest) {
  const { buscar, cifra, ...chosen } = filters.narrowing;
  const where = buildFilters(db, scope, { ...filters, narrowing: { buscar, cifra } }, context);
  if (!where) return [];
  const groups = viewParts(filters.view, context).map((part) =>
    selectGroups(partQuery(db, part, { scope, where }), context),
  );
  const conditions = Object.entries(chosen).flatMap(([name, value]) =>
    value ? [{ name: name as FacetName, condition: matchesValue(name as FacetName, fold(value)) }] : [],
  );
  const matchesOthers = (facet?: FacetName) =>
    sql.join(
      [sql`1 = 1`, ...conditions.flatMap(({ name, condition }) => (name === facet ? [] : [condition]))],
      sql` and `,
    );
  const selects = [
    sql`select ${sql.lit(TOTAL)} as facet, '' as key, '' as value, coalesce(sum(count), 0) as count
      from facet_group where ${matchesOthers()}`,
    ...Object.entries(TEXT_FACETS).map(
      ([name, column]) => sql`
        select * from (
          select ${sql.lit(name)} as facet, ${sql.ref(`${column}_key`)} as key, min(${sql.ref(column)}) as value,
            sum(count) as count
          from facet_group where ${sql.ref(column)} is not null and ${matchesOthers(name as FacetName)}
          group by ${sql.ref(`${column}_key`)} order by 4 desc, 2 limit ${sql.lit(MAX_FACET_VALUES)}
        ) as ${sql.ref(`values_of_${name}`)}`,
    ),
    ...Object.entries(FLAG_FACETS).map(([name, column]) =>
      selectValue(name, FLAG_VALUE, sql`${sql.ref(column)} = 1 and ${matchesOthers(name as FacetName)}`),
    ),
    ...FOLLOW_UP_FACET.map((standing) =>
      selectValue(
        'seguimiento',
        standing,
        sql`${matchesStanding(standing)} and ${matchesOthers('seguimiento')}`,
      ),
    ),
  ];
  // PostgreSQL's sums are text.
  const { rows } = await sql<Omit<FacetCount, 'count'> & { count: number | string }>`
    with facet_group as materialized (${unionAll(groups)})
    ${sql.join(selects, sql` union all `)}`.execute(db);
  return rows.map((row) => Object.assign(row, { count: Number(row.count) }));
}

const selectValue = (facet: string, value: string, condition: RawBuilder<unknown>) => sql`
  select ${sql.lit(facet)}, ${sql.lit(value)}, ${sql.lit(value)}, sum(count)
  from facet_group where ${condition} having sum(count) > 0`;

/** Condition: the inquiries of a group have a value of a facet. */
function matchesValue(name: FacetName, key: string): RawBuilder<SqlBool> {
  if (name === 'seguimiento') {
    const standing = FOLLOW_UP_FACET.find((candidate) => candidate === key);
    return standing ? matchesStanding(standing) : sql`1 = 0`;
  }
  const text = lookUp(TEXT_FACETS, name);
  if (text) return sql`${sql.ref(`${text}_key`)} = ${key}`;
  const flag = lookUp(FLAG_FACETS, name);
  return flag && key === FLAG_VALUE ? sql`${sql.ref(flag)} = 1` : sql`1 = 0`;
}

/** Counts inquiries grouped by all facet values. */
function selectGroups(query: InquiryQuery, context: ListContext) {
  const { me, now } = context;
  const texts = Object.values(TEXT_FACETS).flatMap((column) => [`i.${column}`, `i.${column}_key`] as const);
  const keys = [...texts, 'i.trade_in', 'i.finance', 'i.insurance', 'i.status'] as const;
  const spans = sql.join(
    Object.entries(dueSpans(context)).map(
      ([span, [after, until]]) =>
        sql`when i.due_at > ${after} and i.due_at <= ${until} then ${sql.lit(span)}`,
    ),
    sql` `,
  );
  const states = [
    sql<0 | 1>`case when i.is_waiting = 1 and not ${isSeen(me)} then 1 else 0 end`.as('waiting_unseen'),
    sql<string>`case when i.is_waiting = 0 or coalesce(i.snoozed_until, 0) > ${now} then '' ${spans} else '' end`.as(
      'due',
    ),
    sql<0 | 1>`case when i.claimed_by = ${me} then 1 else 0 end`.as('mine'),
    sql<string>`case when i.snoozed_until > ${now} then 'asleep'
      when i.snoozed_until is not null then 'back' else 'none' end`.as('snooze'),
  ] as const;
  return query
    .select(keys)
    .select(({ fn }) => [...states, fn.countAll<number>().as('count')])
    .groupBy([...keys, 'waiting_unseen', 'due', 'mine', 'snooze']);
}

function mapFacets<T>(create: (name: FacetName) => T): Record<FacetName, T> {
  return Object.fromEntries(FACET_NAMES.map((name) => [name, create(name)])) as Record<FacetName, T>;
}

/** Adds a count; values that differ only in case and accents are merged under the first spelling. */
function addFacetCount(counts: Map<string, FacetValue>, { key, value, count }: Omit<FacetCount, 'facet'>) {
  const existing = counts.get(key);
  if (existing) existing.count += count;
  else counts.set(key, { value, count });
}

/** Sorts by frequency, standings in their own order; the chosen value is included even without matches. */
function sortValues(name: FacetName, counts: Map<string, FacetValue>, chosen: string | undefined) {
  if (chosen && !counts.has(fold(chosen))) counts.set(fold(chosen), { value: chosen, count: 0 });
  const values = [...counts.values()];
  const toPosition = ({ value }: FacetValue) => FOLLOW_UP_FACET.findIndex((standing) => standing === value);
  return name === 'seguimiento'
    ? values.toSorted((a, b) => toPosition(a) - toPosition(b))
    : values.toSorted((a, b) => b.count - a.count || a.value.localeCompare(b.value));
}
