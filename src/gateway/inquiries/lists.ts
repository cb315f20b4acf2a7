import { type Kysely, type RawBuilder, sql } from 'kysely';
import { BUILT_IN_VIEWS, type ViewOrder } from '#contract/views.ts';
import { numberWithoutIndex } from '#database/without-index.ts';
import {
  type Filters,
  type ListContext,
  type ListRequest,
  type InquiryQuery,
  type ListTables,
  type Where,
  buildFacets,
  buildFilters,
  partQuery,
  viewParts,
} from './conditions.ts';
import { type Scope, isInScope } from './scope.ts';
import { type SearchMatches, fetchMatches } from './search-matches.ts';
import { readUrgencyTime, urgencyKey, urgencyRank } from './urgency.ts';

/** Row of a list, with its sort keys. */
export interface ListedInquiry {
  number: number;
  agency_key: string;
  sid: string;
  at: number;
  due_at: number | null;
  data: string;
  /** First sort key. */
  key: number;
}

/** Sort keys of the last row of a page; the next page starts after them. */
export type Cursor = readonly [key: number, at: number, sid: string, agency: string];

export interface ListPage {
  rows: ListedInquiry[];
  next: Cursor | undefined;
  /** Length of the list, where it is known without counting. */
  total?: number;
}

interface PageOptions {
  order: ViewOrder;
  after?: Cursor | undefined;
  limit: number;
  /** Searches that are paged; without them each page of a search is searched anew. */
  searches?: SearchMatches | undefined;
}

/** ViewOrder of a list: the requested one, otherwise that of its view. */
export function resolveOrder({ view }: Filters, requested?: 'nuevas' | 'antiguas'): ViewOrder {
  if (requested) return requested === 'nuevas' ? 'newest' : 'oldest';
  return view ? BUILT_IN_VIEWS[view].order : 'newest';
}

/** Fetches a page. Rows with equal keys are sorted by moment, newest first, then by sid. */
export async function fetchPage(
  db: Kysely<ListTables>,
  list: ListRequest,
  options: PageOptions,
): Promise<ListPage> {
  const { filters } = list;
  const isRestricted = filters.sids !== undefined || filters.gainedSince !== undefined;
  if (filters.narrowing.buscar && !isRestricted) return fetchSearchPage(db, list, options);
  const context = rankingContext(list.context, options);
  const { order, after, limit } = options;
  const where = buildFilters(db, list.scope, filters, list.context);
  if (!where) return { rows: [], next: undefined };
  if (after) where.push(isAfter(order, after, context));
  // Rows by sids, or since a time, are few: they are sorted instead.
  const rows = await fetchListRows(db, list, {
    order,
    context,
    where,
    inOrder: !isRestricted,
    limit: limit + 1,
  });
  return toPage(rows, limit);
}

/** Time by which a page ranks inquiries: that of the first page. */
function rankingContext(context: ListContext, { order, after }: PageOptions): ListContext {
  return order === 'urgency' && after ? { ...context, now: readUrgencyTime(after[0]) } : context;
}

function toPage(rows: readonly ListedInquiry[], limit: number): ListPage {
  const pageRows = rows.slice(0, limit);
  const last = pageRows.at(-1);
  return {
    rows: pageRows,
    next: rows.length > limit && last ? [last.key, last.at, last.sid, last.agency_key] : undefined,
  };
}

/** The first rows of a list that meet further conditions, in order. */
async function fetchListRows(
  db: Kysely<ListTables>,
  { scope, filters, context }: ListRequest,
  {
    order,
    context: ranking,
    where,
    inOrder,
    limit,
  }: {
    order: ViewOrder;
    context: ListContext;
    where: readonly Where[];
    inOrder: boolean;
    limit: number;
  },
): Promise<ListedInquiry[]> {
  const pages = await Promise.all(
    viewParts(filters.view, context).map((part) => {
      const query = partQuery(db, part, { scope, where, inOrder });
      const listQuery = sortQuery(query, order, { inOrder, context: ranking }).limit(limit);
      if (!part.isFew || scope.agencies) return withColumns(listQuery, order, ranking).execute();
      // Over all agencies many are sorted, in an index alone: only the rows of the page are read.
      const page = db.selectFrom('inquiry as i').where('i.number', 'in', listQuery.select('i.number'));
      return withColumns(page, order, ranking).execute();
    }),
  );
  return pages.flat().toSorted((a, b) => compareListed(order, a, b));
}

