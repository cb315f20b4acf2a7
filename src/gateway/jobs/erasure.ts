import { type Kysely, sql } from 'kysely';
import type { NamesBuyer } from '#gateway/inquiries/buyers.ts';
import type { JobRecord, JobRowRecord, JobTables } from './tables.ts';

// Jobs keep what people sent of buyers: cells of files, and notes.

/** Replaces erased texts: a timeline entry must not be empty. */
export const ERASED_TEXT = '—';
/** Members of inputs that hold texts of people. */
const TEXT_MEMBERS: ReadonlySet<string> = new Set(['text', 'note']);
const ROWS_PER_SLICE = 200;

type RowTexts = Pick<JobRowRecord, 'cells' | 'input' | 'detail'>;
type JobTexts = Pick<JobRecord, 'name' | 'columns' | 'input'>;

/** A row or a job with texts of a buyer, and the values that take their place. */
export type HeldJobText =
  | { kind: 'job-row'; row: HeldRow; erased: RowTexts }
  | { kind: 'job'; job: HeldJob; erased: JobTexts };
type HeldRow = Pick<JobRowRecord, 'job_id' | 'number'> & RowTexts;
type HeldJob = Pick<JobRecord, 'id'> & JobTexts;

const ROW_COLUMNS = ['job_id', 'number', 'cells', 'input', 'detail'] as const;
const JOB_COLUMNS = ['id', 'state', 'name', 'columns', 'input'] as const;

/** Finds cells and notes of the rows of an inquiry, and the notes of their ended jobs. */
export async function findJobTextsOf(
  db: Kysely<JobTables>,
  { agency_key, sid }: { agency_key: string; sid: string },
): Promise<HeldJobText[]> {
  const rows = await db
    .selectFrom('job_row')
    .select(ROW_COLUMNS)
    .where((eb) => eb.and({ agency_key, sid }))
    .execute();
  const jobs = await db
    .selectFrom('job')
    .select(JOB_COLUMNS)
    .where('id', 'in', [...new Set(rows.map(({ job_id }) => job_id)), ''])
    // decided: rows that are still to be done need the note of a job that runs; it is erased where it names the buyer.
    .where('state', 'in', ['done', 'cancelled'])
    .execute();
  return [
    ...rows.flatMap(toHeldRow),
    ...jobs.flatMap((job) =>
      toHeldJob(job, { ...job, input: JSON.stringify(replaceNotes(JSON.parse(job.input))) }),
    ),
  ];
}

/** Finds rows of files, and texts of jobs, that name the buyer, in slices; also of files whose rows met no inquiry. */
export async function* findJobTextsNaming(
  db: Kysely<JobTables>,
  namesBuyer: NamesBuyer,
): AsyncGenerator<HeldJobText> {
  let after = { job_id: '', number: 0 };
  for (;;) {
    const rows = await db
      .selectFrom('job_row')
      .select(ROW_COLUMNS)
      .where(sql<boolean>`(job_id, number) > (${after.job_id}, ${after.number})`)
      .orderBy('job_id')
      .orderBy('number')
      .limit(ROWS_PER_SLICE)
      .execute();
    for (const row of rows)
      if (collectTexts([JSON.parse(row.cells), JSON.parse(row.input), row.detail]).some(namesBuyer))
        yield* toHeldRow(row);
    const last = rows.at(-1);
    if (!last) break;
    after = last;
  }
  for (const job of await db.selectFrom('job').select(JOB_COLUMNS).execute()) {
    const columns = JSON.parse(job.columns) as string[];
    yield* toHeldJob(job, {
      name: namesBuyer(job.name) ? ERASED_TEXT : job.name,
      // A file without headings has its first row in their place.
      columns: columns.some(namesBuyer) ? JSON.stringify(columns.map(() => ERASED_TEXT)) : job.columns,
      input: JSON.stringify(replaceTexts(JSON.parse(job.input), namesBuyer)),
    });
  }
}

export async function eraseJobText(db: Kysely<JobTables>, held: HeldJobText): Promise<void> {
  if (held.kind === 'job') {
    await db.updateTable('job').set(held.erased).where('id', '=', held.job.id).execute();
    return;
  }
  const { job_id, number } = held.row;
  await db
    .updateTable('job_row')
    .set(held.erased)
    .where((eb) => eb.and({ job_id, number }))
    .execute();
}

function toHeldRow(row: HeldRow): HeldJobText[] {
  const erased = {
    cells: JSON.stringify((JSON.parse(row.cells) as string[]).map((cell) => cell && ERASED_TEXT)),
    input: JSON.stringify(replaceNotes(JSON.parse(row.input))),
    detail: null,
  };
  const isHeld = erased.cells !== row.cells || erased.input !== row.input || row.detail !== null;
  return isHeld ? [{ kind: 'job-row', row, erased }] : [];
}

function toHeldJob(job: HeldJob, { name, columns, input }: JobTexts): HeldJobText[] {
  const isHeld = name !== job.name || columns !== job.columns || input !== job.input;
  return isHeld ? [{ kind: 'job', job, erased: { name, columns, input } }] : [];
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
