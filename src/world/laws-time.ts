import { HOUR_MS, MINUTE_MS } from '#contract/durations.ts';
import { toInstant } from '#contract/wall-time.ts';
import { addDays, dayAt } from '#contract/window.ts';
import type { Law } from './law.ts';
import { READERS_HOUR } from './template.ts';
import type { World } from './world.ts';

/** Faults end after this time. */
const LONGEST_FAULT_MS = 7 * HOUR_MS;
/** The list of agencies is read every 5 minutes; a clock that was set back may delay one reading. */
const LONGEST_WITHOUT_LIST_MS = HOUR_MS;

/** True if nothing went wrong between two times, and nothing that began before lasted until then. */
function isUndisturbed({ disturbances }: World, from: number, to: number): boolean {
  return !disturbances.some((at) => at >= from - LONGEST_FAULT_MS && at <= to);
}

function formatDigestDay(day: string): string {
  const format = new Intl.DateTimeFormat('es-AR', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
  return `Resumen del ${format.format(Date.parse(day))}`;
}

/** Laws about time: what happens soon enough, and what ends. */
export const TIME_LAWS: Law[] = [
  {
    name: 'time goes on',
    sentence: 'Every event comes to rest, and an hour has an end.',
    when: 'quiet',
    *check({ timeline: { isSpinning, recent } }) {
      if (isSpinning) yield `time stands still after ${recent.at(-1)}`;
    },
  },
  {
    name: 'agencies are listed',
    sentence:
      'A gateway that runs asks the service for its agencies within the hour, unless its disk is full.',
    when: 'quiet',
    *check({ now, processes, databases, network }) {
      for (const process of processes) {
        const { name, startedAt, endedAt = now } = process;
        if (!name.startsWith('gateway')) continue;
        const readings = [startedAt, ...(network.listings.get(process) ?? []), endedAt];
        for (const [at, to] of readings.slice(1).entries()) {
          const from = readings[at] ?? startedAt;
          const wasFull = databases.gateway.refusals.some((time) => time >= from && time <= to);
          if (to - from > LONGEST_WITHOUT_LIST_MS && !wasFull)
            yield `${name} did not ask from ${new Date(from).toISOString()} on`;
        }
      }
    },
  },
  {
    name: 'recoveries come first',
    sentence: 'Who asks for a new password has its mail within half a minute, however many digests are due.',
    when: 'quiet',
    *check(world) {
      const { ledger, now, postOffice } = world;
      const links = postOffice.mails.filter(({ subject }) => subject.startsWith('Elegí una contraseña'));
      for (const { mail, at, isAcknowledged } of ledger.recoveries) {
        const until = at + MINUTE_MS / 2;
        const earlier = ledger.recoveries.filter(
          (other) => other.mail === mail && other.at < at && other.at > at - 65 * MINUTE_MS,
        );
        // A person has three of these mails an hour.
        if (!isAcknowledged || until > now || earlier.length > 1 || !isUndisturbed(world, at, until))
          continue;
        if (!links.some(({ to, ...sent }) => to === mail && sent.at >= at && sent.at <= until))
          yield `${mail} had no mail half a minute after ${new Date(at).toISOString()}`;
      }
    },
  },
  {
    name: 'jobs go on',
    sentence: 'Nobody waits five minutes for the next row of a job, unless something went wrong.',
    when: 'quiet',
    *check(world) {
      for (const { id, due } of world.databases.gateway.all<{ id: string; due: number }>(
        `select job.id, min(job_row.due_at) as due from job_row join job on job.id = job_id
         where job.state = 'running' and job_row.state = 'pending' group by job.id`,
      ))
        if (due < world.now - 5 * MINUTE_MS && isUndisturbed(world, due, world.now))
          yield `job ${id} waits since ${new Date(due).toISOString()}`;
    },
  },
  {
    name: 'a digest comes at its hour',
    sentence: 'Who reads a digest every day has it within half an hour, unless something went wrong.',
    when: 'quiet',
    *check(world) {
      const { template, timeZone, setting, now, postOffice } = world;
      for (let day = dayAt(setting.startsAt, timeZone); ; day = addDays(day, 1)) {
        const at = toInstant(day, READERS_HOUR * 60, timeZone);
        if (at + HOUR_MS > now) break;
        if (at < setting.startsAt || !isUndisturbed(world, at - HOUR_MS, at + HOUR_MS)) continue;
        const got = new Set(
          postOffice.mails.filter((mail) => mail.at >= at && mail.at < at + HOUR_MS / 2).map(({ to }) => to),
        );
        for (const reader of template.readers)
          if (!got.has(reader)) yield `${reader} had no digest on ${day}`;
      }
    },
  },
  {
    name: 'a digest is of a past day',
    sentence: 'No digest is about a day that has not ended.',
    when: 'quiet',
    *check({ postOffice, timeZone }) {
      for (const { to, subject, at } of postOffice.mails) {
        const today = dayAt(at, timeZone);
        if ([today, addDays(today, 1)].some((day) => subject.startsWith(`${formatDigestDay(day)}:`)))
          yield `${to} got "${subject}" on ${today}`;
      }
    },
  },
  {
    name: 'a digest that counts as sent was sent',
    sentence: 'Who reads a digest every day got the last one that is marked as sent, or it waits to be sent.',
    when: 'end',
    *check({ databases, postOffice, template }) {
      const waiting = databases.gateway
        .all<{ recipient: string; subject: string }>('select recipient, subject from mail')
        .map(({ recipient: to, subject }) => ({ to, subject }));
      const digests = Map.groupBy([...postOffice.mails, ...waiting], ({ to }) => to);
      for (const { mail, day } of databases.gateway.all<{ mail: string; day: string }>(
        'select mail, last_sent_day as day from digest join person on person.id = person_id where last_sent_day is not null',
      )) {
        const subject = `${formatDigestDay(addDays(day, -1))}:`;
        if (
          template.readers.includes(mail) &&
          !digests.get(mail)?.some((sent) => sent.subject.startsWith(subject))
        )
          yield `${mail} never got "${subject}"`;
      }
    },
  },
];
