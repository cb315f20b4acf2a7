import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { RefusalReason } from '#contract/desk/deliveries.ts';
import type { TracedSeller } from '#contract/desk/trace.ts';
import { INQUIRY_TOPIC } from '#contract/topics.ts';
import { v3 } from '#contract/v3.ts';
import { personName, vehicleName } from '#contract/inquiry-names.ts';
import { fetchAttempts } from '#gateway/attempts/fetch-attempts.ts';
import { refusalsAround } from '#gateway/deliveries/missed.ts';
import { InquirySchema } from '#gateway/forward/reply-schemas.ts';
import { callEndpoint } from '#gateway/forward/upstream.ts';
import type { InquiryTable } from '#gateway/inquiries/tables.ts';
import { mailKey } from '#gateway/people/store.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { fetchTopicPeriods } from '#gateway/webhooks/topic-periods.ts';
import { ProblemError } from '#http/problem-error.ts';
import { firstUlidAt } from '#system/random.ts';
import { type FactSources, toAttemptFact } from './gather-facts.ts';
import { fetchCrmFact } from './crm-facts.ts';
import type { InquiryFacts } from './lead-facts.ts';
import { fetchRelayFacts } from './relay-facts.ts';

/** Text of an inquiry that is shown. */
export interface LeadText {
  person: string | null;
  vehicle: string | null;
  operator: string | null;
}

/** Facts of an inquiry. The service is asked for its attempts, and for the inquiry where the index lacks it. */
export async function fetchInquiryFacts(
  { db, upstream, receiver }: Pick<FactSources, 'db' | 'upstream' | 'receiver'>,
  params: { adminMail: string; sid: string },
): Promise<InquiryFacts & LeadText> {
  const key = { agency_key: mailKey(params.adminMail), sid: params.sid.toUpperCase() };
  const [row, erased, log, messages, opened, touched] = await Promise.all([
    db
      .selectFrom('inquiry')
      .select(['at', 'data', 'gone_at', 'erased_at', 'first_seen_at', 'discovery_source', 'operator_key'])
      .where((eb) => eb.and(key))
      .executeTakeFirst(),
    db
      .selectFrom('erased_inquiry')
      .select('at')
      .where((eb) => eb.and(key))
      .executeTakeFirst(),
    fetchAttempts(upstream, { topic: INQUIRY_TOPIC, sid: key.sid }),
    fetchMessages(db, key),
    fetchOpened(db, key),
    fetchTouched(db, key),
  ]);
  const isErased = erased !== undefined || (row?.erased_at ?? null) !== null;
  const isInInbox = row !== undefined && row.gone_at === null;
  const service = isInInbox || isErased ? null : await fetchFromService(upstream, params);
  const at = row?.at ?? service?.at ?? null;
  const attempts = log?.attempts.map((attempt) => toAttemptFact(attempt, receiver.url)).toReversed();
  // An empty log says that no message was made, if it is older than the inquiry and no message came.
  const isLogYoung = attempts?.length === 0 && (messages.length > 0 || !(await wasLogging(upstream, at)));
  const hookIds = [...(attempts ?? []), ...messages].flatMap(({ hookId }) => hookId ?? []);
  const deliveryIds = messages.map(({ id }) => id);
  const [periods, refusals, relays, crm, audience] = await Promise.all([
    at === null
      ? []
      : fetchTopicPeriods(db, INQUIRY_TOPIC, { receiverUrl: receiver.url, since: at, until: at + 1 }),
    at === null ? [] : fetchRefusals(db, { at, sid: key.sid, hookIds }),
    fetchRelayFacts(db, deliveryIds),
    fetchCrmFact(db, key),
    fetchAudience(db, { agency: key.agency_key, operator: row?.operator_key ?? null }),
  ]);
  const text = row && !isErased ? readText(row.data) : (service?.text ?? NO_TEXT);
  return {
    ...text,
    at,
    isAtService: isInInbox ? true : (service?.isThere ?? null),
    index: row ? { firstSeenAt: row.first_seen_at, source: row.discovery_source, goneAt: row.gone_at } : null,
    isErased,
    topicThen: periods[0]?.state ?? 'unknown',
    attempts: isLogYoung ? null : (attempts ?? null),
    messages,
    refusals,
    relays,
    crm,
    audience,
    opened,
    touched,
  };
}

/** An inquiry of which nothing is known. */
export const NO_TEXT: LeadText = { person: null, vehicle: null, operator: null };

/** Buyer, vehicle and operator in the JSON of an inquiry. */
export function readText(json: string): LeadText {
  const { data } = z.safeParse(InquirySchema, JSON.parse(json));
  if (!data) return NO_TEXT;
  return {
    person: (data.Interesado && personName(data.Interesado)) || null,
    vehicle: (data.Auto && vehicleName(data.Auto)) || null,
    operator: data.OperadorResponsable ?? null,
  };
}

