import type { ExpressionBuilder, Kysely } from 'kysely';
import {
  DELIVERIES_PAGE,
  type Deliveries,
  type DeliveriesQuery,
  type Delivery,
  type DeliveryDetail,
} from '#contract/desk/deliveries.ts';
import type { TimelineResend } from '#contract/desk/follow-up.ts';
import { addDays } from '#contract/window.ts';
import { columnContains, findMatchingValues } from '#database/text-search.ts';
import { firstIdOfDay } from '#gateway/first-id-of-day.ts';
import { parseBuyerName } from '#gateway/inquiries/entries.ts';
import type { InquiryTables } from '#gateway/inquiries/tables.ts';
import { type PeopleTables, mailKey } from '#gateway/people/store.ts';
import { firstUlidAt } from '#system/random.ts';
import type { DeliveryTables } from './store.ts';

type Tables = DeliveryTables & PeopleTables & InquiryTables;

/** The outcome of a resend depends on our masked callback URL and the time. */
export interface DeliveryContext {
  receiver: string;
  now: number;
}

/** A resend that takes longer is lost: the service tries at once, and again after 5 s. */
export const RESEND_TIMEOUT_MS = 60_000;
/** Longer payloads are not parsed for the buyer's name. */
const MAX_PARSED_SIZE = 65_536;

/** `sids`: those of a buyer's inquiries. */
interface DeliveryFilter extends Omit<DeliveriesQuery, 'buyer'> {
  sids?: readonly string[] | undefined;
}

/** One page of matching deliveries, newest first. */
export async function fetchDeliveries(
  db: Kysely<Tables>,
  { agency, ...filter }: DeliveryFilter,
  { timeZone, ...context }: DeliveryContext & { timeZone: string },
): Promise<Omit<Deliveries, 'summary'>> {
  const rows = await fetchDeliveryRows(db, agency, selectFiltered(db, filter, { timeZone, ...context }));
  return {
    deliveries: rows.slice(0, DELIVERIES_PAGE).map((row) => toDelivery(row)),
    more: rows.length > DELIVERIES_PAGE,
  };
}

/** Newest rows, one more than a page; optionally those whose AdminMail columnContains `part`. */
async function fetchDeliveryRows(
  db: Kysely<Tables>,
  part: string | undefined,
  query: ReturnType<typeof selectFiltered>,
): Promise<SelectedDelivery[]> {
  if (part === undefined) return query.execute();
  const keys = await findMatchingValues(db, ['delivery', 'agency_key'], mailKey(part));
  if (!keys) return query.where((eb) => columnContains(eb.ref('agency_key'), mailKey(part))).execute();
  const results = await Promise.all(keys.map((key) => query.where('agency_key', '=', key).execute()));
  return results
    .flat()
    .toSorted((a, b) => (a.id < b.id ? 1 : -1))
    .slice(0, DELIVERIES_PAGE + 1);
}

function selectFiltered(
  db: Kysely<Tables>,
  { topic, sids, outcome, reason, test, from, to, since, until, id, before }: Omit<DeliveryFilter, 'agency'>,
  { timeZone, ...context }: DeliveryContext & { timeZone: string },
) {
  return selectDeliveries(db, context)
    .$if(topic !== undefined, (query) => query.where('delivery.topic', '=', (topic ?? '').toLowerCase()))
    .$if(outcome !== undefined, (query) =>
      query.where((eb) => hasOutcome(eb, outcome ?? 'received', context)),
    )
    .$if(reason !== undefined, (query) => query.where('delivery.reason', '=', reason ?? 'signature'))
    .$if(test === '1', (query) => query.where('delivery.id', 'in', selectTestIds(db)))
    .$if(test === '0', (query) => query.where('delivery.id', 'not in', selectTestIds(db)))
    .$if(sids !== undefined, (query) =>
      query.where('delivery.sid', 'in', sids && sids.length > 0 ? [...sids] : ['']),
    )
    .$if(id !== undefined, (query) =>
      query.where((eb) =>
        eb.or([eb('delivery.hook_id', '=', id ?? ''), eb('delivery.sid', '=', (id ?? '').toUpperCase())]),
      ),
    )
    .$if(from !== undefined, (query) => query.where('delivery.id', '>=', firstIdOfDay(from ?? '', timeZone)))
    .$if(to !== undefined, (query) =>
      query.where('delivery.id', '<', firstIdOfDay(addDays(to ?? '', 1), timeZone)),
    )
    .$if(since !== undefined, (query) => query.where('delivery.id', '>=', firstUlidAt(since ?? 0)))
    .$if(until !== undefined, (query) => query.where('delivery.id', '<', firstUlidAt(until ?? 0)))
    .$if(before !== undefined, (query) => query.where('delivery.id', '<', before ?? ''))
    .orderBy('delivery.id', 'desc')
    .limit(DELIVERIES_PAGE + 1);
}

/** decided: resends of an inquiry in its timeline. */
const MAX_TIMELINE_RESENDS = 20;

/** The newest resends of an inquiry that were requested here. */
export async function fetchResends(
  db: Kysely<DeliveryTables & PeopleTables>,
  { agency_key, sid }: { agency_key: string; sid: string },
  context: DeliveryContext,
): Promise<(Omit<TimelineResend, 'source'> & { source: string | null })[]> {
  const resends = await db
    .selectFrom('delivery')
    .leftJoin('person', 'person.id', 'delivery.person_id')
    .select(['delivery.id', 'delivery.at', 'person.name as by', 'delivery.is_test', 'delivery.source'])
    .select((eb) => selectOutcome(eb, context).as('outcome'))
    .where((eb) => eb.and({ 'delivery.sid': sid, 'delivery.agency_key': agency_key }))
    .where('delivery.person_id', 'is not', null)
    .orderBy('delivery.id', 'desc')
    .limit(MAX_TIMELINE_RESENDS)
    .execute();
  return resends.map(({ is_test, ...resend }) => Object.assign(resend, { isTest: is_test === 1 }));
}

