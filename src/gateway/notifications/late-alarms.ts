import { setImmediate } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { type Kysely, type Transaction, sql } from 'kysely';
import type { LateAlarm } from '#contract/desk/notifications.ts';
import { type Hours, addOpenMinutes, hoursAt } from '#contract/hours.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { fetchStoredHours } from '#gateway/hours/store.ts';
import { appendEvent } from '#gateway/live/event-log.ts';
import { type Person, findPersonById } from '#gateway/people/store.ts';
import { isLimitedToOwnInquiries } from '#gateway/permissions/own-inquiries.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { enqueueMail } from '#work/mails.ts';
import type { Stamp } from '#system/random.ts';
import { type Work, every } from '#work/work.ts';
import { type LateInquiry, buildLateAlarmMail } from './late-alarm-mail.ts';
import { fetchAgency, fetchDigest } from './store.ts';
import type { Language } from './tables.ts';

const LATE_ALARM_INTERVAL_MS = 30_000;
/** Inquiries per transaction. */
const INQUIRIES_PER_TRANSACTION = 100;
// decided: inquiries that were due earlier are not reported any more.
const MAX_ALARM_AGE_MS = 30 * 86_400_000;

/** Later times were stored while the clock was wrong. */
const MAX_ALARM_AHEAD_MS = 60_000;

type Dependencies = Pick<Gateway, 'db' | 'now' | 'random' | 'wake'> & {
  config: Pick<Gateway['config'], 'timeZone' | 'publicUrl'>;
  liveEvents: Pick<Gateway['liveEvents'], 'wake'>;
};

interface EnabledAlarm {
  agency_key: string;
  alarm: string;
  enabled_at: number | null;
}

/** Reports late inquiries. */
export function createLateAlarms(
  gateway: Gateway,
  log: Pick<FastifyBaseLogger, 'error'>,
): Work<'late-alarms'> {
  const onError = (error: unknown) => log.error({ err: error }, 'late inquiries could not be reported');
  return every(LATE_ALARM_INTERVAL_MS, {
    name: 'late-alarms',
    clock: gateway.clock,
    run: (signal) => reportLateInquiries(gateway, onError, signal),
  });
}

/** Reports the inquiries whose alarm is due; an agency that fails keeps no other from being reported. */
export async function reportLateInquiries(
  dependencies: Dependencies,
  onError: (error: unknown) => void,
  signal?: AbortSignal,
): Promise<void> {
  // Alarms that were switched on while the clock was wrong would report nothing until then.
  await dependencies.db
    .updateTable('late_alarm')
    .set({ enabled_at: dependencies.now() })
    .where('enabled_at', '>', dependencies.now() + MAX_ALARM_AHEAD_MS)
    .execute();
  const alarms = await dependencies.db
    .selectFrom('late_alarm')
    .select(['agency_key', 'alarm', 'enabled_at'])
    .where('enabled_at', 'is not', null)
    .orderBy('agency_key')
    .execute();
  for (const alarm of alarms) {
    if (signal?.aborted) return;
    await reportAgency(dependencies, alarm, signal).catch(onError);
    // Requests are answered between two agencies.
    await setImmediate();
  }
}

async function reportAgency(
  { db, config, now, random, wake, liveEvents }: Dependencies,
  row: EnabledAlarm,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { hours } = await fetchStoredHours(db, row.agency_key, config.timeZone);
  for (;;) {
    if (signal?.aborted) return;
    const due = await findDue(db, row, { hours, now: now() });
    if (due.length === 0) return;
    const recipients = await fetchAlarmRecipients(db, row);
    const agency = await fetchAgency(db, row.agency_key);
    // Claim, event and mails are one transaction: an inquiry is reported once, or found again after a crash.
    await db.transaction().execute(async (transaction) => {
      const inquiries = await claimInquiries(transaction, due, now());
      if (inquiries.length === 0) return;
      const { zone } = hoursAt(hours, now());
      const options = { agency, zone, publicUrl: config.publicUrl };
      await notifyRecipients(transaction, row, { recipients, inquiries, options, now: now(), random });
    });
    liveEvents.wake();
    wake('mails');
    if (due.length < INQUIRIES_PER_TRANSACTION) return;
    await setImmediate();
  }
}

/**
 * Unreported inquiries that wait and are late for the alarm's open minutes: since their due time, or since the end of their
 * last snooze, which gives the same time once more. Only those that became late after the alarm was switched on.
 */