/** null: the service did not say whether it has it. */
async function fetchFromService(
  upstream: FactSources['upstream'],
  params: { adminMail: string; sid: string },
): Promise<{ isThere: boolean; at: number | null; text: LeadText } | null> {
  try {
    const { status, body } = await callEndpoint(upstream, v3.viewInquiry, params);
    if (status === 404) return { isThere: false, at: null, text: NO_TEXT };
    if (status !== v3.viewInquiry.success || body === undefined) return null;
    const { data } = z.safeParse(InquirySchema, JSON.parse(body));
    const at = Date.parse(data?.Momento ?? '');
    return { isThere: true, at: Number.isNaN(at) ? null : at, text: readText(body) };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return null;
  }
}

/** Returns true if the service already had attempts of the topic at a time: none of an inquiry then means that none was made. */
async function wasLogging(upstream: FactSources['upstream'], at: number | null): Promise<boolean> {
  if (at === null) return false;
  const earlier = await fetchAttempts(upstream, { topic: INQUIRY_TOPIC, before: firstUlidAt(at) });
  return earlier !== undefined && earlier.attempts.length > 0;
}

type InquiryKey = Pick<InquiryTable, 'agency_key' | 'sid'>;

async function fetchMessages(db: Kysely<GatewayTables>, key: InquiryKey): Promise<InquiryFacts['messages']> {
  const rows = await db
    .selectFrom('delivery')
    .select(['id', 'at', 'hook_id', 'received_count'])
    .where((eb) => eb.and({ ...key, topic: INQUIRY_TOPIC, outcome: 'received' }))
    .orderBy('id')
    .execute();
  return rows.map(({ id, at, hook_id: hookId, received_count: receivedCount }) => ({
    id,
    at,
    hookId,
    receivedCount,
  }));
}

/** Most refused messages that are looked at. */
const MAX_REFUSALS = 200;

/** Refused messages that may be of the inquiry: those with its hook ids, and without any those that came when it was made. */
async function fetchRefusals(
  db: Kysely<GatewayTables>,
  { at, sid, hookIds }: { at: number; sid: string; hookIds: readonly string[] },
): Promise<InquiryFacts['refusals']> {
  const { since, until } = refusalsAround({ since: at, until: at + 1 });
  const rows = await db
    .selectFrom('delivery')
    .select(['id', 'at', 'hook_id', 'reason'])
    .where((eb) => eb.and({ topic: INQUIRY_TOPIC, outcome: 'refused' }))
    .$if(hookIds.length > 0, (query) => query.where('hook_id', 'in', hookIds))
    .$if(hookIds.length === 0, (query) =>
      query
        .where('id', '>=', firstUlidAt(since))
        .where('id', '<', firstUlidAt(until))
        // A message that was accepted later is of the inquiry that it was accepted for.
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('delivery as accepted')
                .select('accepted.id')
                .whereRef('accepted.hook_id', '=', 'delivery.hook_id')
                .where('accepted.outcome', '=', 'received')
                .where('accepted.sid', '<>', sid),
            ),
          ),
        ),
    )
    .orderBy('id')
    .limit(MAX_REFUSALS)
    .execute();
  return rows.map(({ id, at: refusedAt, hook_id: hookId, reason }) => ({
    id,
    at: refusedAt,
    hookId,
    reason: reason as RefusalReason,
  }));
}

/** The sellers of an agency by whether they see an inquiry of an operator. */
async function fetchAudience(
  db: Kysely<GatewayTables>,
  { agency, operator }: { agency: string; operator: string | null },
): Promise<InquiryFacts['audience']> {
  const sellers = await db
    .selectFrom('person_agency')
    .innerJoin('person', 'person.id', 'person_agency.person_id')
    .select(['person.id', 'person.name', 'person.mail', 'person_agency.own_inquiries_only as isLimited'])
    .where((eb) => eb.and({ 'person_agency.admin_mail': agency, 'person.role': 'seller' }))
    .where('person.disabled_at', 'is', null)
    .orderBy('person.name')
    .orderBy('person.id')
    .execute();
  const { shown = [], hidden = [] } = Object.groupBy(sellers, ({ mail, isLimited }) =>
    isLimited === 0 || [agency, operator].includes(mailKey(mail)) ? 'shown' : 'hidden',
  );
  const toSeller = ({ id, name }: TracedSeller) => ({ id, name });
  return { shown: shown.map(toSeller), hidden: hidden.map(toSeller) };
}

async function fetchOpened(db: Kysely<GatewayTables>, key: InquiryKey): Promise<InquiryFacts['opened']> {
  const row = await db
    .selectFrom('seen')
    .innerJoin('person', 'person.id', 'seen.person_id')
    .select(['seen.at', 'person.name as by'])
    // Support opens inquiries to look into them, not to answer.
    .where('person.role', '<>', 'support')
    .where('seen.agency_key', '=', key.agency_key)
    .where('seen.sid', '=', key.sid)
    .orderBy('seen.at')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

async function fetchTouched(db: Kysely<GatewayTables>, key: InquiryKey): Promise<InquiryFacts['touched']> {
  const row = await db
    .selectFrom('follow_up')
    .leftJoin('person', 'person.id', 'follow_up.touched_by')
    .select(['touched_at as at', 'person.name as by'])
    .where((eb) => eb.and(key))
    .executeTakeFirst();
  const at = row?.at ?? null;
  return at === null ? null : { at, by: row?.by ?? '' };
}
