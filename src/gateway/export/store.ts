import type { Kysely, Transaction } from 'kysely';
import { countRows } from '#database/count-rows.ts';
import type { JobTables } from '#gateway/jobs/tables.ts';
import type { ExportTables } from './tables.ts';

type Tables = ExportTables & JobTables;

/** decided: a person's newest exports keep their files. */
const MAX_EXPORT_FILES = 10;

/** Stores a part of a file. @returns false: it is stored already, or the job was cancelled */
export async function insertPart(transaction: Transaction<Tables>, part: ExportTables['export_part']) {
  // Locks the job: it cannot end before the part is stored.
  const job = await transaction
    .updateTable('job')
    .set((eb) => ({ kind: eb.ref('kind') }))
    .where('id', '=', part.job_id)
    .where('state', 'in', ['running', 'paused'])
    .returning('id')
    .executeTakeFirst();
  if (!job) return false;
  const inserted = await transaction
    .insertInto('export_part')
    // PostgreSQL stores no NUL, which a text of the service may have.
    .values({ ...part, text: part.text.replaceAll('\0', '\uFFFD') })
    .onConflict((conflict) => conflict.doNothing())
    .returning('number')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Number of inquiries in a part; undefined: it is not stored. */
export async function fetchPartRows(
  db: Kysely<Tables>,
  jobId: string,
  number: number,
): Promise<number | undefined> {
  const part = await db
    .selectFrom('export_part')
    .select('rows')
    .where((eb) => eb.and({ job_id: jobId, number }))
    .executeTakeFirst();
  return part?.rows;
}

/** Numbers of the parts of a file, in order. */
export async function fetchPartNumbers(db: Kysely<Tables>, jobId: string): Promise<number[]> {
  const parts = await db
    .selectFrom('export_part')
    .select('number')
    .where('job_id', '=', jobId)
    .orderBy('number')
    .execute();
  return parts.map(({ number }) => number);
}

/** @throws Error when it was deleted */
export async function fetchPartText(db: Kysely<Tables>, jobId: string, number: number): Promise<string> {
  const { text } = await db
    .selectFrom('export_part')
    .select('text')
    .where((eb) => eb.and({ job_id: jobId, number }))
    .executeTakeFirstOrThrow();
  return text;
}

export async function deleteFile(db: Transaction<Tables>, jobId: string): Promise<void> {
  await db.deleteFrom('export_part').where('job_id', '=', jobId).execute();
}

/** Deletes the files of a person but the newest ones, so that there is room for one more. */
export async function deleteExcessFiles(db: Transaction<Tables>, personId: string): Promise<void> {
  await db
    .deleteFrom('export_part')
    .where('job_id', 'in', (eb) =>
      eb
        .selectFrom('job')
        .select('id')
        .where((eb) => eb.and({ kind: 'export', person_id: personId }))
        .where('finished_at', 'is not', null),
    )
    .where('job_id', 'not in', (eb) =>
      eb
        .selectFrom('job')
        .select('id')
        .where((eb) => eb.and({ kind: 'export', person_id: personId }))
        .orderBy('created_at', 'desc')
        .limit(MAX_EXPORT_FILES - 1),
    )
    .execute();
}

/** Number of files, those that are being made included. */
export const countFiles = (db: Kysely<Tables>): Promise<number> =>
  countRows(db.selectFrom(db.selectFrom('export_part').select('job_id').distinct().as('file')));

/**
 * Deletes all files, and lets the unfinished ones fail: they may have data that is to be erased.
 * @returns the number of files
 */
export async function deleteAllFiles(transaction: Kysely<Tables>): Promise<number> {
  const files = await countFiles(transaction);
  await transaction.deleteFrom('export_part').execute();
  const failed = await transaction
    .updateTable('job_row')
    .set({ state: 'failed', code: 'changed-meanwhile' })
    .where('state', '=', 'pending')
    .where('job_id', 'in', (eb) =>
      eb
        .selectFrom('job')
        .select('id')
        .where('kind', '=', 'export')
        .where('state', 'in', ['running', 'paused']),
    )
    .returning('job_id')
    .execute();
  if (failed.length === 0) return files;
  await transaction
    .updateTable('job')
    .set({ failed: 1 })
    .where(
      'id',
      'in',
      failed.map(({ job_id }) => job_id),
    )
    .execute();
  return files;
}