/** A delivery with headers and, until erased, its payload; undefined: not found. */
export async function fetchDelivery(
  db: Kysely<Tables>,
  id: string,
  { retentionMs, ...context }: DeliveryContext & { retentionMs: number },
): Promise<DeliveryDetail | undefined> {
  const row = await selectDeliveries(db, context)
    .select(['headers', 'payload'])
    .where('delivery.id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    ...toDelivery(row),
    headers: JSON.parse(row.headers) as Record<string, string>,
    payload: row.payload,
    erasedAt: row.payload === null ? null : row.at + retentionMs,
  };
}

/** The payload of a delivery, and the inquiry that it is about; undefined: not found. */
export function fetchPayload(db: Kysely<DeliveryTables>, id: string) {
  return db
    .selectFrom('delivery')
    .select(['payload', 'agency', 'sid'])
    .where('id', '=', id)
    .executeTakeFirst();
}

type Builder = ExpressionBuilder<Tables, 'delivery'>;

/** Matches resends that went to another callback than ours. */
function isElsewhere(eb: Builder, receiver: string) {
  return eb.and([eb('delivery.callback', 'is not', null), eb('delivery.callback', '<>', receiver)]);
}

/** Matches deliveries of an outcome. */
export function hasOutcome(eb: Builder, outcome: Delivery['outcome'], { receiver, now }: DeliveryContext) {
  const isCaused = eb('delivery.outcome', '=', 'caused');
  const elsewhere = isElsewhere(eb, receiver);
  const isOld = eb('delivery.at', '<=', now - RESEND_TIMEOUT_MS);
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

function selectOutcome(eb: Builder, context: DeliveryContext) {
  return eb
    .case()
    .when(hasOutcome(eb, 'elsewhere', context))
    .then('elsewhere')
    .when(hasOutcome(eb, 'unseen', context))
    .then('unseen')
    .else(eb.ref('delivery.outcome'))
    .end()
    .$castTo<Delivery['outcome']>();
}

/** Id of the message of an arrived resend, and vice versa. */
function selectPairedId(eb: Builder) {
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

/** Name of the person who requested the resend that caused a message. */
function selectResender(eb: Builder) {
  return eb
    .selectFrom('delivery as resend')
    .innerJoin('person as resender', 'resender.id', 'resend.person_id')
    .select('resender.name')
    .whereRef('resend.hook_id', '=', 'delivery.hook_id')
    .whereRef('resend.sid', '=', 'delivery.sid')
    .where('resend.outcome', '=', 'arrived')
    .limit(1);
}

/** Ids of the resends that are tests, and of their messages. */
function selectTestIds(db: Kysely<Tables>) {
  const tests = db.selectFrom('delivery as test').where('test.is_test', '=', 1);
  return tests
    .select('test.id')
    .unionAll(
      tests
        .innerJoin('delivery as message', (join) =>
          join.onRef('message.hook_id', '=', 'test.hook_id').onRef('message.sid', '=', 'test.sid'),
        )
        .select('message.id'),
    );
}

/** Newest payload about the same inquiry. */
function selectNewestPayload(eb: Builder) {
  return eb
    .selectFrom('delivery as other')
    .select('other.payload')
    .whereRef('other.sid', '=', 'delivery.sid')
    .whereRef('other.agency_key', '=', 'delivery.agency_key')
    .where('other.payload', 'is not', null)
    .where('other.size', '<=', MAX_PARSED_SIZE)
    .orderBy('other.id', 'desc')
    .limit(1);
}

/** The inquiry in the index, for deliveries whose payloads are erased or were not stored. */
function selectIndexedInquiry(eb: Builder) {
  return eb
    .selectFrom('inquiry')
    .select('inquiry.data')
    .whereRef('inquiry.agency_key', '=', 'delivery.agency_key')
    .whereRef('inquiry.sid', '=', 'delivery.sid')
    .limit(1);
}

function selectDeliveries(db: Kysely<Tables>, context: DeliveryContext) {
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
      'delivery.received_count as receivedCount',
      'delivery.callback',
      'delivery.status',
    ])
    .select((eb) => [
      eb.fn.coalesce('person.name', selectResender(eb)).as('by'),
      eb('delivery.id', 'in', selectTestIds(db)).as('is_test'),
      selectOutcome(eb, context).as('outcome'),
      selectPairedId(eb).as('pairedId'),
      eb.fn.coalesce(selectNewestPayload(eb), selectIndexedInquiry(eb)).as('inquiry'),
    ]);
}

type SelectedDelivery = Awaited<ReturnType<ReturnType<typeof selectDeliveries>['execute']>>[number];

function toDelivery({ hook_id: hookId, body_signed, inquiry, is_test, ...row }: SelectedDelivery): Delivery {
  const bodySigned = body_signed === null ? null : body_signed === 1;
  return {
    ...row,
    hookId,
    bodySigned,
    isTest: Boolean(is_test),
    person: inquiry === null ? null : parseBuyerName(inquiry),
  };
}
