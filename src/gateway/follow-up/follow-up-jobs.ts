import { setImmediate } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import { BulkChange, RecordedChange } from '#contract/follow-up/change-kinds.ts';
import type { AgencyHandOverChange } from '#contract/follow-up/hand-over-change.ts';
import type { EntrySource } from '#contract/desk/follow-up.ts';
import type { ImportFollowUps } from '#contract/desk/follow-up-import.ts';
import type { Job } from '#contract/desk/jobs.ts';
import type { HandledJob, JobHandler } from '#gateway/jobs/handler.ts';
import { type Tables as JobStoreTables, type NewJobRow, insertJob } from '#gateway/jobs/store.ts';
import { appendEvent } from '#gateway/live/event-log.ts';
import { type Person, mailKey } from '#gateway/people/store.ts';
import { authorize } from '#gateway/permissions/permissions.ts';
import { createProblem } from '#gateway/problems.ts';
import type { Random, Stamp } from '#system/random.ts';
import { findSeller } from './colleagues.ts';
import { type VersionedChange, saveFollowUpChange } from './changes.ts';
import { type InquiryRef, type Tables, fetchIndexedInquiry, toInquiryKeys } from './store.ts';

/** The person who starts a job, with their IP address, and its id. */
export interface JobAuthor {
  id: string;
  person: Person;
  address: string;
}

/**
 * Input of a row: changes of its inquiry with fixed ids, so that a row that is done again changes nothing. Without `change`
 * it is the one of the job, which is stored once.
 */
const Changes = z.array(
  z.strictObject({ id: z.uuid(), version: z.int(), change: z.optional(RecordedChange) }),
);
type Changes = z.infer<typeof Changes>;
const JobInput = z.looseObject({ change: z.optional(BulkChange) });

/** Input of a row that makes changes of an inquiry; `undefined` stands for the change of the job. */
export function toRowInput(
  changes: readonly (RecordedChange | undefined)[],
  version: number,
  random: Random,
): Changes {
  return changes.map((change) => ({ id: random.uuid(), version, ...(change && { change }) }));
}

/** Makes the changes of a row, for jobs that change or undo follow-up. */
export const followUpJobHandler: JobHandler = {
  callsService: false,
  async run({ db, now, wake }, job, { adminMail, sid, input }) {
    const { person, createdAt } = job;
    authorize(person, 'changeFollowUp', adminMail);
    const inquiry = await fetchIndexedInquiry(db, person, { adminMail: mailKey(adminMail), sid });
    if (!inquiry) throw createProblem('not-found');
    const { change: common } = z.parse(JobInput, job.input);
    for (const { change: own = common, ...attempt } of z.parse(Changes, input)) {
      const change = own?.kind === 'hand-over-by-agency' ? await resolveHandOver(db, inquiry, own) : own;
      if (!change) continue;
      const saved = await saveFollowUpChange(
        db,
        inquiry,
        { person, source: toEntrySource(job) },
        limitAnswer({ ...attempt, change }, { from: inquiry.momento, to: createdAt }),
        now(),
      );
      if (saved?.isRelayDue) wake('relay');
    }
  },

  onTurnEnd: (transaction, { person_id }, rows) =>
    appendEvent(transaction, {
      kind: 'follow-ups',
      data: {
        inquiries: rows.map(({ agency_key, sid }) => ({ adminMail: agency_key ?? '', sid: sid ?? '' })),
        by: person_id,
      },
    }),
};

function toEntrySource({ id, kind, rows }: HandledJob): EntrySource {
  if (kind !== 'follow-up' && kind !== 'import' && kind !== 'undo')
    throw new Error(`A job of kind ${kind} changes no follow-up`);
  return { kind: 'job', jobKind: kind, rows, id };
}

/** @throws ProblemError `invalid-request` when nobody works for the agency */
async function resolveHandOver(
  db: Kysely<Tables>,
  inquiry: InquiryRef,
  { note }: z.infer<typeof AgencyHandOverChange>,
): Promise<RecordedChange> {
  const to = await findSeller(db, inquiry);
  if (to === undefined) throw createProblem('invalid-request');
  return { kind: 'hand-over', to, ...(note && { note }) };
}

