import { type Expression, type Kysely, type SqlBool, sql } from 'kysely';
import { FILE_DAYS } from '#contract/desk/jobs.ts';
import { RUN_DAYS } from '#contract/desk/match-runs.ts';
import { DAY_MS } from '#contract/durations.ts';
import { dayAt } from '#contract/window.ts';
import { expireRows } from '#database/append-only.ts';
import { inTransaction } from '#database/database.ts';
import { isRateLimitOver } from '#database/shared-rate-limiter.ts';
import type { Clock } from '#system/clock.ts';
import { firstUlidAt } from '#system/random.ts';
import { isMailOld } from '#work/mail-table.ts';
import {
  type RetentionOptions,
  type RetentionRule,
  EMPTY_SLICE,
  SMALL_ROWS_PER_SLICE,
  countSlice,
  deleteSlice,
  isInSlice,
  retentionRules,
  toSlice,
} from '#work/retention.ts';
import type { GatewayConfig } from './config.ts';
import { firstLatencyDay } from './connection/page-latencies.ts';
import { ASSET_DAYS } from './console/asset-store.ts';
import { firstIdOfDay } from './first-id-of-day.ts';
import { KEY_LIFETIME_MS } from './idempotency/run-once.ts';
import { mergeInquiryCounts } from './inquiries/counts.ts';
import { fetchSteadySince, isErasureAllowed } from './inquiries/known-time.ts';
import { type RemovalFilter, countRemovable, deleteInquiries } from './inquiries/removal.ts';
import { ROWS_PER_WRITE } from './inquiries/write-in-batches.ts';
import { isLinkOver } from './links/store.ts';
import { MAX_EVENTS } from './live/event-log.ts';
import { isSessionOver } from './sessions/store.ts';
import type { GatewayTables } from './store.ts';
import { HISTORY_LENGTH } from './webhooks/store.ts';

type Rule = RetentionRule<GatewayTables>;

export type RetentionConfig = Pick<
  GatewayConfig,
  'sessions' | 'timeZone' | 'deliveryDays' | 'inquiryDays' | 'followUpDays' | 'auditDays'
>;

/** Hidden inquiries and agencies can come back within this time. */
const HIDDEN_DAYS = 7;
/** decided: finished jobs are kept as long as a report may be wanted. */
const JOB_DAYS = 90;
// decided: nobody asks for the sends of an invitation after two years.
const INVITATION_SEND_DAYS = 730;
/** Longer than an inquiry can be late and still be reported, also after a snooze or a change of hours. */
const NOTICE_DAYS = 90;
/** decided: as long as the service sends messages again. */
const CANARY_RUN_DAYS = 30;
/** Longer than a forecast looks back. */
const PACKAGE_READING_DAYS = 30;
/** decided: what a target that is switched off misses is kept for so long, and the log of attempts. */
const RELAY_DAYS = 30;
/** decided: a difference that was not seen for so long is over. */
const DRIFT_DAYS = 90;
/** Their rows are large. */
const ASSETS_PER_SLICE = 5;
const PARTS_PER_SLICE = 5;
const RUNS_PER_SLICE = 5;
/** Jobs whose rows are deleted together. */
const JOBS_PER_SLICE = 20;

const { deleteRows, emptyColumns } = retentionRules<GatewayTables>();
const IGNORES_CLOCK = { ignoresClock: true };

/** Options of the work that erases what the gateway no longer keeps. */
export function createGatewayRetention({
  db,
  clock,
  config,
}: {
  db: Kysely<GatewayTables>;
  clock: Clock;
  config: RetentionConfig;
}): RetentionOptions<GatewayTables> {
  return {
    db,
    clock,
    rules: createRules(config),
    isErasureAllowed: (countErased) => isErasureAllowed(db, { now: clock.now(), countErased }),
  };
}