/** A page of a search, which is done for the first page: others come from its matches, as far as these match still. */
async function fetchSearchPage(
  db: Kysely<ListTables>,
  list: ListRequest,
  { order, after, limit, searches }: PageOptions,
): Promise<ListPage> {
  const { scope, filters } = list;
  const context = rankingContext(list.context, { order, after, limit });
  const cached = after && searches?.get(list, order);
  const last = cached ? cached.indexOf(await fetchNumber(db, after)) : -1;
  const isCached = cached !== undefined && last >= 0;
  const matches = isCached
    ? cached
    : await fetchMatches(db, list, order, after ? [isAfter(order, after, context)] : [], context);
  if (!isCached) searches?.set(list, order, matches);
  const unsearched = buildFilters(
    db,
    scope,
    { ...filters, narrowing: { ...filters.narrowing, buscar: undefined } },
    list.context,
  );
  const rows: ListedInquiry[] = [];
  let from = last + 1;
  while (rows.length <= limit && from < matches.length) {
    const numbers = matches.slice(from, from + limit + 1);
    const where: Where[] = [...(unsearched ?? []), (eb) => eb('i.number', 'in', numbers)];
    const options = { order, context, where, inOrder: false, limit: numbers.length };
    rows.push(...(await fetchListRows(db, list, options)));
    from += numbers.length;
  }
  const page = toPage(rows, limit);
  return after ? page : Object.assign(page, { total: matches.length });
}

/** Number of a cursor's inquiry; -1: it is not in the index. */
async function fetchNumber(db: Kysely<ListTables>, [, , sid, agency]: Cursor): Promise<number> {
  const row = await db
    .selectFrom('inquiry')
    .select('number')
    .where((eb) => eb.and({ agency_key: agency, sid }))
    .executeTakeFirst();
  return row?.number ?? -1;
}

function withColumns(query: InquiryQuery, order: ViewOrder, context: ListContext) {
  const key =
    order === 'return'
      ? sql<number>`i.snoozed_until`
      : order === 'urgency'
        ? urgencyKey(context)
        : sql<number>`i.at`;
  return query
    .select(['i.number', 'i.agency_key', 'i.sid', 'i.at', 'i.due_at', 'i.data'])
    .select(key.as('key'));
}

function sortQuery(
  query: InquiryQuery,
  order: ViewOrder,
  { inOrder, context }: { inOrder: boolean; context: ListContext },
): InquiryQuery {
  // Otherwise SQLite and PostgreSQL scan the index in list order for a few rows.
  const at = inOrder ? sql<number>`i.at` : numberWithoutIndex(sql.ref('i.at'));
  const byKey =
    order === 'return'
      ? query.orderBy('i.snoozed_until').orderBy(at, 'desc')
      : order === 'urgency'
        ? query.orderBy(urgencyRank(context)).orderBy(at)
        : query.orderBy(at, order === 'oldest' ? 'asc' : 'desc');
  return byKey.orderBy('i.sid').orderBy('i.agency_key');
}

function compareListed(order: ViewOrder, a: ListedInquiry, b: ListedInquiry): number {
  const first = order === 'newest' ? b.key - a.key : a.key - b.key;
  const second = order === 'urgency' ? a.at - b.at : b.at - a.at;
  return first || second || compareCodeUnits(a.sid, b.sid) || compareCodeUnits(a.agency_key, b.agency_key);
}