/** An answer before its inquiry or after the import is none: the date of the row says something else. */
function limitAnswer(versioned: VersionedChange, { from, to }: { from: number; to: number }) {
  const { change } = versioned;
  if (change.kind !== 'status' || typeof change.answeredAt !== 'number') return versioned;
  const isPossible = change.answeredAt >= from && change.answeredAt <= to;
  return isPossible ? versioned : { ...versioned, change: { ...change, answeredAt: null } };
}

/**
 * Stores the job that takes over the follow-up of a file.
 * @throws ProblemError `foreign-agency`
 */
export async function createImportJob(
  db: Kysely<Tables & JobStoreTables>,
  author: JobAuthor,
  { name, columns, rows: given }: ImportFollowUps,
  { now, random }: Stamp,
): Promise<void> {
  for (const row of given) if ('sid' in row) authorize(author.person, 'changeFollowUp', row.adminMail);
  const rows = given.map((row) => toImportedRow(row, random));
  const job = { ...author, kind: 'import' as const, name, columns, input: {}, rows };
  await insertJob(db, job, now);
}

function toImportedRow(row: ImportFollowUps['rows'][number], random: Random): NewJobRow {
  if ('skipped' in row)
    return { cells: row.cells, input: null, failure: { code: row.skipped, detail: row.detail } };
  const { cells, version, status, lostReason, answeredAt = null, note } = row;
  // The status comes first: when it conflicts, the note is left out as well.
  const changes: RecordedChange[] = [
    ...(status ? [{ kind: 'status' as const, status, lostReason, answeredAt }] : []),
    ...(note ? [{ kind: 'note' as const, text: note, contact: false }] : []),
  ];
  return { ...toInquiryKeys(row), cells, input: toRowInput(changes, version, random) };
}

/** Rows per read of the job that is undone. */
const UNDO_PAGE = 500;

/**
 * Stores the job that undoes what a job has changed.
 * @throws ProblemError `changed-meanwhile` when it is running, changes no follow-up, or was undone, or when the id is that of
 * another job; `too-many-jobs`
 */
export async function createUndoJob(
  db: Kysely<Tables & JobStoreTables>,
  author: JobAuthor,
  { id, name }: Job,
  { now, random }: Stamp,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const undone = await transaction
      .updateTable('job')
      .set({ undone_by: author.id })
      .where('id', '=', id)
      .where('kind', 'in', ['follow-up', 'import'])
      .where('state', 'in', ['done', 'cancelled'])
      .where((eb) => eb.or([eb('undone_by', 'is', null), eb('undone_by', '=', author.id)]))
      .returning('input')
      .executeTakeFirst();
    if (!undone) throw createProblem('changed-meanwhile');
    const { change, to } = JSON.parse(undone.input) as { change?: unknown; to?: unknown };
    const input = { change, to, undoes: id };
    const isNew = await insertJob(
      transaction,
      { ...author, kind: 'undo', name, input, rows: await fetchUndoRows(transaction, id, random) },
      now,
    );
    if (!isNew && !(await isUndoOf(transaction, author.id, id))) throw createProblem('changed-meanwhile');
  });
}

async function fetchUndoRows(db: Kysely<Tables & JobStoreTables>, jobId: string, random: Random) {
  const undoRows: NewJobRow[] = [];
  for (let after = 0, isLast = false; !isLast;) {
    const rows = await db
      .selectFrom('job_row')
      .select(['number', 'agency_key', 'sid', 'input'])
      .where((eb) => eb.and({ job_id: jobId, state: 'done' }))
      .where('number', '>', after)
      .orderBy('number')
      .limit(UNDO_PAGE)
      .execute();
    for (const { agency_key, sid, input } of rows) {
      const changes = (JSON.parse(input) as Changes).toReversed();
      undoRows.push({
        agency_key: agency_key ?? '',
        sid: sid ?? '',
        input: toRowInput(
          changes.map(({ id: entry }) => ({ kind: 'undo', entry })),
          0,
          random,
        ),
      });
    }
    after = rows.at(-1)?.number ?? 0;
    isLast = rows.length < UNDO_PAGE;
    // Requests are answered between two pages.
    await setImmediate();
  }
  return undoRows;
}

async function isUndoOf(db: Kysely<Tables & JobStoreTables>, id: string, undone: string): Promise<boolean> {
  const job = await db.selectFrom('job').select('input').where('id', '=', id).executeTakeFirst();
  return job !== undefined && (JSON.parse(job.input) as { undoes?: unknown }).undoes === undone;
}
