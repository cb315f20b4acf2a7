import { type Kysely, sql } from 'kysely';
import type { JobTables } from './tables.ts';

// Jobs keep what people sent of buyers: cells of files, and notes.

/** Replaces erased texts: a timeline entry must not be empty. */
export const ERASED_TEXT = '—';
/** Members of inputs that hold texts of people. */
const TEXT_MEMBERS: ReadonlySet<string> = new Set(['text', 'note']);
const ROWS_PER_SLICE = 200;

export type NamesBuyer = (text: string) => boolean;

/** Erases cells and notes of the rows of an inquiry, and the notes of their ended jobs. @returns the number of rows */
export async function eraseJobRowsOf(
  db: Kysely<JobTables>,
  { agency_key, sid }: { agency_key: string; sid: string },
): Promise<number> {
  const rows = await db
    .selectFrom('job_row')
    .select(['job_id', 'number', 'cells', 'input'])
    .where((eb) => eb.and({ agency_key, sid }))
    .execute();
  for (const row of rows) await eraseRow(db, row);
  for (const id of new Set(rows.map(({ job_id }) => job_id))) await eraseInput(db, id);
  return rows.length;
}

/**
 * Erases rows of files, and texts of jobs, that name the buyer, in slices; also of files whose rows met no inquiry.
 * @returns the number of rows and jobs
 */
export async function eraseJobsNaming(db: Kysely<JobTables>, namesBuyer: NamesBuyer): Promise<number> {
  return (await eraseRowsNaming(db, namesBuyer)) + (await eraseInputsNaming(db, namesBuyer));
}

async function eraseRowsNaming(db: Kysely<JobTables>, namesBuyer: NamesBuyer): Promise<number> {
  let erased = 0;
  let after = { job_id: '', number: 0 };
  for (;;) {
    const rows = await db
      .selectFrom('job_row')
      .select(['job_id', 'number', 'cells', 'input'])
      .where(sql<boolean>`(job_id, number) > (${after.job_id}, ${after.number})`)
      .orderBy('job_id')
      .orderBy('number')
      .limit(ROWS_PER_SLICE)
      .execute();
    const last = rows.at(-1);
    if (!last) return erased;
    after = last;
    for (const row of rows)
      if ([...collectTexts(JSON.parse(row.cells)), ...collectTexts(JSON.parse(row.input))].some(namesBuyer)) {
        await eraseRow(db, row);
        erased += 1;
      }
  }
}

async function eraseInputsNaming(db: Kysely<JobTables>, namesBuyer: NamesBuyer): Promise<number> {
  const jobs = await db.selectFrom('job').select(['id', 'name', 'input']).execute();
  let erased = 0;
  for (const { id, name, input } of jobs) {
    const erasedInput = JSON.stringify(replaceTexts(JSON.parse(input), namesBuyer));
    const erasedName = namesBuyer(name) ? ERASED_TEXT : name;
    if (erasedInput === input && erasedName === name) continue;
    await db.updateTable('job').set({ input: erasedInput, name: erasedName }).where('id', '=', id).execute();
    erased += 1;
  }
  return erased;
}

async function eraseRow(
  db: Kysely<JobTables>,
  { job_id, number, cells, input }: { job_id: string; number: number; cells: string; input: string },
): Promise<void> {
  await db
    .updateTable('job_row')
    .set({
      cells: JSON.stringify((JSON.parse(cells) as string[]).map((cell) => cell && ERASED_TEXT)),
      input: JSON.stringify(replaceNotes(JSON.parse(input))),
      detail: null,
    })
    .where((eb) => eb.and({ job_id, number }))
    .execute();
}

/** decided: rows that are still to be done need the note of a job that runs; it is erased where it names the buyer. */
async function eraseInput(db: Kysely<JobTables>, id: string): Promise<void> {
  const job = await db
    .selectFrom('job')
    .select('input')
    .where('id', '=', id)
    .where('state', 'in', ['done', 'cancelled'])
    .executeTakeFirst();
  if (!job) return;
  const input = JSON.stringify(replaceNotes(JSON.parse(job.input)));
  if (input !== job.input) await db.updateTable('job').set({ input }).where('id', '=', id).execute();
}

/** Replaces the members of an input that hold texts of people. */
function replaceNotes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(replaceNotes);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      TEXT_MEMBERS.has(name) && typeof member === 'string' ? ERASED_TEXT : replaceNotes(member),
    ]),
  );
}

/** Replaces texts anywhere in a value. */
function replaceTexts(value: unknown, isReplaced: (text: string) => boolean): unknown {
  if (typeof value === 'string') return isReplaced(value) ? ERASED_TEXT : value;
  if (Array.isArray(value)) return value.map((member) => replaceTexts(member, isReplaced));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, replaceTexts(member, isReplaced)]),
  );
}

function collectTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(collectTexts) : [];
}
