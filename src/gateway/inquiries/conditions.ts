import {
  type Expression,
  type ExpressionBuilder,
  type Kysely,
  type Nullable,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import type { Status } from '#contract/desk/follow-up.ts';
import type { BuiltInView, NarrowingName } from '#contract/queue-names.ts';
import { STANDINGS, type Standing } from '#contract/standing.ts';
import { fold, parseSearch } from '#contract/search.ts';
import { BUILT_IN_VIEWS, type Condition } from '#contract/views.ts';
import { addDays, dayAt, startOfDay } from '#contract/window.ts';
import { numbersFound } from '#database/full-text.ts';
import type { FollowUpTables } from '#gateway/follow-up/store.ts';
import { operatorKey } from '#gateway/people/store.ts';
import { type Scope, isInScope } from './scope.ts';
import { type InquiryTable, type InquiryTables, WORDS } from './store.ts';
import { agencyToken } from './words.ts';

// What views, filters and search ask, as SQL over an inquiry `i` and its follow-up `f`.

export type ListTables = InquiryTables & FollowUpTables;
type Joined = ListTables & { i: InquiryTable; f: Nullable<FollowUpTables['follow_up']> };
type Builder = ExpressionBuilder<Joined, 'i' | 'f'>;
export type Where = (eb: Builder) => Expression<SqlBool>;
/** Inquiries with their follow-up, where they have one. */
export type JoinedQuery = SelectQueryBuilder<Joined, 'i' | 'f', object>;

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

/**
 * A part of a list that has no inquiry in common with its other parts, and an index of its own: the query begins with the
 * table where few rows match.
 */
export interface Part {
  first: 'inquiry' | 'follow_up';
  where: Where[];
  /** Inquiries that are snoozed are left out. */
  awake?: true;
}

const isOpen: Where = (eb) => eb('f.status', 'not in', ['won', 'lost']);
const isSnoozed =
  (now: number): Where =>
  (eb) =>
    eb('f.snoozed_until', '>', now);
const isBack =
  (now: number): Where =>
  (eb) =>
    eb.and([
      eb('f.snoozed_until', '<=', now),
      eb.or([eb('f.changed_at', 'is', null), eb('f.changed_at', '<=', eb.ref('f.snoozed_until'))]),
    ]);

/** What waits is there: only of other inquiries it has to be asked. */
const isAvailable: Where = (eb) => eb('i.gone_at', 'is', null);

/** The parts of a built-in view; of no view, all inquiries. */
export function viewParts(view: BuiltInView | undefined, present: Present): Part[] {
  return view ? PARTS[BUILT_IN_VIEWS[view].condition](present) : [{ first: 'inquiry', where: [isAvailable] }];
}

const waits: Where = (eb) => eb('i.waits', '=', eb.lit(1));

const PARTS: Record<Condition, (present: Present) => Part[]> = {
  waiting: ({ now }) => [
    { first: 'inquiry', where: [waits], awake: true },
    { first: 'follow_up', where: [isBack(now), isOpen, isAvailable, (eb) => eb('i.waits', '=', eb.lit(0))] },
  ],
  overdue: ({ now }) => [
    { first: 'inquiry', where: [waits, (eb) => eb('i.due_at', '<=', now)], awake: true },
  ],
  mine: ({ me }) => [
    { first: 'follow_up', where: [(eb) => eb('f.claimed_by', '=', me), isOpen, isAvailable] },
  ],
  today({ now, zone }) {
    const day = dayAt(now, zone);
    const [from, to] = [startOfDay(day, zone), startOfDay(addDays(day, 1), zone)];
    return [
      { first: 'inquiry', where: [isAvailable, (eb) => eb('i.at', '>=', from), (eb) => eb('i.at', '<', to)] },
    ];
  },
  snoozed: ({ now }) => [
    { first: 'follow_up', where: [isBack(now), isOpen, isAvailable] },
    { first: 'follow_up', where: [isSnoozed(now), isAvailable] },
  ],
};

export interface PartRequest {
  scope: Scope;
  present: Present;
  /** Of `filtersOf`. */
  where: readonly Where[];
  /** A page is wanted: an index that has the order of the list is read. */
  inOrder?: boolean;
  /** Nothing is asked of the follow-up: an inquiry is found without it. */
  alone?: boolean;
}

/** The joined tables, narrowed by a part and by what else is asked. */
export function partQuery(
  db: Kysely<ListTables>,
  { first, where, awake }: Part,
  { scope, present, where: filters, inOrder = false, alone = false }: PartRequest,
): JoinedQuery {
  const all = [...where, ...filters, ...(awake ? [isAwake(present.now)] : [])];
  const query = alone && first === 'inquiry' ? inquiriesAlone(db) : joined(db, first);
  return query
    .where(isInScope(scope, { inOrder: inOrder && first === 'inquiry' }))
    .where((eb) => eb.and(all.map((one) => one(eb))));
}

const isAwake =
  (now: number): Where =>
  (eb) =>
    eb.or([eb('f.snoozed_until', 'is', null), eb('f.snoozed_until', '<=', now)]);

/** Those that `awake` leaves out of a part: counted by themselves, no other follow-up needs to be looked at. */
export function snoozedPart(part: Part, { now }: Present): Part {
  return { first: 'follow_up', where: [...part.where, isSnoozed(now)] };
}

function inquiriesAlone(db: Kysely<ListTables>): JoinedQuery {
  return db.selectFrom('inquiry as i');
}

function joined(db: Kysely<ListTables>, first: Part['first']): JoinedQuery {
  if (first === 'inquiry')
    return db
      .selectFrom('inquiry as i')
      .leftJoin('follow_up as f', (join) =>
        join.onRef('f.agency_key', '=', 'i.agency_key').onRef('f.sid', '=', 'i.sid'),
      );
  // SQLite takes the tables of a cross join in this order.
  return db
    .selectFrom('follow_up as f')
    .crossJoin('inquiry as i')
    .whereRef('f.agency_key', '=', 'i.agency_key')
    .whereRef('f.sid', '=', 'i.sid');
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
  const followUps =
    view === 'mias' || narrowing.mias
      ? [sql`changed_at > ${since}`]
      : view === 'esperando' || view === 'tarde'
        ? [sql`snoozed_until > ${since} and snoozed_until <= ${now}`]
        : [];
  const numbers = [
    // What the first read of an agency finds was there before.
    sql`select number from inquiry where first_seen_at > ${since} and (at > ${since - JUST_ARRIVED_MS} or exists (
      select 1 from indexed_agency
      where indexed_agency.agency_key = inquiry.agency_key and read_whole_at < first_seen_at
    ))`,
    ...followUps.map(
      (condition) => sql`select inquiry.number from follow_up cross join inquiry
        where inquiry.agency_key = follow_up.agency_key and inquiry.sid = follow_up.sid and ${condition}`,
    ),
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
  return (eb) =>
    eb.or(
      alternatives.map(
        (groups) => sql<SqlBool>`i.number in (${numbersFound(db, WORDS, [...within, ...groups])})`,
      ),
    );
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
  mias: (value, { me }) => (isYes(value) ? (eb) => eb('f.claimed_by', '=', me) : undefined),
  seguimiento: (value, present) => {
    const standing = STANDINGS.find((one) => one === fold(value));
    return standing && hasStanding(standing, present);
  },
};

export const STATUS: Partial<Record<Standing, Status>> = {
  respondida: 'answered',
  contactada: 'contacted',
  cita: 'appointment',
  ganada: 'won',
  perdida: 'lost',
};

function hasStanding(standing: Standing, { me, now }: Present): Where {
  const isNew: Where = (eb) => eb.or([eb('f.status', 'is', null), eb('f.status', '=', 'new')]);
  const status = STATUS[standing];
  if (status) return (eb) => eb('f.status', '=', status);
  if (standing === 'nueva') return isNew;
  if (standing === 'pospuesta') return isSnoozed(now);
  if (standing === 'volvio') return isBack(now);
  return (eb) =>
    eb.and([
      isNew(eb),
      eb('f.touched_at', 'is', null),
      eb('f.contacted_at', 'is', null),
      eb.not(
        eb.exists(
          eb
            .selectFrom('seen')
            .select('seen.sid')
            .whereRef('seen.agency_key', '=', 'i.agency_key')
            .whereRef('seen.sid', '=', 'i.sid')
            .where('seen.person_id', '=', me),
        ),
      ),
    ]);
}
