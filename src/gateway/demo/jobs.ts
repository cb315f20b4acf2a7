import type { Transaction } from 'kysely';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#contract/durations.ts';
import { type NewJob, insertJob } from '#gateway/jobs/store.ts';
import type { GatewayTables } from '#gateway/store.ts';
import type { ClosedTogether } from './plan-story.ts';
import type { StoryContext } from './story-context.ts';

type Database = Transaction<GatewayTables>;
type EndedJob = Omit<NewJob, 'id' | 'address'> & { at: number };

const ADDRESS = '203.0.113.24';

/** Stores ended jobs: one that closed inquiries, one whose rows failed in part, and an export whose file is gone. */
export async function storeJobs(
  db: Database,
  closed: ClosedTogether,
  { now, random, people: { partner }, cast: { invitedAgency } }: StoryContext,
): Promise<void> {
  const store = (job: EndedJob) => insertEndedJob(db, random.uuid(), job);
  if (closed.rows.length > 0)
    await store({
      person: { id: closed.by },
      at: closed.at,
      kind: 'follow-up',
      input: { change: { kind: 'status', status: 'lost', lostReason: 'no-answer' }, to: null },
      rows: closed.rows.map(({ agency_key, sid, entry }) => ({
        agency_key,
        sid,
        input: [{ id: entry, version: 0 }],
      })),
    });
  await store({
    person: partner,
    at: now - 10 * DAY_MS,
    kind: 'invitations',
    name: 'agencias-noreste.xlsx',
    columns: ['AdminMail', 'Nombre'],
    input: {},
    rows: [
      {
        agency_key: invitedAgency,
        cells: [invitedAgency, 'Litoral Usados'],
        input: { agency: { AdminMail: invitedAgency }, isReminder: false },
      },
      {
        cells: ['ventas@@iguazu.example', 'Iguazú Automotores'],
        input: null,
        failure: { code: 'malformed', detail: 'ventas@@iguazu.example' },
      },
      {
        cells: [invitedAgency.toUpperCase(), 'Litoral Usados'],
        input: null,
        failure: { code: 'twice', detail: '' },
      },
    ],
  });
  await store({
    person: partner,
    at: now - 9 * DAY_MS,
    kind: 'export',
    name: 'consultas-todas-las-agencias.csv',
    input: { file: { format: 'csv', masked: true, expected: 1840, missing: [], failure: null } },
    rows: [{ input: { after: null } }],
    rowCount: 1840,
  });
}

async function insertEndedJob(db: Database, id: string, { at, ...job }: EndedJob): Promise<void> {
  await insertJob(db, { ...job, id, address: ADDRESS }, at);
  const finished_at = at + Math.min(MINUTE_MS, job.rows.length * SECOND_MS);
  await db
    .updateTable('job_row')
    .set({ state: 'done', at: finished_at, attempts: 1 })
    .where((eb) => eb.and({ job_id: id, state: 'pending' }))
    .execute();
  await db
    .updateTable('job')
    .set((eb) => ({
      state: 'done',
      finished_at,
      due_at: null,
      done: eb('row_count', '-', eb.ref('failed')),
    }))
    .where('id', '=', id)
    .execute();
}