/** The README of this program lists these rules, with the tables that are bounded without a rule. */
export function createRules(config: RetentionConfig): readonly Rule[] {
  const { inquiryDays, deliveryDays, followUpDays, auditDays } = config;
  const lineDays = Math.max(deliveryDays, inquiryDays);
  return [
    deleteRows('session', (eb, now) => isSessionOver(eb, config.sessions.absoluteMs, now), IGNORES_CLOCK),
    deleteRows('link', isLinkOver, IGNORES_CLOCK),
    deleteRows('idempotency_key', (eb, now) => eb('at', '<', now - KEY_LIFETIME_MS), IGNORES_CLOCK),
    deleteRows('rate_limit', isRateLimitOver, IGNORES_CLOCK),
    deleteRows('live_event', () => sql`id <= (select last - ${MAX_EVENTS} from live_counter)`, IGNORES_CLOCK),
    deleteRows('mail', isMailOld, IGNORES_CLOCK),
    deleteRows('console_asset', (eb, now) => eb('used_at', '<', now - ASSET_DAYS * DAY_MS), {
      rows: ASSETS_PER_SLICE,
      ...IGNORES_CLOCK,
    }),

    deleteRows('crm_mail', (eb, now) => eb('at', '<', now - inquiryDays * DAY_MS)),
    deleteRows('relay', (eb, now) => eb('queued_at', '<', now - RELAY_DAYS * DAY_MS)),
    deleteRows('relay_event', (eb, now) =>
      eb.and([
        eb('at', '<', now - RELAY_DAYS * DAY_MS),
        sql<SqlBool>`not exists (select 1 from relay where relay.delivery_id = relay_event.id)`,
      ]),
    ),
    deleteRows('relay_attempt', (eb, now) => eb('id', '<', firstUlidAt(now - RELAY_DAYS * DAY_MS))),

    emptyColumns('delivery', { payload: null }, (eb, now) =>
      eb.and([
        eb('payload', 'is not', null),
        eb('at', '<', now - deliveryDays * DAY_MS),
        sql<SqlBool>`not exists (select 1 from relay where relay.delivery_id = delivery.id)`,
      ]),
    ),
    deleteRows('delivery', (eb, now) =>
      eb.and([eb('outcome', '=', 'refused'), eb('id', '<', firstUlidAt(now - deliveryDays * DAY_MS))]),
    ),
    deleteRows('delivery', (eb, now) => eb('id', '<', firstUlidAt(now - lineDays * DAY_MS))),

    inquiriesRule(async (_, now) => ({ before: now - inquiryDays * DAY_MS })),
    inquiriesRule(getGoneBefore),
    deleteRows('indexed_agency', (_, now) => isAgencyGone(now - HIDDEN_DAYS * DAY_MS)),
    deleteRows(
      'index_finding',
      () => sql`kind = 'inquiries' and agency_key not in (select agency_key from indexed_agency)`,
      IGNORES_CLOCK,
    ),
    deleteRows('package_reading', (eb, now) =>
      eb('day', '<', dayAt(now - PACKAGE_READING_DAYS * DAY_MS, config.timeZone)),
    ),
    deleteRows(
      'page_latency',
      (eb, now) => eb('day', '<', firstLatencyDay(dayAt(now, config.timeZone))),
      IGNORES_CLOCK,
    ),
    deleteRows('drift', (eb, now) => eb('last_at', '<', now - DRIFT_DAYS * DAY_MS), IGNORES_CLOCK),
    inquiryCountRule,
    ...(followUpDays === 0 ? [] : [followUpRule(Math.max(followUpDays, inquiryDays))]),
    deleteRows('seen', (_, now) => sql`at < ${now - inquiryDays * DAY_MS} and ${hasLeftIndex('seen')}`),
    deleteRows('late_alarm_notice', (eb, now) => eb('at', '<', now - NOTICE_DAYS * DAY_MS)),

    deleteRows('canary_run', (eb, now) => eb('id', '<', firstUlidAt(now - CANARY_RUN_DAYS * DAY_MS))),

    invitationRule,
    webhookHistoryRule,
    deleteRows('export_part', (_, now) => isFileOver(now - FILE_DAYS * DAY_MS), {
      rows: PARTS_PER_SLICE,
      ...IGNORES_CLOCK,
    }),
    parentRule(['job', 'job_row'], (now) => isFinished(now - JOB_DAYS * DAY_MS), JOBS_PER_SLICE),
    parentRule(
      ['match_run', 'match_run_answer'],
      (now) => sql<SqlBool>`match_run.at < ${now - RUN_DAYS * DAY_MS}`,
      RUNS_PER_SLICE,
    ),
    ...(auditDays === 0
      ? []
      : [
          auditRule(auditDays, config.timeZone),
          // The audit names them.
          deleteRows('api_token', (eb, now) =>
            eb.and([eb('kind', '=', 'personal'), eb('expires_at', '<', now - auditDays * DAY_MS)]),
          ),
        ]),
  ];
}

