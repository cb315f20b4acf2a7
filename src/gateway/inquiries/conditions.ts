import {
  type Expression,
  type ExpressionBuilder,
  type Kysely,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import type { Status } from '#contract/follow-up/follow-up-state.ts';
import type { BuiltInView, FacetName, NarrowingName } from '#contract/inbox-filter-names.ts';
import { type DueSpan, dueSpans, isDueSpan } from '#contract/overview.ts';
import { FOLLOW_UP_FACET, type FollowUpFacetValue } from '#contract/follow-up/follow-up-state.ts';
import { fold, tokenize } from '#contract/search.ts';
import { BUILT_IN_VIEWS, type ViewCondition } from '#contract/views.ts';
import { addDays, dayAt, startOfDay } from '#contract/window.ts';
import { isPostgres } from '#database/database.ts';
import type { FollowUpTables } from '#gateway/follow-up/tables.ts';
import { operatorKey } from '#gateway/people/store.ts';
import { type Scope, isInScope } from './scope.ts';
import { buildFigureCondition } from './figure-conditions.ts';
import { selectBySids, selectSearchMatches } from './search-conditions.ts';
import type { InquiryTable, InquiryTables } from './tables.ts';
import { selectEntered } from './view-entries.ts';

// Views, filters and search as SQL conditions on an inquiry `i`.

export type ListTables = InquiryTables & FollowUpTables;
type Tables = ListTables & { i: InquiryTable };
export type Where = (eb: ExpressionBuilder<Tables, 'i'>) => Expression<SqlBool>;
export type InquiryQuery = SelectQueryBuilder<Tables, 'i', object>;

/** Filters of a list. */
export interface Filters {
  view?: BuiltInView | undefined;
  /** First and last instant, ms since 1970. */
  from?: number | undefined;
  to?: number | undefined;
  operador?: string | undefined;
  externalid?: string | undefined;
  /** Upper-case. */
  sids?: readonly string[] | undefined;
  /** Restricts the list to inquiries that entered it after this time, ms since 1970. */
  gainedSince?: number | undefined;
  narrowing: { readonly [Name in NarrowingName]?: string | undefined };
}

/** Person and time of a query. */
export interface ListContext {
  /** The person's id. */
  me: string;
  now: number;
  /** The service's time zone, in which `today` is computed. */
  zone: string;
  /** True for people who may not see contacts: words of a search match as `parseWholeSearch` says. */
  hidesContacts?: boolean;
}

export interface ListRequest {
  scope: Scope;
  filters: Filters;
  context: ListContext;
}

const belongsToSnoozedView =
  (now: number): Where =>
  (eb) =>
    eb('i.snoozed_until', '>', now);
const hasExpiredSnooze =
  (now: number): Where =>
  (eb) =>
    eb('i.snoozed_until', '<=', now);
const isNotSnoozed =
  (now: number): Where =>
  (eb) =>
    // `coalesce` instead of `or`, for which PostgreSQL would scan two indexes.
    eb(eb.fn.coalesce('i.snoozed_until', eb.val(0)), '<=', now);

const isOpen: Where = (eb) => eb('i.status', 'not in', ['won', 'lost']);
export const hasStatusNew: Where = (eb) => eb('i.status', '=', 'new');
const isClaimed =
  (person: string): Where =>
  (eb) =>
    eb('i.claimed_by', '=', person);
// A literal, not a parameter: otherwise the partial index is not used.
export const isWaiting: Where = (eb) => eb('i.is_waiting', '=', eb.lit(1));
const isNotWaiting: Where = (eb) => eb('i.is_waiting', '=', eb.lit(0));
/** Waiting, not snoozed, and due within a span. */
export const isDueIn =
  (span: DueSpan, context: ListContext): Where =>
  (eb) => {
    const [after, until] = dueSpans(context)[span];
    return eb.and([
      isWaiting(eb),
      eb('i.due_at', '>', after),
      eb('i.due_at', '<=', until),
      isNotSnoozed(context.now)(eb),
    ]);
  };
const hasNoDueTime: Where = (eb) => eb('i.due_at', 'is', null);
const isDueForLong =
  (operator: '<=' | '>', context: ListContext): Where =>
  (eb) =>
    eb('i.due_at', operator, dueSpans(context)['tarde-vieja'][1]);
const isAvailable: Where = (eb) => eb('i.gone_at', 'is', null);

/** Disjoint part of a list, with its own indexes. */
interface ViewPart {
  where: readonly Where[];
  index: keyof typeof INDEXES;
  /** Few rows: read by agency and sorted. */
  isFew?: true;
}

/** Indexes of a part: over all agencies in the order of lists, and that of an agency. */
const INDEXES = {
  available: ['inquiry_by_moment', 'inquiry_by_agency'],
  waiting: ['inquiry_waiting', 'inquiry_waiting_of_agency'],
  due: ['inquiry_waiting_by_due', 'inquiry_pending'],
  claimed: ['inquiry_claimed', 'inquiry_claimed_of_agency'],
  snoozed: ['inquiry_snoozed', 'inquiry_snoozed_of_agency'],
} as const;

/** Index of a part in a scope: SQLite's planner may choose to walk another one, or to sort many rows. */
function resolveIndex({ index, isFew }: ViewPart, { agencies }: Scope): string {
  const [all, ofAgency] = INDEXES[index];
  const isByAgency = isFew ? agencies !== undefined : agencies?.length === 1;
  return isByAgency ? ofAgency : all;
}

/** Parts of a built-in view; without a view, all inquiries. */
export function viewParts(view: BuiltInView | undefined, context: ListContext): ViewPart[] {
  return view
    ? VIEW_PARTS[BUILT_IN_VIEWS[view].condition](context)
    : [{ where: [isAvailable], index: 'available' }];
}

const VIEW_PARTS: Record<ViewCondition, (context: ListContext) => ViewPart[]> = {
  waiting: (context) => [
    ...[isDueForLong('>', context), hasNoDueTime].map((where) => ({
      where: [isWaiting, where, isNotSnoozed(context.now)],
      index: 'due' as const,
      isFew: true as const,
    })),
    {
      where: [
        hasExpiredSnooze(context.now),
        isOpen,
        (eb) => eb.or([isNotWaiting(eb), isDueForLong('<=', context)(eb)]),
      ],
      index: 'snoozed',
      isFew: true,
    },
  ],
  overdue: (context) => [
    {
      where: [
        isWaiting,
        isDueForLong('>', context),
        (eb) => eb('i.due_at', '<=', context.now),
        isNotSnoozed(context.now),
      ],
      index: 'due',
      isFew: true,
    },
  ],
  old: (context) => [
    {
      where: [isWaiting, isDueForLong('<=', context), (eb) => eb('i.snoozed_until', 'is', null)],
      index: 'waiting',
    },
  ],
  mine: ({ me }) => [{ where: [isClaimed(me), isOpen], index: 'claimed' }],
  today({ now, zone }) {
    const day = dayAt(now, zone);
    const [from, to] = [startOfDay(day, zone), startOfDay(addDays(day, 1), zone)];
    const where: Where[] = [isAvailable, (eb) => eb('i.at', '>=', from), (eb) => eb('i.at', '<', to)];
    return [{ where, index: 'available' }];
  },
  snoozed: ({ now }) => [
    { where: [belongsToSnoozedView(now)], index: 'snoozed', isFew: true },
    { where: [hasExpiredSnooze(now), isOpen], index: 'snoozed', isFew: true },
  ],
};

/** Query of a part. `inOrder`: use an index in the order of the list. */
export function partQuery(
  db: Kysely<ListTables>,
  part: ViewPart,
  { scope, where, inOrder = false }: { scope: Scope; where: readonly Where[]; inOrder?: boolean },
): InquiryQuery {
  const from =
    inOrder && !isPostgres(db)
      ? sql<InquiryTable>`inquiry`.as<'i'>(sql`i indexed by ${sql.ref(resolveIndex(part, scope))}`)
      : sql<InquiryTable>`inquiry`.as('i');
  return (db.selectFrom(from) as unknown as InquiryQuery)
    .where(isInScope(db, scope, { inOrder: inOrder && !part.isFew }))
    .where((eb) => eb.and([...part.where, ...where].map((condition) => condition(eb))));
}

/** All rows of queries; in SQLite's compounds none stands in parentheses. */
export function unionAll(queries: readonly Expression<unknown>[]): RawBuilder<unknown> {
  const selects = queries.map((query, index) => sql`select * from ${query} as ${sql.ref(`part_${index}`)}`);
  return sql.join(selects, sql` union all `);
}

/** Conditions of the filters; undefined: nothing can match. */
export function buildFilters(
  db: Kysely<ListTables>,
  scope: Scope,
  { view, from, to, operador, externalid, sids, gainedSince, narrowing }: Filters,
  context: ListContext,
): Where[] | undefined {
  if (scope.agencies?.length === 0) return undefined;
  const { buscar } = narrowing;
  const where: Where[] = [];
  if (from !== undefined) where.push((eb) => eb('i.at', '>=', from));
  if (to !== undefined) where.push((eb) => eb('i.at', '<=', to));
  if (operador) where.push((eb) => eb('i.operator_key', '=', operatorKey(operador)));
  if (externalid) where.push((eb) => eb('i.listing_key', '=', fold(externalid.trim())));
  if (sids) where.push(() => sql<SqlBool>`i.number in (${selectBySids(sids, scope.agencies)})`);
  if (gainedSince !== undefined) {
    const entered = selectEntered({ view, isMine: Boolean(narrowing.mias) }, gainedSince, context.now);
    // Selects by number, which is the most selective index.
    where.push(() => sql<SqlBool>`i.number in (${entered})`);
  }
  const facetConditions = buildFacets({ filters: { narrowing }, context });
  if (!facetConditions) return undefined;
  where.push(...facetConditions);
  const text = buscar?.trim() ?? '';
  // Punctuation alone is no search.
  if (tokenize(text).length === 0) return where;
  const search = selectSearchMatches(db, scope, text, context);
  if (!search) return undefined;
  where.push(() => sql<SqlBool>`i.number in (${search})`);
  return where;
}

/** Conditions of the facets of a list; undefined: nothing can match. */
export function buildFacets({
  filters,
  context,
}: {
  filters: Pick<Filters, 'narrowing'>;
  context: ListContext;
}): Where[] | undefined {
  const where: Where[] = [];
  for (const [name, value] of Object.entries(filters.narrowing) as [NarrowingName, string | undefined][]) {
    if (!value || name === 'buscar') continue;
    if (name === 'cifra') {
      const counts = buildFigureCondition(value, context.now);
      if (!counts) return undefined;
      where.push(() => counts);
      continue;
    }
    const condition = FACET_CONDITIONS[name](value, context);
    if (!condition) return undefined;
    where.push(condition);
  }
  return where;
}

const equalsFacet =
  (
    column:
      | 'make_key'
      | 'origin_key'
      | 'listing_type_key'
      | 'interest_key'
      | 'condition_key'
      | 'province_key',
  ) =>
  (value: string): Where =>
  (eb) =>
    eb(`i.${column}`, '=', fold(value));
const hasFlag =
  (column: 'trade_in' | 'finance' | 'insurance') =>
  (value: string): Where | undefined =>
    isYes(value) ? (eb) => eb(`i.${column}`, '=', 1) : undefined;
const isYes = (value: string) => fold(value) === 'si';

/** Condition of each facet; undefined: an impossible value. */
const FACET_CONDITIONS: Record<FacetName, (value: string, context: ListContext) => Where | undefined> = {
  marca: equalsFacet('make_key'),
  origen: equalsFacet('origin_key'),
  tipo: equalsFacet('listing_type_key'),
  interes: equalsFacet('interest_key'),
  condicion: equalsFacet('condition_key'),
  provincia: equalsFacet('province_key'),
  permuta: hasFlag('trade_in'),
  financia: hasFlag('finance'),
  seguro: hasFlag('insurance'),
  mias: (value, { me }) => (isYes(value) ? isClaimed(me) : undefined),
  seguimiento: (value, context) => {
    const standing = FOLLOW_UP_FACET.find((name) => name === fold(value));
    return standing && hasStanding(standing, context);
  },
};

export const STATUS_BY_STANDING: Partial<Record<FollowUpFacetValue, Status>> = {
  respondida: 'answered',
  contactada: 'contacted',
  cita: 'appointment',
  ganada: 'won',
  perdida: 'lost',
};

function hasStanding(standing: FollowUpFacetValue, context: ListContext): Where {
  const { me, now } = context;
  const status = STATUS_BY_STANDING[standing];
  if (status) return (eb) => eb('i.status', '=', status);
  if (isDueSpan(standing)) return isDueIn(standing, context);
  if (standing === 'nueva') return hasStatusNew;
  if (standing === 'pospuesta') return belongsToSnoozedView(now);
  if (standing === 'volvio') return hasExpiredSnooze(now);
  return (eb) => eb.and([hasStatusNew(eb), isWaiting(eb), eb.not(isSeen(me))]);
}

/** Condition: the person has opened the inquiry. */
export function isSeen(person: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (
    select 1 from seen where seen.agency_key = i.agency_key and seen.sid = i.sid and seen.person_id = ${person}
  )`;
}
