import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import { RecordedChange } from '#contract/desk/follow-up.ts';
import type { ImportFollowUps } from '#contract/desk/follow-up-import.ts';
import type { Job } from '#contract/desk/jobs.ts';
import type { JobHandler } from '#gateway/jobs/handler.ts';
import { type Tables as JobStoreTables, type NewJobRow, insertJob } from '#gateway/jobs/store.ts';
import { mailKey } from '#gateway/people/store.ts';
import { authorize } from '#gateway/permissions/permissions.ts';
import { createProblem } from '#gateway/problems.ts';
import { type ChangeAuthor, type VersionedChange, changeFollowUp } from './changes.ts';
import type { Change } from './state.ts';
import { type Tables, fetchIndexedInquiry, toKeys } from './store.ts';

/** The person who starts a job, and its id. */
export interface JobAuthor extends ChangeAuthor {
  id: string;
}

/** Input of a row: changes of its inquiry with fixed ids, so that a row that is done again changes nothing. */
const Changes = z.array(z.strictObject({ id: z.uuid(), version: z.int(), change: RecordedChange }));

/** Input of a row that makes changes of an inquiry. */
export function toRowInput(changes: readonly Change[], version: number): VersionedChange[] {
  return changes.map((change) => ({ id: randomUUID(), version, change }));
}

/** Makes the changes of a row, for jobs that change or undo follow-up. */
export const followUpJobHandler: JobHandler = {
  callsService: false,
  async run({ db, now }, { person, address, createdAt }, { adminMail, sid, input }) {
    authorize(person, 'changeFollowUp', adminMail);
    const inquiry = await fetchIndexedInquiry(db, person, { adminMail: mailKey(adminMail), sid });
    if (!inquiry) throw createProblem('not-found');
    for (const change of z.parse(Changes, input))
      await changeFollowUp(
        db,
        inquiry,
        { person, address },
        limitAnswer(change, { from: inquiry.momento, to: createdAt }),
        now(),
      );
  },
};

/** An answer before its inquiry or after the import is none: the date of the row says something else. */
function limitAnswer(
  versioned: VersionedChange,
  { from, to }: { from: number; to: number },
): VersionedChange {
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
  { name, columns, rows }: ImportFollowUps,
  now: number,
): Promise<void> {
  for (const row of rows) if ('sid' in row) authorize(author.person, 'changeFollowUp', row.adminMail);
  const job = { ...author, kind: 'import' as const, name, columns, input: {}, rows: rows.map(toImportedRow) };
  await db.transaction().execute((transaction) => insertJob(transaction, job, now));
}

function toImportedRow(row: ImportFollowUps['rows'][number]): NewJobRow {
  if ('skipped' in row)
    return { cells: row.cells, input: null, failure: { code: row.skipped, detail: row.detail } };
  const { cells, version, status, lostReason, answeredAt = null, note } = row;
  // The status comes first: when it conflicts, the note is left out as well.
  const changes: Change[] = [
    ...(status ? [{ kind: 'status' as const, status, lostReason, answeredAt }] : []),
    ...(note ? [{ kind: 'note' as const, text: note, contact: false }] : []),
  ];
  return { ...toKeys(row), cells, input: toRowInput(changes, version) };
}

/**
 * Stores the job that undoes what a job has changed.
 * @throws ProblemError `changed-meanwhile` when it is running, changes no follow-up, or was undone
 */
export async function createUndoJob(
  db: Kysely<Tables & JobStoreTables>,
  author: JobAuthor,
  { id, name }: Job,
  now: number,
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
    const rows = await transaction
      .selectFrom('job_row')
      .select(['agency_key', 'sid', 'input'])
      .where('job_id', '=', id)
      .where('state', '=', 'done')
      .orderBy('number')
      .execute();
    const input = JSON.parse(undone.input) as unknown;
    const undos = rows.map((row) => ({
      agency_key: row.agency_key ?? '',
      sid: row.sid ?? '',
      input: toRowInput(
        z
          .parse(Changes, JSON.parse(row.input))
          .toReversed()
          .map((change) => ({ kind: 'undo', entry: change.id })),
        0,
      ),
    }));
    await insertJob(transaction, { ...author, kind: 'undo', name, input, rows: undos }, now);
  });
}
