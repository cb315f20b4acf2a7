import { DAY_MS, MINUTE_MS } from '#contract/durations.ts';
import { END_OF_INSTANTS, FIRST_INSTANT } from '#contract/window.ts';
import { gatewayConfig, serviceConfig } from './configuration.ts';
import type { Law } from './law.ts';
import { PROGRAMS, type ProgramName, type World } from './world.ts';

const { deliveryDays, inquiryDays, followUpDays, auditDays, sessions } = gatewayConfig('UTC');

/** Rows that are erased may stand so much longer: the rules are applied every ten minutes, in slices. */
const MARGIN_MS = 30 * MINUTE_MS;

const hasLeft = (table: string) =>
  `not exists (select 1 from inquiry where inquiry.agency_key = ${table}.agency_key and inquiry.sid = ${table}.sid)`;

/** Retention as the READMEs of the programs list it: rows of a table that meet the condition at a time before now are too old. */
const RETENTION: readonly [program: ProgramName, table: string, ageMs: number, condition: string][] = [
  ['gateway', 'session', sessions.absoluteMs, 'created_at < :before'],
  ['gateway', 'link', 30 * DAY_MS, 'expires_at < :before'],
  ['gateway', 'rate_limit', 0, 'ends_at < :before'],
  ['gateway', 'mail', 90 * DAY_MS, 'due_at is null and created_at < :before'],
  [
    'gateway',
    'delivery',
    deliveryDays * DAY_MS,
    `at < :before and (payload is not null or outcome = 'refused')`,
  ],
  ['gateway', 'delivery', Math.max(deliveryDays, inquiryDays) * DAY_MS, 'at < :before'],
  [
    'gateway',
    'inquiry',
    inquiryDays * DAY_MS,
    `at >= ${FIRST_INSTANT} and at < min(:before, ${END_OF_INSTANTS}) and first_seen_at < :now - ${MARGIN_MS}`,
  ],
  ['gateway', 'inquiry', 7 * DAY_MS, 'gone_at < :before'],
  [
    'gateway',
    'follow_up',
    Math.max(followUpDays, inquiryDays) * DAY_MS,
    `changed_at < :before and ${hasLeft('follow_up')}`,
  ],
  [
    'gateway',
    'follow_up_entry',
    Math.max(followUpDays, inquiryDays) * DAY_MS,
    `at < :before and not exists (select 1 from follow_up where follow_up.agency_key = follow_up_entry.agency_key
       and follow_up.sid = follow_up_entry.sid)`,
  ],
  ['gateway', 'seen', inquiryDays * DAY_MS, `at < :before and ${hasLeft('seen')}`],
  ['gateway', 'late_alarm_notice', 90 * DAY_MS, 'at < :before'],
  ['gateway', 'canary_run', 30 * DAY_MS, 'at < :before'],
  ['gateway', 'invitation_send', 730 * DAY_MS, 'at < :before'],
  [
    'gateway',
    'export_part',
    7 * DAY_MS,
    'at < :before and (select finished_at from job where id = job_id) < :before',
  ],
  ['gateway', 'job', 90 * DAY_MS, 'finished_at < :before'],
  // Whole days.
  ['gateway', 'audit', (auditDays + 1) * DAY_MS, 'at < :before'],
  ['service', 'mail', 90 * DAY_MS, 'due_at is null and created_at < :before'],
  ['service', 'invitations', 30 * DAY_MS, 'expires_at < :before'],
  [
    'service',
    'inquiries',
    serviceConfig('UTC').inquiryDays * DAY_MS,
    `received_at < :before - :now + (select min(max(received_at), :now) from inquiries)`,
  ],
];

/** Tables that grow by themselves: with time inquiries become late, and what was queued is done. */
const GROWING: ReadonlySet<string> = new Set([
  'gateway.late_alarm_notice',
  'gateway.live_event',
  'gateway.mail',
  // Calls of a moment, until they count no more.
  'gateway.rate_limit',
]);

/** Tables that grow by the tests of the canary. */
const GROWING_BY_CANARY: ReadonlySet<string> = new Set(['gateway.canary_run', 'service.delivery_attempts']);

/** Returns the number of rows of each table. */
export function countRows(databases: World['databases']): Map<string, number> {
  return new Map(
    PROGRAMS.flatMap((program) => {
      const tables = databases[program]
        .all<{ name: string }>(
          `select name from sqlite_schema where type = 'table' and name not like 'inquiry_words%'`,
        )
        .map(({ name }) => name);
      const counts = databases[program].all<{ name: string; count: number }>(
        tables.map((name) => `select '${name}' as name, count(*) as count from ${name}`).join(' union all '),
      );
      return counts.map(({ name, count }) => [`${program}.${name}`, count] as const);
    }),
  );
}

/** Laws about what is kept. */
export const RETENTION_LAWS: Law[] = [
  {
    name: 'nothing is kept for too long',
    sentence: 'Nothing older than its retention stands.',
    when: 'end',
    settleMs: 45 * MINUTE_MS,
    *check({ databases, now }) {
      for (const [program, table, ageMs, condition] of RETENTION) {
        const before = now - ageMs - MARGIN_MS;
        const sql = condition.replaceAll(':before', String(before)).replaceAll(':now', String(now));
        const [row] = databases[program].all<{ count: number }>(
          `select count(*) as count from ${table} where ${sql}`,
        );
        if (row && row.count > 0)
          yield `${row.count} rows of ${program}.${table} are older than ${ageMs / DAY_MS} days`;
      }
    },
  },
  {
    name: 'no table grows by itself',
    sentence: 'No table has more rows than before while nobody does anything.',
    when: 'end',
    // Publishers repeat what was not acknowledged after an hour.
    settleMs: 90 * MINUTE_MS,
    *check({ databases, rowCounts }) {
      // Messages still arrive.
      if (rowCounts.get('service.deliveries') !== 0) return;
      const isCanaryOn = databases.gateway.all('select 1 from canary').length > 0;
      for (const [table, count] of countRows(databases)) {
        if (GROWING.has(table) || (isCanaryOn && GROWING_BY_CANARY.has(table))) continue;
        const before = rowCounts.get(table);
        if (before !== undefined && count > before) yield `${table} grew from ${before} to ${count} rows`;
      }
    },
  },
];
