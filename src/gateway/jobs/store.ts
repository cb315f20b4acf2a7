import { type ExpressionBuilder, type Kysely, type QueryCreator, type Transaction, sql } from 'kysely';
import {
  type ExportedFile,
  FILE_DAYS,
  JOBS_PAGE,
  JOB_ROWS_PAGE,
  MAX_UNFINISHED_JOBS,
  MAX_UNFINISHED_ROWS,
  type Job,
  type JobKind,
  type JobRow,
  type JobRowsQuery,
  type JobsQuery,
} from '#contract/desk/jobs.ts';
import { DAY_MS } from '#contract/durations.ts';
import { toBatches } from '#contract/to-batches.ts';
import { inTransaction } from '#database/database.ts';
import { parseBuyerName } from '#gateway/inquiries/entries.ts';
import { type Scope, includesScope, isInScope, resolveScope } from '#gateway/inquiries/scope.ts';
import type { InquiryTables } from '#gateway/inquiries/tables.ts';
import { type LiveTables, appendEvent } from '#gateway/live/event-log.ts';
import type { PeopleTables, Person } from '#gateway/people/store.ts';
import { createProblem } from '#gateway/problems.ts';
import type { ExportTables } from '#gateway/export/tables.ts';
import { listAllowedKinds } from './author.ts';
import type { JobRecord, JobTables } from './tables.ts';

export type Tables = JobTables & ExportTables & LiveTables & PeopleTables;

export interface NewJob {
  id: string;
  kind: JobKind;
  person: Pick<Person, 'id'>;
  address: string;
  name?: string;
  columns?: readonly string[];
  input: unknown;
  rows: readonly NewJobRow[];
  /** Number of rows, when they are added as the job goes on. */
  rowCount?: number;
}

export interface NewJobRow {
  agency_key?: string;
  sid?: string;
  cells?: readonly string[];
  /** null: nothing can be done for it. */
  input: unknown;
  /** The row has failed from the beginning. */
  failure?: { code: string; detail: string | null };
}

/** Rows per insert: both engines limit the parameters of a statement. */
const INSERT_SIZE = 500;

/**
 * Stores a job with its rows.
 * @returns false: the person has stored it before
 * @throws ProblemError `changed-meanwhile` when somebody else's job has the id; `too-many-jobs`
 */
export function insertJob(
  db: Kysely<Tables> | Transaction<Tables>,
  { id, kind, person, address, name = '', columns = [], input, rows, rowCount = rows.length }: NewJob,
  now: number,
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const inserted = await transaction
      .insertInto('job')
      .values({
        id,
        kind,
        person_id: person.id,
        address,
        state: 'running',
        name,
        columns: JSON.stringify(columns),
        input: JSON.stringify(input),
        created_at: now,
        row_count: rowCount,
        done: 0,
        failed: rows.filter(({ failure }) => failure).length,
        due_at: now,
        turn_at: now,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!inserted) return !(await isStored(transaction, { id, kind, person }));
    await assertUnfinishedJobs(transaction, person.id);
    await insertJobRows(transaction, id, rows, now);
    await appendJobEvent(transaction, { id, person_id: person.id });
    return true;
  });
}

/**
 * Checks the limits of unfinished work after it was added; the row of the person is locked meanwhile.
 * @throws ProblemError `too-many-jobs`
 */
export async function assertUnfinishedJobs(transaction: QueryCreator<Tables>, personId: string) {
  await transaction
    .updateTable('person')
    .set((eb) => ({ name: eb.ref('name') }))
    .where('id', '=', personId)
    .execute();
  const { jobs, rows } = await transaction
    .selectFrom('job')
    .select(({ fn }) => [
      fn.countAll<number>().as('jobs'),
      fn.sum<number | null>(sql`row_count - done - failed`).as('rows'),
    ])
    .where((eb) => eb.and({ person_id: personId, finished_at: null }))
    .where('kind', '<>', 'export')
    .executeTakeFirstOrThrow();
  if (jobs > MAX_UNFINISHED_JOBS || Number(rows) > MAX_UNFINISHED_ROWS) throw createProblem('too-many-jobs');
}

