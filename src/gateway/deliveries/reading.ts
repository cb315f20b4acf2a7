import type { ExpressionBuilder, Kysely } from 'kysely';
import * as z from 'zod/mini';
import {
  DELIVERIES_PAGE,
  type Deliveries,
  type DeliveriesQuery,
  type Delivery,
  type DeliveryDetail,
} from '#contract/desk/deliveries.ts';
import { Interesado } from '#contract/inquiries.ts';
import { personName } from '#contract/inquiry-names.ts';
import { tolerant } from '#contract/reading.ts';
import { addDays } from '#contract/window.ts';
import { columnContains, findMatchingValues } from '#database/text-search.ts';
import { firstIdOf } from '#gateway/day-ids.ts';
import { type PeopleTables, mailKey } from '#gateway/people/store.ts';
import type { DeliveryTables } from './store.ts';

type Tables = DeliveryTables & PeopleTables;

/** What the outcome of a resend follows from: our callback, masked, and the time. */
export interface Vantage {
  receiver: string;
  now: number;
}

/** How long a resend is expected: the service tries at once, and again after 5 s. */
export const EXPECTED_MS = 60_000;
/** Of longer payloads no name is read. */
const LONGEST_READ = 65_536;

const WithPerson = z.object({ Interesado: tolerant(Interesado) });

/** One page, newest first. */
export async function deliveriesPage(
  db: Kysely<Tables>,
  { agency, ...filter }: DeliveriesQuery,
  { timeZone, ...vantage }: Vantage & { timeZone: string },
): Promise<Deliveries> {
  const rows = await rowsOf(db, agency, filtered(db, filter, { timeZone, ...vantage }));
  return {
    deliveries: rows.slice(0, DELIVERIES_PAGE).map((row) => shown(row)),
    more: rows.length > DELIVERIES_PAGE,
  };
}

/** The newest rows of a query, one more than a page holds; with a part of an AdminMail, those of its agencies. */
async function rowsOf(
  db: Kysely<Tables>,
  part: string | undefined,
  query: ReturnType<typeof filtered>,
): Promise<ShownRow[]> {
  if (part === undefined) return query.execute();
  const keys = await findMatchingValues(db, ['delivery', 'agency_key'], mailKey(part));
  if (!keys) return query.where((eb) => columnContains(eb.ref('agency_key'), mailKey(part))).execute();
  const found = await Promise.all(keys.map((key) => query.where('agency_key', '=', key).execute()));
  return found
    .flat()
    .toSorted((a, b) => (a.id < b.id ? 1 : -1))
    .slice(0, DELIVERIES_PAGE + 1);
}

function filtered(
  db: Kysely<Tables>,
  { topic, outcome, from, to, id, before }: Omit<DeliveriesQuery, 'agency'>,
  { timeZone, ...vantage }: Vantage & { timeZone: string },
) {
  return shownRows(db, vantage)
    .$if(topic !== undefined, (query) => query.where('delivery.topic', '=', (topic ?? '').toLowerCase()))
    .$if(outcome !== undefined, (query) =>
      query.where((eb) => hasOutcome(eb, outcome ?? 'received', vantage)),
    )
    .$if(id !== undefined, (query) =>
      query.where((eb) =>
        eb.or([eb('delivery.hook_id', '=', id ?? ''), eb('delivery.sid', '=', (id ?? '').toUpperCase())]),
      ),
    )
    .$if(from !== undefined, (query) => query.where('delivery.id', '>=', firstIdOf(from ?? '', timeZone)))
    .$if(to !== undefined, (query) =>
      query.where('delivery.id', '<', firstIdOf(addDays(to ?? '', 1), timeZone)),
    )
    .$if(before !== undefined, (query) => query.where('delivery.id', '<', before ?? ''))
    .orderBy('delivery.id', 'desc')
    .limit(DELIVERIES_PAGE + 1);
}

/** One of them with what is left of it; undefined: there is none. */
export async function deliveryOf(
  db: Kysely<Tables>,
  id: string,
  { keptMs, ...vantage }: Vantage & { keptMs: number },
): Promise<DeliveryDetail | undefined> {
  const row = await shownRows(db, vantage)
    .select(['headers', 'payload'])
    .where('delivery.id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    ...shown(row),
    headers: JSON.parse(row.headers) as Record<string, string>,
    payload: row.payload,
    erasedAt: row.payload === null ? null : row.at + keptMs,
  };
}

type Builder = ExpressionBuilder<DeliveryTables, 'delivery'>;

