import type { Kysely, QueryCreator } from 'kysely';
import {
  type AgencyLateAlarm,
  type Digest,
  type LateAlarm,
  type LateAlarmQuery,
  RECIPIENTS_PAGE,
  type SavedDigest,
  type SetLateAlarm,
  type WebhookAlarm,
} from '#contract/desk/notifications.ts';
import { dayAt, offsetAt } from '#contract/window.ts';
import { matchesAny } from '#database/database.ts';
import { columnContains } from '#database/text-search.ts';
import type { IndexedAgencyTables } from '#gateway/inquiries/agencies.ts';
import {
  type PeopleTables,
  type Person,
  mailKey,
  nameKey,
  selectPeopleOfAgency,
} from '#gateway/people/store.ts';
import { assertWritten } from '#gateway/assert-written.ts';
import { createProblem } from '#gateway/problems.ts';
import type { NotificationTables } from './tables.ts';

type Tables = NotificationTables & PeopleTables;

/** Day and hour in a time zone. */
export function clockAt(now: number, zone: string): { day: string; hour: number } {
  return {
    day: dayAt(now, zone),
    hour: new Date(now + offsetAt(now, zone) * 60_000).getUTCHours(),
  };
}

export async function fetchDigest(
  db: Kysely<Tables>,
  { id }: Pick<Person, 'id'>,
): Promise<SavedDigest['digest']> {
  const row = await db.selectFrom('digest').selectAll().where('person_id', '=', id).executeTakeFirst();
  return row ? { on: row.enabled === 1, hour: row.hour, language: row.language } : null;
}

/** Saves a person's digest. If its hour has passed today, the next one is tomorrow's. */
export async function setDigest(
  db: Kysely<Tables>,
  { id }: Pick<Person, 'id'>,
  { on, hour, language }: Digest,
  { now, zone }: { now: number; zone: string },
): Promise<void> {
  const clock = clockAt(now, zone);
  const values = {
    enabled: on ? (1 as const) : (0 as const),
    hour,
    language,
    ...(hour <= clock.hour && { last_sent_day: clock.day }),
  };
  await db
    .insertInto('digest')
    .values({ last_sent_day: null, ...values, person_id: id })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(values))
    .execute();
}

export async function isWebhookAlarmMuted(db: Kysely<Tables>, { id }: Pick<Person, 'id'>): Promise<boolean> {
  const row = await db
    .selectFrom('webhook_alarm_mute')
    .select('person_id')
    .where('person_id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

export async function setWebhookAlarm(
  db: Kysely<Tables>,
  { id }: Pick<Person, 'id'>,
  { on }: WebhookAlarm,
): Promise<void> {
  if (on) await db.deleteFrom('webhook_alarm_mute').where('person_id', '=', id).execute();
  else
    await db
      .insertInto('webhook_alarm_mute')
      .values({ person_id: id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

const DEFAULT_ALARM: LateAlarm = { on: false, minutes: 60, recipients: [], mail: false };

/** The late alarm of an agency; recipients who can no longer be chosen are left out. */
export async function fetchLateAlarm(
  db: Kysely<Tables>,
  adminMail: string,
  { q = '' }: LateAlarmQuery = {},
): Promise<AgencyLateAlarm> {
  const row = await db
    .selectFrom('late_alarm')
    .select(['alarm', 'version'])
    .where('agency_key', '=', mailKey(adminMail))
    .executeTakeFirst();
  const alarm = row ? (JSON.parse(row.alarm) as LateAlarm) : DEFAULT_ALARM;
  const chosen = await fetchSelectableRecipients(db, adminMail, alarm.recipients);
  const part = nameKey(q);
  const found = await selectPossibleRecipients(db, adminMail)
    .$if(part !== '', (query) =>
      query.where((eb) =>
        eb.or([columnContains(eb.ref('name_key'), part), columnContains(eb.ref('mail'), part)]),
      ),
    )
    .limit(RECIPIENTS_PAGE + 1)
    .execute();
  const recipients = alarm.recipients.filter((id) => chosen.some((person) => person.id === id));
  const people = new Map(
    [...chosen, ...found.slice(0, RECIPIENTS_PAGE)].map((person) => [person.id, person]),
  );
  const collator = new Intl.Collator('es');
  return {
    alarm: { ...alarm, recipients, on: alarm.on && recipients.length > 0 },
    version: row?.version ?? 0,
    people: [...people.values()].toSorted(
      (a, b) => collator.compare(a.name, b.name) || collator.compare(a.mail, b.mail),
    ),
    more: found.length > RECIPIENTS_PAGE,
  };
}

/** @throws ProblemError `changed-meanwhile`; `invalid-request` for recipients who cannot be chosen */
export async function setLateAlarm(
  db: Kysely<Tables>,
  adminMail: string,
  { alarm, version }: SetLateAlarm,
  now: number,
): Promise<AgencyLateAlarm> {
  const agency_key = mailKey(adminMail);
  const chosen = await fetchSelectableRecipients(db, adminMail, alarm.recipients);
  const unknown = alarm.recipients.findIndex((id) => !chosen.some((person) => person.id === id));
  if (unknown >= 0)
    throw createProblem('invalid-request', { errors: { [`alarm.recipients.${unknown}`]: ['invalid'] } });
  const next = { alarm: JSON.stringify(alarm), version: version + 1 };
  if (version === 0)
    await db
      .insertInto('late_alarm')
      .values({ agency_key, ...next, enabled_at: alarm.on ? now : null })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  else
    await db
      .updateTable('late_alarm')
      .set((eb) => ({
        ...next,
        enabled_at: alarm.on ? eb.fn.coalesce('enabled_at', eb.val(now)) : null,
      }))
      .where((eb) => eb.and({ agency_key, version }))
      .execute();
  const row = await db
    .selectFrom('late_alarm')
    .select(['alarm', 'version'])
    .where('agency_key', '=', agency_key)
    .executeTakeFirst();
  assertWritten(row, next);
  return fetchLateAlarm(db, adminMail);
}

/** The people of these who can be recipients. */
function fetchSelectableRecipients(db: Kysely<PeopleTables>, adminMail: string, ids: readonly string[]) {
  return selectPossibleRecipients(db, adminMail)
    .where(matchesAny(db, 'person.id', ids))
    .execute();
}

/** Active sellers of an agency and partners, sorted by name. */
function selectPossibleRecipients(db: Kysely<PeopleTables>, adminMail: string) {
  return selectPeopleOfAgency(db, adminMail).select(['id', 'name', 'mail']).orderBy('name_key').orderBy('id');
}

/** AdminMail and name of an agency; its AdminMail where it has no name. */
export async function fetchAgency(db: QueryCreator<IndexedAgencyTables>, agency_key: string) {
  const agency = await db
    .selectFrom('indexed_agency')
    .select(['admin_mail', 'name'])
    .where('agency_key', '=', agency_key)
    .executeTakeFirst();
  const adminMail = agency?.admin_mail ?? agency_key;
  return { adminMail, name: agency?.name ?? adminMail };
}
