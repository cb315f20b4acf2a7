import {
  type Expression,
  type ExpressionBuilder,
  type Kysely,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import type { Status } from '#contract/desk/follow-up.ts';
import type { BuiltInView, NarrowingName } from '#contract/queue-names.ts';
import { FOLLOW_UP_STATES, type FollowUpState } from '#contract/follow-up-state.ts';
import { fold, parseSearch } from '#contract/search.ts';
import { BUILT_IN_VIEWS, type ViewCondition } from '#contract/views.ts';
import { addDays, dayAt, startOfDay } from '#contract/window.ts';
import { selectFullTextMatches } from '#database/full-text.ts';
import type { FollowUpTables } from '#gateway/follow-up/store.ts';
import { operatorKey } from '#gateway/people/store.ts';
import { type Scope, isInScope } from './scope.ts';
import { type InquiryTable, type InquiryTables, WORDS } from './store.ts';
import { agencyToken } from './words.ts';

// What views, filters and search ask, as SQL over an inquiry `i`.

export type ListTables = InquiryTables & FollowUpTables;
type Tables = ListTables & { i: InquiryTable };
export type Where = (eb: ExpressionBuilder<Tables, 'i'>) => Expression<SqlBool>;
export type InquiryQuery = SelectQueryBuilder<Tables, 'i', object>;

/** Which inquiries are asked for. */
export interface Filters {
  view?: BuiltInView | undefined;
  /** First and last instant. */
  from?: number | undefined;
  to?: number | undefined;
  operador?: string | undefined;
  externalid?: string | undefined;
  /** In capitals. */
  sids?: readonly string[] | undefined;
  /** Only what the list has gained since, ms. */
  gainedSince?: number | undefined;
  narrowing: { readonly [Name in NarrowingName]?: string | undefined };
}

/** Who asks, and when. */
export interface Present {
  /** The person's id. */
  me: string;
  now: number;
  /** The service's time zone, which today is in. */
  zone: string;
}

const isSnoozed =
  (now: number): Where =>
  (eb) =>
    eb('i.snoozed_until', '>', now);
const isBack =
  (now: number): Where =>
  (eb) =>
    eb('i.snoozed_until', '<=', now);
const isAwake =
  (now: number): Where =>
  (eb) =>
    // PostgreSQL would read an index for each side of an `or`.
    eb(eb.fn.coalesce('i.snoozed_until', eb.val(0)), '<=', now);

const isOpen: Where = (eb) => eb('i.status', 'not in', ['won', 'lost']);
const isNew: Where = (eb) => eb('i.status', '=', 'new');
const isClaimed =
  (person: string): Where =>
  (eb) =>
    eb('i.claimed_by', '=', person);
// A literal: a partial index serves only what its condition is seen in.
const waits: Where = (eb) => eb('i.waits', '=', eb.lit(1));
const isWorked: Where = (eb) => eb('i.waits', '=', eb.lit(0));
const isAvailable: Where = (eb) => eb('i.gone_at', 'is', null);

/** A part of a list: the parts have no inquiry in common, and each has indexes of its own. */
interface Part {
  where: readonly Where[];
  /** Few: they are read by agency and sorted. */
  isFew?: true;
}

/** The parts of a built-in view; of no view, all inquiries. */
export function viewParts(view: BuiltInView | undefined, present: Present): Part[] {
  return view ? PARTS[BUILT_IN_VIEWS[view].condition](present) : [{ where: [isAvailable] }];
}

const PARTS: Record<ViewCondition, (present: Present) => Part[]> = {
  waiting: ({ now }) => [
    { where: [waits, isAwake(now)] },
    { where: [isBack(now), isOpen, isWorked], isFew: true },
  ],
  overdue: ({ now }) => [{ where: [waits, (eb) => eb('i.due_at', '<=', now), isAwake(now)] }],
  mine: ({ me }) => [{ where: [isClaimed(me), isOpen], isFew: true }],
  today({ now, zone }) {
    const day = dayAt(now, zone);
    const [from, to] = [startOfDay(day, zone), startOfDay(addDays(day, 1), zone)];
    return [{ where: [isAvailable, (eb) => eb('i.at', '>=', from), (eb) => eb('i.at', '<', to)] }];
  },
  snoozed: ({ now }) => [
    { where: [isSnoozed(now)], isFew: true },
    { where: [isBack(now), isOpen], isFew: true },
  ],
};

/** The inquiries of a part. `inOrder`: an index that has the order of the list is read. */
export function partQuery(
  db: Kysely<ListTables>,
  part: Part,
  { scope, where, inOrder = false }: { scope: Scope; where: readonly Where[]; inOrder?: boolean },
): InquiryQuery {
  return db
    .selectFrom('inquiry as i')
    .where(isInScope(scope, { inOrder: inOrder && !part.isFew }))
    .where((eb) => eb.and([...part.where, ...where].map((one) => one(eb))));
}

/** Days, operator, listing, facets and search; undefined: nothing can match. */
export function buildFilters(
  db: Kysely<ListTables>,
  scope: Scope,
  { view, from, to, operador, externalid, sids, gainedSince, narrowing }: Filters,
  present: Present,
): Where[] | undefined {
  const { buscar, ...facets } = narrowing;
  const where: Where[] = [];
  if (from !== undefined) where.push((eb) => eb('i.at', '>=', from));
  if (to !== undefined) where.push((eb) => eb('i.at', '<=', to));
  if (operador) where.push((eb) => eb('i.operator_key', '=', operatorKey(operador)));
  if (externalid) where.push((eb) => eb('i.listing_key', '=', fold(externalid.trim())));
  if (sids) where.push((eb) => eb('i.sid', 'in', sids));
  if (gainedSince !== undefined) where.push(isGained({ view, narrowing }, gainedSince, present));
  for (const [name, value] of Object.entries(facets) as [FacetName, string | undefined][]) {
    if (!value) continue;
    const narrowed = FACETS[name](value, present);
    if (!narrowed) return undefined;
    where.push(narrowed);
  }
  const sought = parseSearch(buscar ?? '');
  if (sought.length > 0) where.push(isSought(db, scope, sought));
  return where;
}

/** An inquiry that is read no later than this after its moment has just arrived, ms. */
const JUST_ARRIVED_MS = 15 * 60_000;

/**
 * What came into a list since a time: it arrived, returned or became overdue, or somebody handed it over.
 * decided: what else a colleague's change brings back into a list is there once that is read again.
 */
function isGained(
  { view, narrowing }: Pick<Filters, 'view' | 'narrowing'>,
  since: number,
  { now }: Present,
): Where {
  const numbers = [
    // What the first read of an agency finds was there before.
    sql`select number from inquiry where first_seen_at > ${since} and (at > ${since - JUST_ARRIVED_MS} or exists (
      select 1 from indexed_agency
      where indexed_agency.agency_key = inquiry.agency_key and read_whole_at < first_seen_at
    ))`,
    ...(view === 'mias' || narrowing.mias
      ? [
          // SQLite takes the tables of a cross join in this order.
          sql`select inquiry.number from follow_up cross join inquiry
            where inquiry.agency_key = follow_up.agency_key and inquiry.sid = follow_up.sid
              and changed_at > ${since}`,
        ]
      : []),
    ...(view === 'esperando' || view === 'tarde'
      ? [sql`select number from inquiry where snoozed_until > ${since} and snoozed_until <= ${now}`]
      : []),
    ...(view === 'tarde'
      ? [sql`select number from inquiry where waits = 1 and due_at > ${since} and due_at <= ${now}`]
      : []),
  ];
  // By number: no other index is as selective.
  return () => sql<SqlBool>`i.number in (${sql.join(numbers, sql` union all `)})`;
}

/** Of more agencies than these the search is not told: their tokens would cost more than they leave out. */
const AGENCIES_SOUGHT = 20;

function isSought(
  db: Kysely<ListTables>,
  { agencies }: Scope,
  alternatives: ReturnType<typeof parseSearch>,
): Where {
  const within =
    agencies && agencies.length <= AGENCIES_SOUGHT
      ? [agencies.map((key) => ({ token: agencyToken(key), prefix: false }))]
      : [];
  const numbers = alternatives.map((groups) => selectFullTextMatches(db, WORDS, [...within, ...groups]));
  return () => sql<SqlBool>`i.number in (${sql.join(numbers, sql` union `)})`;
}

export type FacetName = Exclude<NarrowingName, 'buscar'>;

const is =
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
const has =
  (column: 'trade_in' | 'finance' | 'insurance') =>
  (value: string): Where | undefined =>
    isYes(value) ? (eb) => eb(`i.${column}`, '=', 1) : undefined;
const isYes = (value: string) => fold(value) === 'si';

/** What each facet asks; undefined: no inquiry has such a value. */
const FACETS: Record<FacetName, (value: string, present: Present) => Where | undefined> = {
  marca: is('make_key'),
  origen: is('origin_key'),
  tipo: is('listing_type_key'),
  interes: is('interest_key'),
  condicion: is('condition_key'),
  provincia: is('province_key'),
  permuta: has('trade_in'),
  financia: has('finance'),
  seguro: has('insurance'),
  mias: (value, { me }) => (isYes(value) ? isClaimed(me) : undefined),
  seguimiento: (value, present) => {
    const standing = FOLLOW_UP_STATES.find((one) => one === fold(value));
    return standing && hasStanding(standing, present);
  },
};

export const STATUS: Partial<Record<FollowUpState, Status>> = {
  respondida: 'answered',
  contactada: 'contacted',
  cita: 'appointment',
  ganada: 'won',
  perdida: 'lost',
};

function hasStanding(standing: FollowUpState, { me, now }: Present): Where {
  const status = STATUS[standing];
  if (status) return (eb) => eb('i.status', '=', status);
  if (standing === 'nueva') return isNew;
  if (standing === 'pospuesta') return isSnoozed(now);
  if (standing === 'volvio') return isBack(now);
  return (eb) => eb.and([isNew(eb), waits(eb), eb.not(isSeen(me))]);
}

/** Whether a person opened the inquiry. */
export function isSeen(person: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (
    select 1 from seen where seen.agency_key = i.agency_key and seen.sid = i.sid and seen.person_id = ${person}
  )`;
}