const compareCodeUnits = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Condition: the inquiry comes after a cursor. */
function isAfter(order: ViewOrder, [key, at, sid, agency]: Cursor, context: ListContext): Where {
  return (eb) => {
    const bySid = eb.or([
      eb('i.sid', '>', sid),
      eb.and([eb('i.sid', '=', sid), eb('i.agency_key', '>', agency)]),
    ]);
    const byAt = (operator: '<' | '>') =>
      // The first condition alone bounds the index scan.
      eb.and([
        eb('i.at', operator === '<' ? '<=' : '>=', at),
        eb.or([eb('i.at', operator, at), eb.and([eb('i.at', '=', at), bySid])]),
      ]);
    if (order === 'urgency')
      return eb.or([
        eb(urgencyKey(context), '>', key),
        eb.and([eb(urgencyKey(context), '=', key), byAt('>')]),
      ]);
    if (order !== 'return') return byAt(order === 'newest' ? '<' : '>');
    return eb.and([
      eb('i.snoozed_until', '>=', key),
      eb.or([eb('i.snoozed_until', '>', key), eb.and([eb('i.snoozed_until', '=', key), byAt('<')])]),
    ]);
  };
}

/** An inquiry of a scope by sid; undefined: unknown, or gone at the service. */
export function fetchInquiry(db: Kysely<ListTables>, scope: Scope, sid: string) {
  return db
    .selectFrom('inquiry as i')
    .select(['data', 'last_seen_at'])
    .where((eb) => eb.and({ sid, gone_at: null }))
    .where(isInScope(db, scope))
    .executeTakeFirst();
}

/** Exact number of inquiries in a list. */
export async function countInquiries(db: Kysely<ListTables>, list: ListRequest): Promise<number> {
  const [count = 0] = await countLists(db, [list]);
  return count;
}

/** Exact numbers of inquiries in lists, by one statement, in which lists that differ only in facets are read together. */
export async function countLists(db: Kysely<ListTables>, lists: readonly ListRequest[]): Promise<number[]> {
  if (lists.length === 0) return [];
  const groups = Map.groupBy([...lists.entries()], ([, list]) =>
    JSON.stringify([list.scope, withoutFacets(list)]),
  );
  const parts: RawBuilder<unknown>[] = [];
  const sums = new Map<number, RawBuilder<unknown>[]>();
  for (const members of groups.values()) {
    const [[, first] = []] = members;
    const base = first && buildFilters(db, first.scope, withoutFacets(first), first.context);
    if (!base) continue;
    const conditions = members.map(([index, list]) => ({ index, where: buildFacets(list) }));
    const [only] = conditions.length === 1 ? conditions : [];
    for (const part of viewParts(first.filters.view, first.context)) {
      const name = `part_${parts.length}`;
      const counted = conditions.flatMap(({ index, where }) =>
        where ? [{ column: `list_${index}`, index, where }] : [],
      );
      for (const { column, index } of counted)
        sums.set(index, [...(sums.get(index) ?? []), sql`${sql.ref(`${name}.${column}`)}`]);
      if (counted.length === 0) continue;
      const where = [...base, ...(only?.where ?? [])];
      const query = partQuery(db, part, { scope: first.scope, where }).select((eb) =>
        counted.map(({ column, where: facets }) => {
          const count = eb.fn.countAll<number>();
          const isFiltered = !only && facets.length > 0;
          return (
            isFiltered
              ? count.filterWhere((filter) => filter.and(facets.map((facet) => facet(filter))))
              : count
          ).as(column);
        }),
      );
      parts.push(sql`${query} as ${sql.ref(name)}`);
    }
  }
  if (parts.length === 0) return lists.map(() => 0);
  const columns = [...sums].map(
    ([index, counts]) => sql`${sql.join(counts, sql` + `)} as ${sql.ref(`list_${index}`)}`,
  );
  const { rows } = await sql<
    Record<string, number>
  >`select ${sql.join(columns)} from ${sql.join(parts)}`.execute(db);
  return lists.map((_, index) => rows[0]?.[`list_${index}`] ?? 0);
}

function withoutFacets({ filters }: ListRequest): Filters {
  return { ...filters, narrowing: { buscar: filters.narrowing.buscar } };
}
