import { type Kysely, sql } from 'kysely';
import { BUILT_IN_VIEWS, type ViewOrder } from '#contract/views.ts';
import {
  type Filters,
  type InquiryQuery,
  type ListContext,
  type ListTables,
  type Where,
  buildFilters,
  partQuery,
  viewParts,
} from './conditions.ts';
import { type Scope, isInScope } from './scope.ts';
import type { InquiryTable } from './tables.ts';

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
}

export interface ListRequest {
  scope: Scope;
  filters: Filters;
  context: ListContext;
}

/** ViewOrder of a list: the requested one, otherwise that of its view. */
export function resolveOrder({ view }: Filters, requested?: 'nuevas' | 'antiguas'): ViewOrder {
  if (requested) return requested === 'nuevas' ? 'newest' : 'oldest';
  return view ? BUILT_IN_VIEWS[view].order : 'newest';
}

/** Fetches a page. Rows with equal keys are sorted by moment, newest first, then by sid. */
export async function fetchPage(
  db: Kysely<ListTables>,
  { scope, filters, context }: ListRequest,
  { order, after, limit }: { order: ViewOrder; after?: Cursor | undefined; limit: number },
): Promise<ListPage> {
  const where = buildFilters(db, scope, filters, context);
  if (!where) return { rows: [], next: undefined };
  const parts = viewParts(filters.view, context);
  if (after) where.push(isAfter(order, after));
  // Results of a search, by sids, or since a time are few: they are sorted instead.
  const inOrder = !filters.narrowing.buscar && !filters.sids && filters.gainedSince === undefined;
  const pages = await Promise.all(
    parts.map((part) => {
      const listQuery = sortQuery(partQuery(db, part, { scope, where, inOrder }), order, inOrder).limit(
        limit + 1,
      );
      if (!part.isFew || scope.agencies) return withColumns(listQuery, order).execute();
      // Over all agencies many are sorted, in an index alone: only the rows of the page are read.
      const page = db.selectFrom('inquiry as i').where('i.number', 'in', listQuery.select('i.number'));
      return withColumns(page, order).execute();
    }),
  );
  const rows = pages.flat().toSorted((a, b) => compare(order, a, b));
  const pageRows = rows.slice(0, limit);
  const last = pageRows.at(-1);
  return {
    rows: pageRows,
    next: rows.length > limit && last ? [last.key, last.at, last.sid, last.agency_key] : undefined,
  };
}

function withColumns(query: InquiryQuery, order: ViewOrder) {
  const key = order === 'return' ? sql<number>`i.snoozed_until` : sql<number>`i.at`;
  return query
    .select(['i.number', 'i.agency_key', 'i.sid', 'i.at', 'i.due_at', 'i.data'])
    .select(key.as('key'));
}

function sortQuery(query: InquiryQuery, order: ViewOrder, inOrder: boolean): InquiryQuery {
  // The expression keeps SQLite and PostgreSQL from scanning the index in list order for a few rows.
  const at = inOrder ? sql<number>`i.at` : sql<number>`(i.at + 0)`;
  const byKey =
    order === 'return'
      ? query.orderBy('i.snoozed_until').orderBy(at, 'desc')
      : query.orderBy(at, order === 'oldest' ? 'asc' : 'desc');
  return byKey.orderBy('i.sid').orderBy('i.agency_key');
}

function compare(order: ViewOrder, a: ListedInquiry, b: ListedInquiry): number {
  const first = order === 'newest' ? b.key - a.key : a.key - b.key;
  return first || b.at - a.at || compareText(a.sid, b.sid) || compareText(a.agency_key, b.agency_key);
}

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Condition: the inquiry comes after a cursor. */
export function isAfter(order: ViewOrder, [key, at, sid, agency]: Cursor): Where {
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
    if (order !== 'return') return byAt(order === 'newest' ? '<' : '>');
    return eb.and([
      eb('i.snoozed_until', '>=', key),
      eb.or([eb('i.snoozed_until', '>', key), eb.and([eb('i.snoozed_until', '=', key), byAt('<')])]),
    ]);
  };
}

/** An inquiry of a scope by sid; undefined: unknown, or gone at the service. */
export function fetchInquiry(
  db: Kysely<ListTables>,
  scope: Scope,
  sid: string,
): Promise<Pick<InquiryTable, 'data' | 'last_seen_at'> | undefined> {
  return db
    .selectFrom('inquiry as i')
    .select(['data', 'last_seen_at'])
    .where('sid', '=', sid)
    .where('gone_at', 'is', null)
    .where(isInScope(scope))
    .executeTakeFirst();
}

/** Exact number of inquiries in a list. */
export async function countInquiries(
  db: Kysely<ListTables>,
  { scope, filters, context }: ListRequest,
): Promise<number> {
  const where = buildFilters(db, scope, filters, context);
  if (!where) return 0;
  const counts = await Promise.all(
    viewParts(filters.view, context).map(async (part) => {
      const { count } = await partQuery(db, part, { scope, where })
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return count;
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}