function inquiriesRule(
  getFilter: (db: Kysely<GatewayTables>, now: number) => Promise<RemovalFilter | undefined>,
): Rule {
  return {
    tables: ['inquiry'],
    async count(db, now, limit) {
      const filter = await getFilter(db, now);
      return filter ? countRemovable(db, filter, limit) : 0;
    },
    rows: ROWS_PER_WRITE,
    async erase(db, now, limit) {
      const filter = await getFilter(db, now);
      return filter ? toSlice(await deleteInquiries(db, filter, limit), limit) : EMPTY_SLICE;
    },
  };
}

/** Filter of inquiries hidden for a week, of which nothing counts by a doubted clock. */
async function getGoneBefore(db: Kysely<GatewayTables>, now: number) {
  const goneBefore = now - HIDDEN_DAYS * DAY_MS;
  return (await fetchSteadySince(db)) < goneBefore ? { goneBefore } : undefined;
}

/** Condition of an agency that was hidden for a week, with its inquiries, which are gone now. */
const isAgencyGone = (goneBefore: number) =>
  sql<SqlBool>`gone_at < ${goneBefore} and missing_since is not null
    and (select coalesce(doubted_since, 0) from known_time) < ${goneBefore}
    and not exists (select 1 from inquiry
      where inquiry.agency_key = indexed_agency.agency_key and inquiry.gone_at is not null)`;

/** Condition of a row about an inquiry that is not in the index. */
const hasLeftIndex = (table: 'seen' | 'follow_up') =>
  sql<SqlBool>`not exists (select 1 from inquiry where inquiry.agency_key = ${sql.ref(`${table}.agency_key`)}
    and inquiry.sid = ${sql.ref(`${table}.sid`)})`;

/** Changes of the number of inquiries, which become one for each agency that has several. */
const inquiryCountRule: Rule = {
  tables: ['inquiry_count'],
  rows: SMALL_ROWS_PER_SLICE,
  async erase(db, _, limit) {
    const change = await db
      .selectFrom('inquiry_count')
      .select('agency_key')
      .where(
        sql<SqlBool>`exists (select 1 from inquiry_count as other
          where other.agency_key = inquiry_count.agency_key and other.id <> inquiry_count.id)`,
      )
      .limit(1)
      .executeTakeFirst();
    if (!change) return EMPTY_SLICE;
    const rows = await mergeInquiryCounts(db, change.agency_key, Math.max(limit, 2));
    return { rows, hasMore: rows > 0 };
  },
};

/** Follow-up of inquiries that left the index, with its entries and the marks by which an erasure reached it. */
function followUpRule(days: number): Rule {
  const isOld = (now: number) =>
    sql<SqlBool>`follow_up.changed_at < ${now - days * DAY_MS} and ${hasLeftIndex('follow_up')}`;
  return {
    tables: ['follow_up', 'follow_up_entry', 'departed_inquiry'],
    rows: SMALL_ROWS_PER_SLICE,
    count: (db, now, limit) => countSlice(db, 'follow_up', isOld(now), limit),
    erase: (db, now, limit) =>
      inTransaction(db, async (transaction) => {
        const parents = Math.ceil(limit / 10);
        const old = await transaction
          .updateTable('follow_up')
          // Locks them until the transaction ends.
          .set((eb) => ({ notes: eb.ref('notes') }))
          .where(isInSlice(transaction, 'follow_up', isOld(now), parents))
          .returning(['agency_key', 'sid'])
          .execute();
        if (old.length === 0) return EMPTY_SLICE;
        const keys = old.map(({ agency_key, sid }) => sql`(agency_key = ${agency_key} and sid = ${sid})`);
        const isTheirs = sql<SqlBool>`(${sql.join(keys, sql` or `)})`;
        const entries = await deleteSlice(transaction, 'follow_up_entry', isTheirs, limit);
        if (entries === limit) return toSlice(entries, limit);
        await transaction.deleteFrom('departed_inquiry').where(isTheirs).execute();
        await transaction.deleteFrom('follow_up').where(isTheirs).execute();
        return { rows: entries + old.length, hasMore: old.length === parents };
      }),
  };
}