/** Adds rows to a job; `first`: number of the first one. */
export async function insertJobRows(
  transaction: QueryCreator<Tables>,
  jobId: string,
  rows: readonly NewJobRow[],
  now: number,
  first = 1,
): Promise<void> {
  const records = rows.map(({ agency_key = null, sid = null, cells = [], input, failure }, index) => ({
    job_id: jobId,
    number: first + index,
    state: failure ? ('failed' as const) : ('pending' as const),
    started: 0 as const,
    attempts: 0,
    due_at: now,
    agency_key,
    sid,
    cells: JSON.stringify(cells),
    input: JSON.stringify(input),
    code: failure?.code ?? null,
    detail: failure?.detail ?? null,
    at: failure ? now : null,
  }));
  for (const batch of toBatches(records, INSERT_SIZE))
    await transaction.insertInto('job_row').values(batch).execute();
}

/**
 * Returns true if the person has stored a job before.
 * @throws ProblemError `changed-meanwhile` when another job has the id
 */
export async function isStored(
  db: Kysely<Tables>,
  { id, kind, person }: Pick<NewJob, 'id' | 'kind' | 'person'>,
): Promise<boolean> {
  const stored = await db
    .selectFrom('job')
    .select(['kind', 'person_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!stored) return false;
  if (stored.person_id === person.id && stored.kind === kind) return true;
  throw createProblem('changed-meanwhile');
}

/** Tells open pages that a job has changed; call it last in its transaction. */
export function appendJobEvent(
  db: QueryCreator<LiveTables>,
  { id, person_id }: Pick<JobRecord, 'id' | 'person_id'>,
): Promise<void> {
  return appendEvent(db, { kind: 'job', data: { id, by: person_id } });
}

/** Jobs that the person may see, newest first. */
export async function fetchJobs(
  db: Kysely<Tables>,
  person: Person,
  { before, running }: JobsQuery,
): Promise<{ jobs: Job[]; more: boolean }> {
  const last = before === undefined ? undefined : await fetchJob(db, person, before);
  const records = await selectVisibleJobs(db, person)
    .$if(running !== undefined, (query) =>
      query.where('person_id', '=', person.id).where('job.state', '=', 'running'),
    )
    .$if(last !== undefined, (query) =>
      query.where(sql<boolean>`(job.created_at, job.id) < (${last?.createdAt}, ${last?.id})`),
    )
    .orderBy('job.created_at', 'desc')
    .orderBy('job.id', 'desc')
    .limit(JOBS_PAGE + 1)
    .execute();
  return {
    jobs: records.slice(0, JOBS_PAGE).map((record) => toJob(record, person)),
    more: records.length > JOBS_PAGE,
  };
}

/** @throws ProblemError `not-found` also for the job of somebody else */
export async function fetchJob(db: Kysely<Tables>, person: Person, id: string): Promise<Job> {
  const record = await selectVisibleJobs(db, person).where('job.id', '=', id).executeTakeFirst();
  if (!record) throw createProblem('not-found');
  return toJob(record, person);
}

/** Those of the jobs with these ids that the person may open. */
export async function fetchVisibleJobIds(db: Kysely<Tables>, person: Person, ids: readonly string[]) {
  if (ids.length === 0) return new Set<string>();
  const jobs = await selectVisibleJobs(db, person).where('job.id', 'in', ids).execute();
  return new Set(jobs.map(({ id }) => id));
}

/** Condition that a job ended in a way that its failed rows can be retried; an export begins anew. */
export const isRetriable = (eb: ExpressionBuilder<Tables, 'job'>) =>
  eb.and([
    eb.and({ 'job.state': 'done', 'job.undone_by': null }),
    eb('job.kind', '<>', 'export'),
    eb('job.failed', '>', 0),
  ]);

/** Condition that a row failed, and another attempt may succeed. */
export const isFailedForNow = (eb: ExpressionBuilder<Tables, 'job_row'>) =>
  eb.and([
    eb('job_row.state', '=', 'failed'),
    eb('job_row.input', '<>', 'null'),
    eb('job_row.code', 'not in', ['already-resent', 'arrived-meanwhile', 'outcome-unknown']),
  ]);

/** Jobs of everybody for a partner, otherwise those of the person that they could still begin. */
function selectVisibleJobs(db: Kysely<Tables>, person: Person) {
  return db
    .selectFrom('job')
    .leftJoin('person', 'person.id', 'job.person_id')
    .selectAll('job')
    .select((eb) => [
      'person.name as person_name',
      eb
        .selectFrom('export_part')
        .select('export_part.number')
        .whereRef('export_part.job_id', '=', 'job.id')
        .limit(1)
        .as('part'),
      eb
        .case()
        .when(isRetriable(eb))
        .then(
          eb
            .selectFrom('job_row')
            .select('number')
            .whereRef('job_id', '=', 'job.id')
            .where(isFailedForNow)
            .limit(1),
        )
        .end()
        .as('failed_row'),
    ])
    .$if(person.role !== 'partner', (query) =>
      query.where('person_id', '=', person.id).where('kind', 'in', listAllowedKinds(person)),
    );
}

type VisibleJob = JobRecord & { person_name: string | null; part: number | null; failed_row: number | null };

function toJob(record: VisibleJob, person: Person): Job {
  const {
    change = null,
    to = null,
    reminderOf = null,
    missed = null,
    file,
    scope,
  } = JSON.parse(record.input) as Partial<Pick<Job, 'change' | 'to' | 'reminderOf' | 'missed'>> & {
    file?: Omit<ExportedFile, 'until'>;
    scope?: Scope;
  };
  // Name and gaps of a file name its agencies, which the person may have lost.
  const mayHaveFile = !scope || includesScope(resolveScope(person), scope);
  const isFileReady = record.state === 'done' && record.part !== null && mayHaveFile;
  return {
    id: record.id,
    kind: record.kind,
    state: record.state,
    by: { id: record.person_id, name: record.person_name ?? '' },
    createdAt: record.created_at,
    finishedAt: record.finished_at,
    rows: record.row_count,
    done: record.done,
    failed: record.failed,
    change,
    to,
    name: mayHaveFile ? record.name : '',
    columns: JSON.parse(record.columns) as string[],
    reminderOf,
    missed,
    file: file
      ? {
          ...file,
          missing: mayHaveFile ? file.missing : null,
          expected: file.expected ?? null,
          until: isFileReady ? (record.finished_at ?? 0) + FILE_DAYS * DAY_MS : null,
        }
      : null,
    undoneBy: record.undone_by,
    canRetry: record.failed_row !== null,
  };
}

/** Rows of a job, in order; `scope`: the inquiries that the person may see. */
export async function fetchJobRows(
  db: Kysely<Tables & InquiryTables>,
  scope: Scope,
  id: string,
  { state, after = 0, limit = JOB_ROWS_PAGE }: JobRowsQuery,
): Promise<{ rows: JobRow[]; more: boolean }> {
  const records = await db
    .selectFrom('job_row as row')
    .leftJoin('inquiry as i', (join) =>
      join
        .onRef('i.agency_key', '=', 'row.agency_key')
        .onRef('i.sid', '=', 'row.sid')
        .on('i.gone_at', 'is', null)
        .on(isInScope(db, scope)),
    )
    .selectAll('row')
    .select('i.data as inquiry')
    .where('job_id', '=', id)
    .where('row.number', '>', after)
    .$if(state !== undefined, (query) => query.where('row.state', '=', state ?? 'pending'))
    .orderBy('row.number')
    .limit(limit + 1)
    .execute();
  const rows = records.slice(0, limit).map((row): JobRow => {
    const { agency_key: agency } = row;
    // The person may have lost the agency since the job began.
    const isVisible = agency === null || (scope.agencies?.includes(agency) ?? true);
    return {
      number: row.number,
      state: row.state,
      adminMail: isVisible ? agency : null,
      sid: isVisible ? row.sid : null,
      name: row.inquiry === null ? null : parseBuyerName(row.inquiry),
      cells: isVisible ? (JSON.parse(row.cells) as string[]) : [],
      code: row.code,
      detail: isVisible ? row.detail : null,
      at: row.at,
    };
  });
  return { rows, more: records.length > limit };
}
