import { type Kysely, sql } from 'kysely';
import { BUILT_IN_VIEWS, type ViewOrder } from '#contract/views.ts';
import {
  type Filters,
  type InquiryQuery,
  type ListTables,
  type Present,
  type Where,
  buildFilters,
  partQuery,
  viewParts,
} from './conditions.ts';
import { type Scope, isInScope } from './scope.ts';
import type { InquiryTable } from './store.ts';

/** An inquiry on a page, with what its place in the list follows from. */
export interface Listed {
  number: number;
  agency_key: string;
  sid: string;
  at: number;
  due_at: number | null;
  data: string;
  /** What the list is ordered by first. */
  key: number;
}

/** Where a page ends: the next one begins after it, whatever arrived or changed meanwhile. */
export type Cursor = readonly [key: number, at: number, sid: string, agency: string];

export interface Page {
  rows: Listed[];
  next: Cursor | undefined;
}

export interface ListRequest {
  scope: Scope;
  filters: Filters;
  present: Present;
}

/** The order of a list: that of its view unless another is asked for. */
export function resolveOrder({ view }: Filters, requested?: 'nuevas' | 'antiguas'): ViewOrder {
  if (requested) return requested === 'nuevas' ? 'newest' : 'oldest';
  return view ? BUILT_IN_VIEWS[view].order : 'newest';
}

/** A page of a list; of equals the newest comes first, then by sid. */
export async function fetchPage(
  db: Kysely<ListTables>,
  { scope, filters, present }: ListRequest,
  { order, after, limit }: { order: ViewOrder; after?: Cursor | undefined; limit: number },
): Promise<Page> {
  const where = buildFilters(db, scope, filters, present);
  if (!where) return { rows: [], next: undefined };
  const parts = viewParts(filters.view, present);
  if (after) where.push(isAfter(order, after));
  // What is found by words, by sids, or since a time is few: it is sorted.
  const inOrder = !filters.narrowing.buscar && !filters.sids && filters.gainedSince === undefined;
  const pages = await Promise.all(
    parts.map((part) => {
      // Found and sorted in an index alone, where one has all that is asked; then only these rows are read.
      const numbers = sorted(partQuery(db, part, { scope, where, inOrder }), order, inOrder).limit(limit + 1);
      return db
        .selectFrom('inquiry as i')
        .select(['i.number', 'i.agency_key', 'i.sid', 'i.at', 'i.due_at', 'i.data'])
        .select((order === 'return' ? sql<number>`i.snoozed_until` : sql<number>`i.at`).as('key'))
        .where('i.number', 'in', numbers)
        .execute();
    }),
  );
  const rows = pages.flat().toSorted((a, b) => compare(order, a, b));
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    rows: shown,
    next: rows.length > limit && last ? [last.key, last.at, last.sid, last.agency_key] : undefined,
  };
}

function sorted(query: InquiryQuery, order: ViewOrder, inOrder: boolean) {
  // An expression is in no index: what is few is not sought along the order of all.
  const at = inOrder ? sql<number>`i.at` : sql<number>`(i.at + 0)`;
  const numbers = query.select('i.number');
  const byKey =
    order === 'return'
      ? numbers.orderBy('i.snoozed_until').orderBy(at, 'desc')
      : numbers.orderBy(at, order === 'oldest' ? 'asc' : 'desc');
  return byKey.orderBy('i.sid').orderBy('i.agency_key');
}

function compare(order: ViewOrder, a: Listed, b: Listed): number {
  const first = order === 'newest' ? b.key - a.key : a.key - b.key;
  return first || b.at - a.at || compareText(a.sid, b.sid) || compareText(a.agency_key, b.agency_key);
}

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** What comes after a place in the order of a list. */
export function isAfter(order: ViewOrder, [key, at, sid, agency]: Cursor): Where {
  return (eb) => {
    const bySid = eb.or([
      eb('i.sid', '>', sid),
      eb.and([eb('i.sid', '=', sid), eb('i.agency_key', '>', agency)]),
    ]);
    const byAt = (later: '<' | '>') =>
      // The first bound is all that an index needs.
      eb.and([
        eb('i.at', later === '<' ? '<=' : '>=', at),
        eb.or([eb('i.at', later, at), eb.and([eb('i.at', '=', at), bySid])]),
      ]);
    if (order !== 'return') return byAt(order === 'newest' ? '<' : '>');
    return eb.and([
      eb('i.snoozed_until', '>=', key),
      eb.or([eb('i.snoozed_until', '>', key), eb.and([eb('i.snoozed_until', '=', key), byAt('<')])]),
    ]);
  };
}

/** An inquiry of a scope by its sid; undefined: there is none, or the service does not have it any more. */
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

/** How many inquiries a list has, exactly. */
export async function countInquiries(
  db: Kysely<ListTables>,
  { scope, filters, present }: ListRequest,
): Promise<number> {
  const where = buildFilters(db, scope, filters, present);
  if (!where) return 0;
  const counts = await Promise.all(
    viewParts(filters.view, present).map(async (part) => {
      const { count } = await partQuery(db, part, { scope, where })
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return count;
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}