/** Whether a resend went to a callback that is not ours. */
function isElsewhere(eb: Builder, receiver: string) {
  return eb.and([eb('delivery.callback', 'is not', null), eb('delivery.callback', '<>', receiver)]);
}

function hasOutcome(eb: Builder, outcome: Delivery['outcome'], { receiver, now }: Vantage) {
  const isCaused = eb('delivery.outcome', '=', 'caused');
  const elsewhere = isElsewhere(eb, receiver);
  const isOld = eb('delivery.at', '<=', now - EXPECTED_MS);
  switch (outcome) {
    case 'caused':
      return eb.and([isCaused, eb.not(elsewhere), eb.not(isOld)]);
    case 'unseen':
      return eb.and([isCaused, eb.not(elsewhere), isOld]);
    case 'elsewhere':
      return eb.and([isCaused, elsewhere]);
    default:
      return eb('delivery.outcome', '=', outcome);
  }
}

/** Of a resend that arrived its message, and the other way round. */
function pairOf(eb: Builder) {
  return eb
    .selectFrom('delivery as other')
    .select('other.id')
    .whereRef('other.hook_id', '=', 'delivery.hook_id')
    .whereRef('other.sid', '=', 'delivery.sid')
    .whereRef('other.outcome', '<>', 'delivery.outcome')
    .where('other.outcome', 'in', ['received', 'arrived'])
    .where('delivery.outcome', 'in', ['received', 'arrived'])
    .limit(1);
}

/** The newest payload about the same inquiry. */
function payloadOf(eb: Builder) {
  return eb
    .selectFrom('delivery as other')
    .select('other.payload')
    .whereRef('other.sid', '=', 'delivery.sid')
    .whereRef('other.agency_key', '=', 'delivery.agency_key')
    .where('other.payload', 'is not', null)
    .where('other.size', '<=', LONGEST_READ)
    .orderBy('other.id', 'desc')
    .limit(1);
}

function shownRows(db: Kysely<Tables>, vantage: Vantage) {
  return db
    .selectFrom('delivery')
    .leftJoin('person', 'person.id', 'delivery.person_id')
    .select([
      'delivery.id',
      'delivery.at',
      'delivery.topic',
      'delivery.agency',
      'delivery.sid',
      'delivery.reason',
      'delivery.hook_id',
      'delivery.body_signed',
      'delivery.size',
      'delivery.times',
      'delivery.callback',
      'delivery.status',
      'person.name as by',
    ])
    .select((eb) => [
      eb
        .case()
        .when(hasOutcome(eb, 'elsewhere', vantage))
        .then('elsewhere')
        .when(hasOutcome(eb, 'unseen', vantage))
        .then('unseen')
        .else(eb.ref('delivery.outcome'))
        .end()
        .$castTo<Delivery['outcome']>()
        .as('outcome'),
      pairOf(eb).as('pairedId'),
      payloadOf(eb).as('inquiry'),
    ]);
}

type ShownRow = Awaited<ReturnType<ReturnType<typeof shownRows>['execute']>>[number];

function shown({ hook_id: hookId, body_signed, inquiry, ...row }: ShownRow): Delivery {
  const bodySigned = body_signed === null ? null : body_signed === 1;
  return { ...row, hookId, bodySigned, person: inquiry === null ? null : personIn(inquiry) };
}

function personIn(payload: string): string | null {
  const read = z.safeParse(WithPerson, JSON.parse(payload));
  return (read.success && personName(read.data.Interesado)) || null;
}

/** What was heard here about a topic. Times are milliseconds since 1970. */
export interface Signals {
  /** When something verified last arrived. */
  lastHeardAt: number | null;
  /** When a resend was requested that was not seen to arrive, with nothing heard since. */
  unseenAt: number | null;
}

export async function signalsOf(
  db: Kysely<DeliveryTables>,
  topic: string,
  vantage: Vantage,
): Promise<Signals> {
  const newest = (outcome: 'received' | 'unseen') =>
    db
      .selectFrom('delivery')
      .select('delivery.at')
      .where('delivery.topic', '=', topic.toLowerCase())
      .where((eb) => hasOutcome(eb, outcome, vantage))
      .orderBy('delivery.id', 'desc')
      .limit(1)
      .executeTakeFirst();
  const [heard, unseen] = await Promise.all([newest('received'), newest('unseen')]);
  const lastHeardAt = heard?.at ?? null;
  return {
    lastHeardAt,
    unseenAt: unseen && unseen.at > (lastHeardAt ?? 0) ? unseen.at : null,
  };
}
