import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely';
import * as z from 'zod/mini';
import { DAY_MS } from '#contract/durations.ts';
import { MAX_JOB_ROWS, type MissedSpan } from '#contract/desk/jobs.ts';
import { type MissedCounts, RESEND_DAYS, type ResendMissed } from '#contract/desk/missed.ts';
import { INQUIRY_TOPIC } from '#contract/topics.ts';
import { v3 } from '#contract/v3.ts';
import { readDetail } from '#gateway/forward/reply-schemas.ts';
import { callEndpoint } from '#gateway/forward/upstream.ts';
import { unionAll } from '#gateway/inquiries/conditions.ts';
import { type HandledRow, type JobHandler, RowFailure } from '#gateway/jobs/handler.ts';
import { insertJob, isStored } from '#gateway/jobs/store.ts';
import { type Person, mailKey } from '#gateway/people/store.ts';
import { authorize } from '#gateway/permissions/permissions.ts';
import { createProblem } from '#gateway/problems.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { MISSED_AFTER_MS, selectMissed } from './missed.ts';
import { resendInquiry } from './resend.ts';

type Span = z.infer<typeof MissedSpan>;

/** Selects the inquiries that were made in a time, and whose message was missed. */
const selectMissedIn = (db: Kysely<GatewayTables>, { since, until, agency }: Span, now: number) =>
  selectMissed(db)
    .where('i.at', '>=', since)
    .where('i.at', '<', Math.min(until, now - MISSED_AFTER_MS))
    .$if(agency !== undefined, (query) => query.where('i.agency_key', '=', mailKey(agency ?? '')));

/** Condition that somebody here asked for the message of an inquiry again. */
const isResent = (eb: ExpressionBuilder<GatewayTables & { i: GatewayTables['inquiry'] }, 'i'>) =>
  eb.exists(
    eb
      .selectFrom('delivery as resend')
      .select('resend.id')
      .whereRef('resend.sid', '=', 'i.sid')
      .whereRef('resend.agency_key', '=', 'i.agency_key')
      .where('resend.topic', '=', INQUIRY_TOPIC)
      .where('resend.person_id', 'is not', null),
  );

const firstResendable = (now: number) => now - RESEND_DAYS * DAY_MS;

/** Counts the missed inquiries of a time by whether they can be resent. */
export async function countMissed(db: Kysely<GatewayTables>, span: Span, now: number): Promise<MissedCounts> {
  const first = firstResendable(now);
  const count = (condition: Expression<SqlBool>) =>
    // PostgreSQL sums whole numbers as decimals.
    sql<number>`cast(coalesce(sum(case when ${condition} then 1 else 0 end), 0) as bigint)`;
  return selectMissedIn(db, span, now)
    .select((eb) => [
      count(eb.and([eb('i.at', '>=', first), eb.not(isResent(eb))])).as('fresh'),
      count(eb.and([eb('i.at', '>=', first), isResent(eb)])).as('resent'),
      count(eb('i.at', '<', first)).as('old'),
    ])
    .executeTakeFirstOrThrow();
}

/** Counts the missed inquiries of several times that can be resent. */
export async function countResendable(
  db: Kysely<GatewayTables>,
  spans: readonly Span[],
  now: number,
): Promise<Map<Span, number>> {
  const counts = spans.map((span, number) =>
    selectMissedIn(db, { ...span, since: Math.max(span.since, firstResendable(now)) }, now).select(
      ({ fn }) => [
        sql<number>`cast(${sql.lit(number)} as integer)`.as('number'),
        fn.countAll<number>().as('count'),
      ],
    ),
  );
  if (counts.length === 0) return new Map();
  const { rows } = await sql<{ number: number; count: number }>`${unionAll(counts)}`.execute(db);
  return new Map(
    rows.flatMap(({ number, count }) => spans.slice(number, number + 1).map((span) => [span, count])),
  );
}

/**
 * Stores the job that resends missed inquiries.
 * @throws ProblemError `changed-meanwhile` when there are none
 */
export async function createResendJob(
  db: Kysely<GatewayTables>,
  author: { person: Person; address: string },
  { id, again, ...missed }: ResendMissed,
  now: number,
): Promise<void> {
  const span = { ...missed, since: Math.max(missed.since, firstResendable(now)) };
  const inquiries = await selectMissedIn(db, span, now)
    .$if(!again, (query) => query.where((eb) => eb.not(isResent(eb))))
    .select(['i.agency_key', 'i.sid'])
    .orderBy('i.at')
    .limit(MAX_JOB_ROWS)
    .execute();
  if (inquiries.length === 0 && !(await isStored(db, { id, kind: 'resend', person: author.person })))
    throw createProblem('changed-meanwhile');
  const rows = inquiries.map((inquiry) => Object.assign(inquiry, { input: {} }));
  await insertJob(db, { ...author, id, kind: 'resend', input: { missed, again }, rows }, now);
}

const JobInput = z.looseObject({ again: z.boolean() });

/** Resends the inquiry of a row once, unless its message came meanwhile. */
export const resendJobHandler: JobHandler = {
  callsService: true,
  async run(gateway, { id, rows, createdAt, input, person, signal }, row) {
    const { adminMail, sid } = row;
    authorize(person, 'resendInquiry', adminMail);
    const { again } = z.parse(JobInput, input);
    const resend = await findNewestResend(gateway.db, row);
    if (resend && resend.at >= createdAt) {
      if (row.isRepeated && (resend.status !== null || resend.outcome === 'arrived')) return;
      // decided: it is not sent a second time, as the service may have accepted the first.
      throw new RowFailure(row.isRepeated ? 'outcome-unknown' : 'already-resent');
    }
    if (resend && !again) throw new RowFailure('already-resent');
    if (!(await isMissed(gateway.db, row))) throw new RowFailure('arrived-meanwhile');
    const source = { kind: 'job', jobKind: 'resend', rows, id } as const;
    const resent = { personId: person.id, adminMail, sid, source };
    const { status, body } = await resendInquiry(gateway, resent, () =>
      callEndpoint(gateway.upstream, v3.resendInquiry, { adminMail, sid }, { signal }),
    );
    if (status === 429) throw createProblem('busy');
    if (status === 404) throw createProblem('not-found');
    if (status !== v3.resendInquiry.success) throw new RowFailure('refused', readDetail(body));
  },
};

const findNewestResend = (db: Kysely<GatewayTables>, { adminMail, sid }: HandledRow) =>
  db
    .selectFrom('delivery')
    .select(['at', 'status', 'outcome'])
    .where((eb) => eb.and({ sid, agency_key: adminMail, topic: INQUIRY_TOPIC }))
    .where('person_id', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

async function isMissed(db: Kysely<GatewayTables>, { adminMail, sid }: HandledRow): Promise<boolean> {
  const inquiry = await selectMissed(db)
    .where((eb) => eb.and({ 'i.agency_key': adminMail, 'i.sid': sid }))
    .select('i.sid')
    .executeTakeFirst();
  return inquiry !== undefined;
}