/** Sends of invitations, and invitations without any send that is left. */
const invitationRule: Rule = {
  tables: ['invitation_send', 'invitation'],
  rows: SMALL_ROWS_PER_SLICE,
  count: (db, now, limit) => countSlice(db, 'invitation_send', isSendOld(now), limit),
  erase: (db, now, limit) =>
    inTransaction(db, async (transaction) => {
      const sends = await transaction
        .deleteFrom('invitation_send')
        .where(isInSlice(transaction, 'invitation_send', isSendOld(now), limit))
        .returning('invitation_id')
        .execute();
      if (sends.length === 0) return EMPTY_SLICE;
      const ids = sql.join([...new Set(sends.map(({ invitation_id }) => invitation_id))]);
      const { numDeletedRows } = await transaction
        .deleteFrom('invitation')
        .where(
          sql<SqlBool>`id in (${ids})
          and not exists (select 1 from invitation_send where invitation_id = invitation.id)`,
        )
        .executeTakeFirst();
      return { rows: sends.length + Number(numDeletedRows), hasMore: sends.length === limit };
    }),
};

const isSendOld = (now: number) => sql<SqlBool>`id < ${firstUlidAt(now - INVITATION_SEND_DAYS * DAY_MS)}`;

/** Changes of a webhook's settings, made or noticed here, beyond those that its history shows. */
const webhookHistoryRule: Rule = {
  tables: ['webhook_change', 'topic_reading'],
  rows: SMALL_ROWS_PER_SLICE,
  async erase(db, _, limit) {
    const topics = await db.selectFrom('webhook_secret').select('topic').execute();
    let rows = 0;
    for (const table of ['webhook_change', 'topic_reading'] as const)
      for (const { topic } of topics) {
        const isEarlier = sql<SqlBool>`topic = ${topic} and id <= (
        select newer.id from ${sql.table(table)} as newer where newer.topic = ${topic}
        order by newer.id desc limit 1 offset ${HISTORY_LENGTH})`;
        rows += await deleteSlice(db, table, isEarlier, limit - rows);
      }
    return toSlice(rows, limit);
  },
};

/** Condition of a part of a file whose job ended before a time. */
const isFileOver = (before: number) =>
  sql<SqlBool>`at < ${before} and exists (
    select 1 from job where job.id = export_part.job_id and job.finished_at < ${before})`;

/** Condition of a job that ended before a time. */
const isFinished = (before: number) =>
  sql<SqlBool>`job.created_at < ${before} and job.finished_at < ${before}`;

/** Old rows, at most `perSlice` at once, each after the rows of another table that name it. */
function parentRule(
  [parent, child]: readonly ['job', 'job_row'] | readonly ['match_run', 'match_run_answer'],
  isOld: (now: number) => Expression<SqlBool>,
  perSlice: number,
): Rule {
  const reference = sql.ref(child === 'job_row' ? 'job_id' : 'run_id');
  return {
    tables: [parent, child],
    rows: SMALL_ROWS_PER_SLICE,
    count: (db, now, limit) => countSlice(db, parent, isOld(now), limit),
    async erase(db, now, limit) {
      const { rows: parents } = await sql<{ id: string }>`select id from ${sql.table(parent)}
        where ${isOld(now)} limit ${perSlice}`.execute(db);
      if (parents.length === 0) return EMPTY_SLICE;
      const ids = sql.join(parents.map(({ id }) => id));
      const rows = await deleteSlice(db, child, sql<SqlBool>`${reference} in (${ids})`, limit);
      if (rows === limit) return toSlice(rows, limit);
      const deleted = await deleteSlice(db, parent, sql<SqlBool>`id in (${ids})`, perSlice);
      return { rows: rows + deleted, hasMore: deleted === perSlice };
    },
  };
}

/** Whole days of the audit, which can be exported until then. */
function auditRule(days: number, timeZone: string): Rule {
  const toFirstId = (now: number) => firstIdOfDay(dayAt(now - days * DAY_MS, timeZone), timeZone);
  return {
    tables: ['audit'],
    rows: SMALL_ROWS_PER_SLICE,
    count: (db, now, limit) => countSlice(db, 'audit', sql`id < ${toFirstId(now)}`, limit),
    async erase(db, now, limit) {
      await expireRows(db, 'audit', toFirstId(now));
      return toSlice(await deleteSlice(db, 'audit', sql`id < ${toFirstId(now)}`, limit), limit);
    },
  };
}
