import { HOUR_MS, MINUTE_MS } from '#contract/durations.ts';
import { addDays, dayAt, startOfDay } from '#contract/window.ts';
import type { Law } from './law.ts';
import type { SentMail } from './post-office.ts';
import type { World } from './world.ts';

/** Mails of recovery links that somebody gets in an hour at most. */
const RECOVERIES_PER_HOUR = 3;
/** Longest fault that may keep the gateway from queueing a digest. */
const LONGEST_PAUSE_MS = 2 * HOUR_MS;
const MAX_CLOCK_ERROR_MS = 2 * HOUR_MS;

type Mail = Pick<SentMail, 'id' | 'to' | 'subject' | 'text'>;

/** Mails of the gateway that were sent, wait for their next attempt or were given up, each once. */
function listMails({ databases, postOffice }: World): Mail[] {
  const waiting = databases.gateway.all<Mail>('select id, recipient as "to", subject, text from mail');
  return [...new Map([...waiting, ...postOffice.mails].map((mail) => [mail.id, mail])).values()];
}

/** Inquiries that a mail of an alarm is about, by sid. */
function listAlarmed({ subject, text }: Mail): string[] {
  if (!/sin respuesta: /.test(subject)) return [];
  return [...text.matchAll(/\/inquiries\/[^/]+\/([^?]+)\?/g)].map(([, sid = '']) => decodeURIComponent(sid));
}

