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
    name: 'rows that are done had an effect',
    sentence: 'What a job reports as done is in the timeline of its inquiry, and its agency is invited.',
    when: 'quiet',
    *check({ databases }) {
      for (const { job_id, number } of databases.gateway.all<{ job_id: string; number: number }>(
        `select job_id, number from job_row join job on job.id = job_id
         where job_row.state = 'done' and (
           kind in ('follow-up', 'undo') and exists (select 1 from json_each(job_row.input) as change
             where not exists (select 1 from follow_up_entry where follow_up_entry.id = change.value ->> '$.id'))
           or kind = 'invitations' and not exists (select 1 from invitation where invitation.agency_key = job_row.agency_key))`,
      ))
        yield `row ${number} of job ${job_id}`;
    },
  },
  {
    name: 'rows are tried again',
    sentence:
      'A row of a job fails for what passes only after six attempts; the service refuses no row here.',
    when: 'quiet',
    *check({ databases }) {
      for (const { job_id, number, code } of databases.gateway.all<
        Record<'job_id' | 'number' | 'code', string>
      >(
        `select job_id, number, code from job_row
         where state = 'failed' and attempts < 6 and (code in ('busy', 'refused') or code like 'upstream-%')`,
      ))
        yield `row ${number} of job ${job_id}: ${code}`;
    },
  },
];
