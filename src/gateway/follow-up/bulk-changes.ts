import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { ChangeFollowUps } from '#contract/desk/bulk-follow-up.ts';
import { BulkChange, By } from '#contract/desk/follow-up.ts';
import { type Job, MAX_JOB_ROWS } from '#contract/desk/jobs.ts';
import { createValidationProblem } from '#gateway/desk-routes.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { buildListRequest } from '#gateway/inquiries/list-request.ts';
import { type Cursor, countInquiries, fetchPage, resolveOrder } from '#gateway/inquiries/lists.ts';
import type { HandledJob, HandledRow, JobHandler } from '#gateway/jobs/handler.ts';
import { type NewJobRow, insertJob, isStored } from '#gateway/jobs/store.ts';
import type { JobTables } from '#gateway/jobs/tables.ts';
import { type Person, findPersonById, mailKey } from '#gateway/people/store.ts';
import { authorize } from '#gateway/permissions/permissions.ts';
import { createProblem } from '#gateway/problems.ts';
import { type ChangeAuthor, changeFollowUp } from './changes.ts';
import { type Tables, fetchIndexedInquiry, toKeys } from './store.ts';

/** Inquiries per read of a list. */
const PAGE_SIZE = 500;

/** `to`: recipient of a hand-over. */
const JobInput = z.object({ change: BulkChange, to: z.nullable(By) });
/** `entry`: id of the timeline entry, so that a row that is done again changes nothing. */
const RowInput = z.object({ entry: z.string(), version: z.int() });
const UndoInput = z.object({ entry: z.string(), undone: z.string() });

interface BulkAuthor extends ChangeAuthor {
  /** Id of the job. */
  id: string;
}

/**
 * Stores the job of a bulk change.
 * @throws ProblemError `foreign-agency`; `changed-meanwhile` when the list has another length than expected; `invalid-request` when it is too long
 */
export async function createBulkChange(
  gateway: Pick<Gateway, 'db' | 'now' | 'config'>,
  author: BulkAuthor,
  { change, inquiries }: Pick<ChangeFollowUps, 'change' | 'inquiries'>,
): Promise<void> {
  const { db, now } = gateway;
  // The job may have changed the list.
  if (await isStored(db, { ...author, kind: 'follow-up' })) return;
  if (Array.isArray(inquiries))
    for (const { adminMail } of inquiries) authorize(author.person, 'changeFollowUp', adminMail);
  const rows = Array.isArray(inquiries)
    ? inquiries.map(({ version, ...inquiry }) => ({ ...toKeys(inquiry), version }))
    : await fetchListed(gateway, author.person, inquiries);
  const recipient = change.kind === 'hand-over' ? await findPersonById(db, change.to) : undefined;
  const to = recipient ? { id: recipient.id, name: recipient.name } : null;
  await db.transaction().execute((transaction) =>
    insertJob(
      transaction,
      {
        ...author,
        kind: 'follow-up',
        input: { change, to } satisfies z.infer<typeof JobInput>,
        rows: rows.map(({ agency_key, sid, version }): NewJobRow => ({
          agency_key,
          sid,
          input: { entry: randomUUID(), version } satisfies z.infer<typeof RowInput>,
        })),
      },
      now(),
    ),
  );
}

/** The inquiries of a list, with the versions of their follow-up. */
async function fetchListed(
  gateway: Pick<Gateway, 'db' | 'now' | 'config'>,
  person: Person,
  { list: query, expected }: Extract<ChangeFollowUps['inquiries'], { expected: number }>,
): Promise<{ agency_key: string; sid: string; version: number }[]> {
  const { db } = gateway;
  const list = buildListRequest(gateway, person, query);
  if ((await countInquiries(db, list)) > MAX_JOB_ROWS)
    throw createValidationProblem({ inquiries: 'too-many' });
  const order = resolveOrder(list.filters);
  const found: { agency_key: string; sid: string; version: number }[] = [];
  let after: Cursor | undefined;
  do {
    const page = await fetchPage(db, list, { order, after, limit: PAGE_SIZE });
    const numbers = page.rows.map(({ number }) => number);
    const versions = await fetchVersions(db, numbers);
    for (const { agency_key, sid, number } of page.rows)
      found.push({ agency_key, sid, version: versions.get(number) ?? 0 });
    after = page.next;
  } while (after);
  if (found.length !== expected) throw createProblem('changed-meanwhile');
  return found;
}

async function fetchVersions(db: Kysely<Tables>, numbers: readonly number[]): Promise<Map<number, number>> {
  if (numbers.length === 0) return new Map();
  const rows = await db
    .selectFrom('inquiry')
    .innerJoin('follow_up', (join) =>
      join
        .onRef('follow_up.agency_key', '=', 'inquiry.agency_key')
        .onRef('follow_up.sid', '=', 'inquiry.sid'),
    )
    .select(['number', 'version'])
    .where('number', 'in', numbers)
    .execute();
  return new Map(rows.map(({ number, version }) => [number, version]));
}

/**
 * Stores the job that undoes what a bulk change has done.
 * @throws ProblemError `changed-meanwhile` when it is running, is no bulk change, or was undone
 */
export async function undoFollowUpJob(
  db: Kysely<Tables & JobTables>,
  author: BulkAuthor,
  job: Job,
  now: number,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const undone = await transaction
      .updateTable('job')
      .set({ undone_by: author.id })
      .where('id', '=', job.id)
      .where('kind', '=', 'follow-up')
      .where('state', 'in', ['done', 'cancelled'])
      .where((eb) => eb.or([eb('undone_by', 'is', null), eb('undone_by', '=', author.id)]))
      .returning('input')
      .executeTakeFirst();
    if (!undone) throw createProblem('changed-meanwhile');
    const rows = await transaction
      .selectFrom('job_row')
      .select(['agency_key', 'sid', 'input'])
      .where('job_id', '=', job.id)
      .where('state', '=', 'done')
      .orderBy('number')
      .execute();
    await insertJob(
      transaction,
      {
        ...author,
        kind: 'undo',
        input: JSON.parse(undone.input),
        rows: rows.map(({ agency_key, sid, input }) => ({
          agency_key: agency_key ?? '',
          sid: sid ?? '',
          input: {
            entry: randomUUID(),
            undone: z.parse(RowInput, JSON.parse(input)).entry,
          } satisfies z.infer<typeof UndoInput>,
        })),
      },
      now,
    );
  });
}

export const followUpJobHandler: JobHandler = {
  callsService: false,
  async run(gateway, job, row) {
    const { change } = z.parse(JobInput, job.input);
    const { entry: id, version } = z.parse(RowInput, row.input);
    await applyToRow(gateway, job, row, { id, version, change });
  },
};

export const undoJobHandler: JobHandler = {
  callsService: false,
  async run(gateway, job, row) {
    const { entry: id, undone } = z.parse(UndoInput, row.input);
    await applyToRow(gateway, job, row, { id, version: 0, change: { kind: 'undo', entry: undone } });
  },
};

async function applyToRow(
  { db, now }: Gateway,
  { person, address }: HandledJob,
  { adminMail, sid }: HandledRow,
  change: Parameters<typeof changeFollowUp>[3],
): Promise<void> {
  authorize(person, 'changeFollowUp', adminMail);
  const inquiry = await fetchIndexedInquiry(db, person, { adminMail: mailKey(adminMail), sid });
  if (!inquiry) throw createProblem('not-found');
  await changeFollowUp(db, inquiry, { person, address }, change, now());
}
