import type { Kysely, Transaction } from 'kysely';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/durations.ts';
import { MAX_MISSED_PER_HOUR } from '#contract/desk/notifications.ts';
import { INQUIRY_TOPIC } from '#contract/topics.ts';
import { fetchCausePeriods } from '#gateway/balance/balance.ts';
import { findCause } from '#gateway/balance/missed-causes.ts';
import { MISSED_AFTER_MS, selectMissed } from '#gateway/deliveries/missed.ts';
import type { Gateway } from '#gateway/gateway.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { fetchDueSpans } from '#gateway/webhooks/topic-periods.ts';
import { type Work, every } from '#work/work.ts';
import { type MissedInquiry, buildMissedAlarmMail } from './missed-alarm-mail.ts';
import { raiseWebhookAlarm } from './webhook-alarm.ts';

const MISSED_ALARM_INTERVAL_MS = MINUTE_MS;
/** decided: an incident is over after an hour without missed messages. */
const INCIDENT_END_MS = HOUR_MS;
/** decided: an incident that does not end is reported again the next day. */
const REPEAT_MS = DAY_MS;
/** Later times were stored while the clock was wrong. */
const MAX_AHEAD_MS = MINUTE_MS;

type Dependencies = Pick<Gateway, 'db' | 'now' | 'random' | 'wake' | 'receiver'> & {
  config: Pick<Gateway['config'], 'timeZone' | 'publicUrl'>;
  liveEvents: Pick<Gateway['liveEvents'], 'wake'>;
  sendingHold: Pick<Gateway['sendingHold'], 'isHeld'>;
};

/** Raises an alarm when many messages were missed. */
export const createMissedAlarm = (gateway: Gateway): Work<'missed-alarm'> =>
  every(MISSED_ALARM_INTERVAL_MS, {
    name: 'missed-alarm',
    clock: gateway.clock,
    run: () => reportMissed(gateway),
  });

/** Reports that many messages were missed within an hour, once for an incident. */
export async function reportMissed({
  db,
  config,
  now,
  random,
  wake,
  liveEvents,
  receiver,
  sendingHold,
}: Dependencies): Promise<void> {
  // The messages of a copied installation go to the other one.
  if (await sendingHold.isHeld()) return;
  const at = now();
  const inquiries = await fetchMissedOfHour(db, { now: at, receiverUrl: receiver.url });
  if (inquiries.length === 0) return;
  // Claim, event and mails are one transaction: an incident is reported once, or found again after a crash.
  const isReported = await db.transaction().execute(async (transaction) => {
    const isDue = inquiries.length > MAX_MISSED_PER_HOUR && (await claimIncident(transaction, at));
    if (isDue)
      await raiseWebhookAlarm(
        transaction,
        {
          kind: 'missed',
          count: inquiries.length,
          since: inquiries[0]?.at ?? at,
          buildMail: (person, language) =>
            buildMissedAlarmMail(person, inquiries, { ...config, language, now: at }),
        },
        { now: at, random },
      );
    else await continueIncident(transaction, at);
    return isDue;
  });
  if (!isReported) return;
  liveEvents.wake();
  wake('mails');
}

/**
 * Inquiries of an hour whose message was due here and missed, oldest first.
 * decided: none is due after somebody switched the topic off here, or pointed it elsewhere; they knew. It is after the service,
 * or somebody elsewhere, did.
 */
async function fetchMissedOfHour(
  db: Kysely<GatewayTables>,
  { now, receiverUrl }: { now: number; receiverUrl: string },
): Promise<MissedInquiry[]> {
  const until = now - MISSED_AFTER_MS;
  const period = { since: until - HOUR_MS, until, receiverUrl };
  const spans = await fetchDueSpans(db, INQUIRY_TOPIC, period);
  if (spans.length === 0) return [];
  const rows = await selectMissed(db)
    .where((eb) => eb.or(spans.map(({ from, to }) => eb.and([eb('i.at', '>=', from), eb('i.at', '<', to)]))))
    .select(['i.at', 'a.admin_mail', 'a.name'])
    .orderBy('i.at')
    .execute();
  if (rows.length === 0) return [];
  const causes = await fetchCausePeriods(db, period);
  return rows.map(({ at, admin_mail, name }) => ({
    at,
    agency: name ?? admin_mail,
    cause: findCause(causes, at),
  }));
}

/** @returns whether an alarm is due that no other gateway has claimed */
async function claimIncident(transaction: Transaction<GatewayTables>, now: number): Promise<boolean> {
  const claimed = await transaction
    .updateTable('missed_alarm')
    .set({ raised_at: now, last_missed_at: now })
    .where((eb) =>
      eb.or([
        eb('raised_at', 'is', null),
        eb('raised_at', '<=', now - REPEAT_MS),
        eb('last_missed_at', '<=', now - INCIDENT_END_MS),
        eb('last_missed_at', '>', now + MAX_AHEAD_MS),
      ]),
    )
    .returning('raised_at')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Notes that an incident goes on, unless it is over. */
async function continueIncident(transaction: Transaction<GatewayTables>, now: number): Promise<void> {
  await transaction
    .updateTable('missed_alarm')
    .set({ last_missed_at: now })
    .where('last_missed_at', '>', now - INCIDENT_END_MS)
    .execute();
}
