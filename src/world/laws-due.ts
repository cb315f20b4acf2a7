import { DAY_MS, MINUTE_MS } from '#contract/durations.ts';
import { type Hours, addOpenMinutes, defaultHours } from '#contract/hours.ts';
import type { Law } from './law.ts';
import type { ProgramName } from './world.ts';

/** Agencies are read one after another; SQL of the time of a round. */
const ROUND_MS = '200 * (select count(*) from indexed_agency)';

/** Pieces of work that are due since a time, by kind; each selects their ids. */
const DUE: readonly [program: ProgramName, kind: string, withinMs: number, sql: string][] = [
  ['gateway', 'mails', 3 * MINUTE_MS, 'select id from mail where due_at < ?'],
  ['service', 'mails', 3 * MINUTE_MS, 'select id from mail where due_at < ?'],
  [
    'service',
    'deliveries',
    3 * MINUTE_MS,
    `select deliveries.id from deliveries join webhooks
     on webhooks.app_key = deliveries.app_key and webhooks.topic = deliveries.topic
     where active = 1 and due_at < ?`,
  ],
  ['gateway', 'recoveries', 2 * MINUTE_MS, 'select id from recovery_request where due_at < ?'],
  ['gateway', 'jobs', 5 * MINUTE_MS, `select id from job where state = 'running' and due_at < ?`],
  [
    'gateway',
    'rows of jobs',
    5 * MINUTE_MS,
    `select job_id as id from job_row join job on job.id = job_id
     where job.state = 'running' and job_row.state = 'pending' and job_row.due_at < ?`,
  ],
  ['gateway', 'invitation checks', 3 * MINUTE_MS, 'select id from invitation where due_at < ?'],
  [
    'gateway',
    'sweeps',
    3 * MINUTE_MS,
    `select agency_key as id from indexed_agency where gone_at is null and due_at < ? - ${ROUND_MS}`,
  ],
  [
    'gateway',
    'presences',
    2 * MINUTE_MS,
    `select agency_key || ' ' || sid as id from presence where expires_at < ?`,
  ],
];

/** Laws about work that is due once the faults ended. */
export const DUE_LAWS: Law[] = [
  ...DUE.map(([program, kind, withinMs, sql]): Law => ({
    name: `${kind} of the ${program} are done`,
    sentence: `Once the faults ended, what is due is done within ${withinMs / MINUTE_MS} minutes.`,
    when: 'end',
    settleMs: 30 * MINUTE_MS,
    *check({ databases, now }) {
      for (const { id } of databases[program].all<{ id: string }>(sql, now - withinMs)) yield `${id} is due`;
    },
  })),
  {
    name: 'agencies are read',
    sentence: 'Once the faults ended, the index knows each agency of the service, and read it lately.',
    when: 'end',
    settleMs: 30 * MINUTE_MS,
    *check({ databases, now }) {
      const read = new Set(
        databases.gateway
          .all<{ agency_key: string }>(
            `select agency_key from indexed_agency where gone_at is null and swept_at > ? - ${ROUND_MS}`,
            now - 7 * MINUTE_MS,
          )
          .map(({ agency_key }) => agency_key),
      );
      for (const { mail_key } of databases.service.all<{ mail_key: string }>(
        'select mail_key from agencies where disassociated_at is null and registered_at is not null',
      ))
        if (!read.has(mail_key)) yield `${mail_key} was not read`;
    },
  },
  {
    name: 'figures are up to date',
    sentence: 'What changed a while ago is counted in the overview.',
    when: 'end',
    settleMs: 30 * MINUTE_MS,
    *check({ databases, rowCounts }) {
      const [row] = databases.gateway.all<{ count: number }>('select count(*) as count from overview_stale');
      const before = rowCounts.get('gateway.overview_stale') ?? 0;
      if (row && row.count > 0 && before > 0) yield `${row.count} marks are left, of ${before}`;
    },
  },
  {
    name: 'late inquiries are reported',
    sentence: 'Once the faults ended, an alarm reports what is late within three minutes.',
    when: 'end',
    settleMs: 30 * MINUTE_MS,
    *check({ databases, now, timeZone }) {
      const hours = new Map(
        databases.gateway
          .all<{ agency_key: string; hours: string }>('select agency_key, hours from agency_hours')
          .map((row) => [row.agency_key, JSON.parse(row.hours) as Hours]),
      );
      const unreported = databases.gateway.all<{
        agency: string;
        sid: string;
        since: number;
        minutes: number;
      }>(
        `select inquiry.agency_key as agency, inquiry.sid, alarm ->> '$.minutes' as minutes,
           max(inquiry.due_at, coalesce(follow_up.snoozed_until, 0)) as since
         from late_alarm join inquiry on inquiry.agency_key = late_alarm.agency_key
         left join follow_up on follow_up.agency_key = inquiry.agency_key and follow_up.sid = inquiry.sid
         left join late_alarm_notice as notice on notice.agency_key = inquiry.agency_key and notice.sid = inquiry.sid
         where enabled_at is not null and notice.sid is null and gone_at is null and inquiry.due_at > ?1
           and coalesce(follow_up.status, 'new') = 'new'
           and touched_at is null and contacted_at is null
           and max(inquiry.due_at, coalesce(follow_up.snoozed_until, 0)) > enabled_at`,
        now - 30 * DAY_MS,
      );
      for (const { agency, sid, since, minutes } of unreported) {
        const alarmAt = addOpenMinutes(since, minutes, hours.get(agency) ?? defaultHours(timeZone));
        if (alarmAt !== undefined && alarmAt < now - 3 * MINUTE_MS) yield `${sid} of ${agency} is late`;
      }
    },
  },
];