/** The label of a day in the subject of a digest. */
const toLabel = (day: string) =>
  new Intl.DateTimeFormat('es-AR', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(Date.parse(day));

/** Returns true if the gateway ran for ten minutes of a time without a fault that could have kept it from working. */
function hasRun({ disturbances, faultsEndedAt = Infinity }: World, from: number, to: number): boolean {
  const pausedUntil = disturbances
    .filter((at) => at < Math.min(to, faultsEndedAt))
    .reduce((latest, at) => Math.max(latest, at + LONGEST_PAUSE_MS), from);
  return to - Math.max(from, Math.min(pausedUntil, faultsEndedAt)) > 10 * MINUTE_MS;
}

/** Laws about mails. */
export const MAIL_LAWS: Law[] = [
  {
    name: 'mails are sent once',
    sentence:
      'A mail whose attempt was acknowledged is not sent again, unless its process ended at that moment.',
    when: 'quiet',
    *check({ postOffice, restores, setting }) {
      for (const attempts of Map.groupBy(postOffice.mails, ({ id }) => id).values())
        for (const { at, acknowledgedAt, process, subject, to } of attempts.slice(0, -1)) {
          if (acknowledgedAt === undefined) continue;
          const lastedMs = (process.endedAt ?? Infinity) - acknowledgedAt;
          // The statement that notes the acknowledgement may wait.
          if (lastedMs >= 0 && lastedMs <= setting.maxStatementWaitMs) continue;
          // The backup has the mail as it was before.
          const isForgotten =
            process.name.startsWith('service') &&
            restores.some(({ from, to: until }) => at >= from && at <= until);
          if (!isForgotten) yield `"${subject}" was sent to ${to} twice`;
        }
    },
  },
  {
    name: 'a digest comes once a day',
    sentence: 'Nobody gets two digests of the same day.',
    when: 'quiet',
    *check({ postOffice }) {
      const digests = new Map<string, string>();
      for (const { id, to, subject } of postOffice.mails) {
        const [day] = /^Resumen del [^:]+/.exec(subject) ?? [];
        if (day === undefined) continue;
        const key = `${to} ${day}`;
        const first = digests.get(key) ?? id;
        if (first !== id) yield `${to} got "${day}" twice`;
        digests.set(key, first);
      }
    },
  },
  {
    name: 'digests come',
    sentence: 'Who asked for a digest gets one on each day on which the gateway ran at its hour.',
    when: 'end',
    settleMs: 15 * MINUTE_MS,
    *check(world) {
      const { databases, ledger, now, timeZone } = world;
      const digests = new Set(listMails(world).map(({ to, subject }) => `${to} ${subject.split(':', 1)[0]}`));
      for (const { mail, hour } of databases.gateway.all<{ mail: string; hour: number }>(
        'select mail, hour from digest join person on person.id = person_id where enabled = 1 and disabled_at is null',
      )) {
        const since = ledger.settings.get(mail) ?? Infinity;
        for (let day = dayAt(now, timeZone); ; day = addDays(day, -1)) {
          // A day on which clocks change has another length: the hour is one of these two, and may be missing.
          const from = Math.max(
            startOfDay(day, timeZone) + hour * HOUR_MS,
            startOfDay(addDays(day, 1), timeZone) - (24 - hour) * HOUR_MS,
          );
          if (from <= since) break;
          const yesterday = addDays(day, -1);
          const until = Math.min(startOfDay(addDays(day, 1), timeZone), now);
          if (hasRun(world, from, until) && !digests.has(`${mail} Resumen del ${toLabel(yesterday)}`))
            yield `${mail} got no digest of ${yesterday}`;
        }
      }
    },
  },
  {
    name: 'recoveries come',
    sentence: 'Each request for a new password is followed by a mail, as far as the limit allows.',
    when: 'end',
    settleMs: 15 * MINUTE_MS,
    *check(world) {
      const sent = Map.groupBy(
        listMails(world).filter(({ subject }) => subject.startsWith('Elegí una contraseña')),
        ({ to }) => to,
      );
      for (const [mail, requests] of Map.groupBy(world.ledger.recoveries, (request) => request.mail)) {
        const acknowledged = requests.filter(({ isAcknowledged }) => isAcknowledged).length;
        const expected =
          requests.length > RECOVERIES_PER_HOUR ? Math.min(acknowledged, RECOVERIES_PER_HOUR) : acknowledged;
        const count = sent.get(mail)?.length ?? 0;
        if (count < expected) yield `${mail} asked for ${expected} new passwords, and got ${count} mails`;
      }
    },
  },
  {
    name: 'invitations come',
    sentence: 'Each person who was invited gets a mail.',
    when: 'end',
    settleMs: 15 * MINUTE_MS,
    *check(world) {
      const recipients = new Set(listMails(world).map(({ to }) => to));
      for (const { mail } of world.databases.gateway.all<{ mail: string }>(
        'select mail from person where accepted_at is null',
      ))
        if (!recipients.has(mail)) yield `${mail} got no invitation`;
    },
  },
  {
    name: 'an alarm comes once',
    sentence: 'Nobody is told twice that an inquiry is late.',
    when: 'quiet',
    *check(world) {
      const alarms = new Map<string, string>();
      for (const mail of listMails(world))
        for (const sid of listAlarmed(mail)) {
          const key = `${mail.to} ${sid}`;
          const first = alarms.get(key);
          if (first !== undefined) yield `${mail.to} was told twice of ${sid}: ${first} ${mail.id}`;
          alarms.set(key, mail.id);
        }
    },
  },
  {
    name: 'an alarm of missed messages comes once',
    sentence: 'Nobody is told twice of the same missed messages.',
    when: 'quiet',
    *check(world) {
      const alarms = new Map<string, string>();
      for (const { id, to, subject, text } of listMails(world)) {
        if (!subject.endsWith('llegaron sin aviso') || text === '') continue;
        const key = `${to} ${text}`;
        const first = alarms.get(key);
        if (first !== undefined) yield `${to} was told twice of "${subject}": ${first} ${id}`;
        alarms.set(key, id);
      }
    },
  },
  {
    name: 'alarms come',
    sentence: 'Those whom an alarm names get a mail of each inquiry that it reported.',
    when: 'end',
    settleMs: 15 * MINUTE_MS,
    *check(world) {
      const { databases, ledger } = world;
      const mails = new Set(
        listMails(world).flatMap((mail) => listAlarmed(mail).map((sid) => `${mail.to} ${sid}`)),
      );
      const reports = databases.gateway.all<{ agency: string; sid: string; mail: string; at: number }>(
        `select notice.agency_key as agency, sid, mail, at
         from late_alarm_notice as notice join late_alarm on late_alarm.agency_key = notice.agency_key
         join json_each(alarm, '$.recipients') as recipient join person on person.id = recipient.value
         where alarm ->> '$.mail' and role = 'partner'
           and not exists (select 1 from mail where recipient = person.mail and due_at is null)`,
      );
      for (const { agency, sid, mail, at } of reports)
        if (at > (ledger.settings.get(agency) ?? 0) + MAX_CLOCK_ERROR_MS && !mails.has(`${mail} ${sid}`))
          yield `${mail} was not told of ${sid} of ${agency}`;
    },
  },
];
