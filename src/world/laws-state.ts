import { HOUR_MS } from '#contract/durations.ts';
import { type RecordedChange, computeState } from '#contract/follow-up/change-kinds.ts';
import type { Law } from './law.ts';

interface EntryRow {
  agency_key: string;
  sid: string;
  at: number;
  person_id: string;
  change: string;
  undone: number;
}

interface StateRow {
  agency_key: string;
  sid: string;
  status: string;
  claimed_by: string | null;
  snoozed_until: number | null;
  notes: number;
}

/** Laws about what is stored, and what is sent. */
export const STATE_LAWS: Law[] = [
  {
    name: 'webhooks count once',
    sentence: 'A message is kept once, however often it arrives.',
    when: 'quiet',
    *check({ databases }) {
      for (const { hook_id, count } of databases.gateway.all<{ hook_id: string; count: number }>(
        `select hook_id, count(*) as count from delivery where outcome = 'received' group by hook_id, topic having count(*) > 1`,
      ))
        yield `message ${hook_id} is kept ${count} times`;
    },
  },
  {
    name: 'mails are sent once',
    sentence: 'A mail that its sender knows as sent is not sent again, unless something went wrong since.',
    when: 'quiet',
    *check({ postOffice, disturbances }) {
      const sent = new Map<string, number>();
      for (const { id, at, to, subject, isAcknowledged } of postOffice.mails) {
        const before = sent.get(id);
        if (before !== undefined && !disturbances.some((time) => time > before - HOUR_MS && time <= at))
          yield `"${subject}" was sent to ${to} twice`;
        if (isAcknowledged) sent.set(id, at);
      }
    },
  },
  {
    name: 'the follow-up is its timeline',
    sentence: 'The state of an inquiry follows from the entries that were not taken back.',
    when: 'quiet',
    *check({ databases }) {
      const entries = databases.gateway.all<EntryRow>(
        'select agency_key, sid, at, person_id, change, undone from follow_up_entry order by agency_key, sid, number',
      );
      const timelines = Map.groupBy(entries, ({ agency_key, sid }) => `${agency_key} ${sid}`);
      const states = databases.gateway.all<StateRow>(
        'select agency_key, sid, status, claimed_by, snoozed_until, notes from follow_up',
      );
      for (const stored of states) {
        const timeline = timelines.get(`${stored.agency_key} ${stored.sid}`) ?? [];
        const { status, claimedBy, snoozedUntil, notes } = computeState(
          timeline
            .filter(({ undone }) => undone === 0)
            .map(({ change, person_id, at }) => {
              const recorded = JSON.parse(change) as RecordedChange;
              return { change: recorded, by: person_id, to: 'to' in recorded ? recorded.to : null, at };
            }),
        );
        const [is, shouldBe] = [
          [stored.status, stored.claimed_by, stored.snoozed_until, stored.notes],
          [status, claimedBy, snoozedUntil, notes],
        ].map((values) => JSON.stringify(values));
        if (is !== shouldBe)
          yield `${stored.agency_key} ${stored.sid} is ${is}, and its timeline says ${shouldBe}`;
      }
    },
  },
  {
    name: 'rows have one outcome',
    sentence: 'A job that is done counts each of its rows once.',
    when: 'quiet',
    *check({ databases }) {
      const jobs = databases.gateway.all<
        Record<'id' | 'row_count' | 'done' | 'failed' | 'rows_done' | 'rows_failed', number>
      >(
        `select id, row_count, done, failed,
           (select count(*) from job_row where job_id = id and job_row.state = 'done') as rows_done,
           (select count(*) from job_row where job_id = id and job_row.state = 'failed') as rows_failed
         from job where state = 'done' and kind <> 'export'`,
      );
      for (const job of jobs)
        if (
          job.done !== job.rows_done ||
          job.failed !== job.rows_failed ||
          job.done + job.failed !== job.row_count
        )
          yield `job ${JSON.stringify(job)}`;
    },
  },
  {
    name: 'nothing due stays undone',
    sentence: 'Once the faults ended, what is due is done within an hour.',
    when: 'end',
    *check({ databases, now }) {
      const since = now - HOUR_MS;
      for (const program of ['gateway', 'service'] as const)
        for (const { id } of databases[program].all<{ id: string }>(
          'select id from mail where due_at < ?',
          since,
        ))
          yield `mail ${id} of the ${program} was not sent`;
      for (const { id } of databases.service.all<{ id: string }>(
        `select deliveries.id from deliveries join webhooks
         on webhooks.app_key = deliveries.app_key and webhooks.topic = deliveries.topic
         where active = 1 and due_at < ?`,
        since,
      ))
        yield `message ${id} was not delivered`;
      for (const { id, kind } of databases.gateway.all<{ id: string; kind: string }>(
        `select id, kind from job where state = 'running' and created_at < ?`,
        since,
      ))
        yield `job ${id} (${kind}) did not end`;
    },
  },
];