async function findDue(
  db: Kysely<GatewayTables>,
  { agency_key, alarm, enabled_at }: EnabledAlarm,
  { hours, now }: { hours: Hours; now: number },
): Promise<LateInquiry[]> {
  const { minutes } = JSON.parse(alarm) as LateAlarm;
  const lateSince = sql<number>`case when f.snoozed_until > i.due_at then f.snoozed_until else i.due_at end`;
  const rows = await db
    .selectFrom('inquiry as i')
    .leftJoin('follow_up as f', (join) =>
      join.onRef('f.agency_key', '=', 'i.agency_key').onRef('f.sid', '=', 'i.sid'),
    )
    .select(['i.agency_key', 'i.sid', 'i.operator_key', 'i.at', 'i.make', 'i.model'])
    .select(lateSince.as('late_since'))
    .where('i.agency_key', '=', agency_key)
    // A literal, not a parameter: otherwise the partial index is not used.
    .where((eb) => eb('i.is_waiting', '=', eb.lit(1)))
    .where('i.due_at', '<=', now)
    .where('i.due_at', '>', now - MAX_ALARM_AGE_MS)
    .where(lateSince, '<=', now)
    .where(lateSince, '>', enabled_at ?? now)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('late_alarm_notice as n')
            .select('n.sid')
            .whereRef('n.agency_key', '=', 'i.agency_key')
            .whereRef('n.sid', '=', 'i.sid'),
        ),
      ),
    )
    .orderBy('i.at')
    .execute();
  return rows
    .filter(({ late_since }) => {
      const alarmAt = addOpenMinutes(late_since, minutes, hours);
      return alarmAt !== undefined && alarmAt <= now;
    })
    .slice(0, INQUIRIES_PER_TRANSACTION);
}

/** @returns those that no other gateway has claimed */
async function claimInquiries(
  transaction: Transaction<GatewayTables>,
  due: readonly LateInquiry[],
  now: number,
): Promise<LateInquiry[]> {
  const rows = await transaction
    .insertInto('late_alarm_notice')
    .values(due.map(({ agency_key, sid }) => ({ agency_key, sid, at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('sid')
    .execute();
  const sids = new Set(rows.map(({ sid }) => sid));
  return due.filter(({ sid }) => sids.has(sid));
}

interface AlarmRecipient {
  person: Person;
  language: Language;
}

/** Those who may still see the agency: rights may have changed since they were chosen. */
async function fetchAlarmRecipients(db: Kysely<GatewayTables>, { agency_key, alarm }: EnabledAlarm) {
  const { recipients } = JSON.parse(alarm) as LateAlarm;
  const found: AlarmRecipient[] = [];
  for (const id of recipients) {
    const person = await findPersonById(db, id);
    const isSeller = person?.role === 'seller' && (person.agencies ?? []).includes(agency_key);
    // decided: a mail is in the language of the person's digest, or in Spanish.
    if (person && (isSeller || person.role === 'partner'))
      found.push({ person, language: (await fetchDigest(db, person))?.language ?? 'es' });
  }
  return found;
}

async function notifyRecipients(
  transaction: Transaction<GatewayTables>,
  { agency_key, alarm }: EnabledAlarm,
  {
    recipients,
    inquiries,
    options,
    ...stamp
  }: Stamp & {
    recipients: readonly AlarmRecipient[];
    inquiries: readonly LateInquiry[];
    options: { agency: { name: string; adminMail: string }; zone: string; publicUrl: string };
  },
): Promise<void> {
  const { mail, minutes } = JSON.parse(alarm) as LateAlarm;
  for (const { person, language } of mail ? recipients : []) {
    const visible = inquiries.filter((inquiry) => canBeNotifiedOf(person, inquiry));
    if (visible.length > 0)
      await enqueueMail(transaction, buildLateAlarmMail(person, visible, { ...options, language, minutes }), {
        kind: 'alarm',
        ...stamp,
      });
  }
  for (const inquiry of inquiries) {
    const to = recipients
      .filter(({ person }) => canBeNotifiedOf(person, inquiry))
      .map(({ person }) => person.id);
    if (to.length > 0)
      await appendEvent(transaction, {
        kind: 'late',
        agency_key,
        operator_key: inquiry.operator_key,
        data: { adminMail: agency_key, sid: inquiry.sid, to },
      });
  }
}

function canBeNotifiedOf(person: Person, { agency_key, operator_key }: LateInquiry): boolean {
  return !isLimitedToOwnInquiries(person, agency_key) || operator_key === person.mail;
}
