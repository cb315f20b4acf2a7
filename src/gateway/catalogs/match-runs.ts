import type { Kysely, Selectable } from 'kysely';
import { MAX_RUNS_OF_PERSON } from '#contract/desk/match-runs.ts';
import type {
  AddMatchRun,
  ListedRun,
  MatchRun,
  RunAnswer,
  SaveRunAnswers,
} from '#contract/desk/match-runs.ts';
import type { MatchKind, MatchedEntry } from '#contract/desk/matching.ts';
import { readById } from '#database/read-by-id.ts';
import type { NamesBuyer } from '#gateway/inquiries/buyers.ts';
import { ERASED_TEXT } from '#gateway/jobs/erasure.ts';
import type { PeopleTables, Person } from '#gateway/people/store.ts';
import { createProblem } from '#gateway/problems.ts';

interface MatchRunTable {
  id: string;
  person_id: string;
  at: number;
  catalog: string;
  /** Name of the file; empty: pasted. */
  name: string;
  column_name: string;
  province_name: string | null;
  row_count: number;
  /** JSON of `RunCells`. */
  cells: string;
}

interface RunCells {
  column: string[];
  province: string[] | null;
}

export interface MatchRunTables {
  match_run: MatchRunTable;
  match_run_answer: {
    run_id: string;
    row_number: number;
    /** JSON of a `MatchedEntry`; null: no entry. */
    entry: string | null;
    source: string;
    person_id: string;
    at: number;
  };
}

type Tables = MatchRunTables & PeopleTables;

/** The person's own runs, newest first. */
export async function fetchRuns(db: Kysely<Tables>, person: Person): Promise<ListedRun[]> {
  const rows = await db
    .selectFrom('match_run')
    .innerJoin('person', 'person.id', 'match_run.person_id')
    .select(['match_run.id', 'person_id', 'person.name as by', 'at', 'catalog'])
    .select(['match_run.name', 'column_name', 'row_count'])
    .where('person_id', '=', person.id)
    .orderBy('at', 'desc')
    .orderBy('match_run.id')
    .execute();
  return rows.map(({ id, person_id, by, at, catalog, name, column_name, row_count }) => ({
    id,
    by: { id: person_id, name: by },
    at,
    catalog: catalog as MatchKind,
    name,
    column: column_name,
    rowCount: row_count,
  }));
}

/**
 * Idempotent by id. Of the person's runs only the newest ones stay.
 * @throws ProblemError `changed-meanwhile` when the id belongs to somebody else
 */
export async function addRun(
  db: Kysely<Tables>,
  person: Person,
  { id, catalog, name, column, province }: AddMatchRun,
  now: number,
): Promise<void> {
  const cells: RunCells = { column: column.cells, province: province?.cells ?? null };
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('match_run')
      .values({
        id,
        person_id: person.id,
        at: now,
        catalog,
        name,
        column_name: column.name,
        province_name: province?.name ?? null,
        row_count: column.cells.length,
        cells: JSON.stringify(cells),
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
    const own = await trx
      .selectFrom('match_run')
      .select('id')
      .where('person_id', '=', person.id)
      .orderBy('at', 'desc')
      .orderBy('id')
      .execute();
    if (!own.some((run) => run.id === id)) throw createProblem('changed-meanwhile');
    const old = own.slice(MAX_RUNS_OF_PERSON).map((run) => run.id);
    if (old.length === 0) return;
    await trx.deleteFrom('match_run_answer').where('run_id', 'in', old).execute();
    await trx.deleteFrom('match_run').where('id', 'in', old).execute();
  });
}

/** @throws ProblemError `not-found` */
export async function fetchRun(db: Kysely<Tables>, id: string): Promise<MatchRun> {
  const run = await db
    .selectFrom('match_run')
    .innerJoin('person', 'person.id', 'match_run.person_id')
    .selectAll('match_run')
    .select('person.name as by')
    .where('match_run.id', '=', id)
    .executeTakeFirst();
  if (!run) throw createProblem('not-found');
  const cells = JSON.parse(run.cells) as RunCells;
  return {
    id,
    by: { id: run.person_id, name: run.by },
    at: run.at,
    catalog: run.catalog as MatchKind,
    name: run.name,
    column: { name: run.column_name, cells: cells.column },
    province: cells.province && { name: run.province_name ?? '', cells: cells.province },
    answers: await fetchRunAnswers(db, id),
  };
}

/** @throws ProblemError `not-found` */
export async function fetchRunSize(
  db: Kysely<Tables>,
  id: string,
): Promise<{ catalog: MatchKind; rowCount: number }> {
  const run = await db
    .selectFrom('match_run')
    .select(['catalog', 'row_count'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!run) throw createProblem('not-found');
  return { catalog: run.catalog as MatchKind, rowCount: run.row_count };
}

/** Rows of one statement, whose parameters both engines limit. */
const ROWS_PER_STATEMENT = 500;

type NewAnswer = SaveRunAnswers['answers'][number] & { entry: MatchedEntry | undefined };

/** Replaces or takes back answers of rows; the last one for a row counts. */
export async function storeRunAnswers(
  db: Kysely<Tables>,
  person: Person,
  id: string,
  answers: readonly NewAnswer[],
  now: number,
): Promise<void> {
  // One statement cannot change a row twice.
  const rows = [...new Map(answers.map((answer) => [answer.row, answer])).values()];
  await db.transaction().execute(async (trx) => {
    // An answer without its run would stay for ever.
    const locked = await trx
      .updateTable('match_run')
      .set((eb) => ({ row_count: eb.ref('row_count') }))
      .where('id', '=', id)
      .executeTakeFirst();
    if (locked.numUpdatedRows === 0n) throw createProblem('not-found');
    for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
      const slice = rows.slice(start, start + ROWS_PER_STATEMENT);
      await trx
        .deleteFrom('match_run_answer')
        .where('run_id', '=', id)
        .where(
          'row_number',
          'in',
          slice.map(({ row }) => row),
        )
        .execute();
      const given = slice.flatMap(({ row, answer, entry }) =>
        answer
          ? [
              {
                run_id: id,
                row_number: row,
                entry: entry ? JSON.stringify(entry) : null,
                source: answer.source,
                person_id: person.id,
                at: now,
              },
            ]
          : [],
      );
      if (given.length > 0) await trx.insertInto('match_run_answer').values(given).execute();
    }
  });
}

/** Answers of a run, by row. */
export async function fetchRunAnswers(db: Kysely<Tables>, id: string): Promise<RunAnswer[]> {
  const rows = await db
    .selectFrom('match_run_answer')
    .innerJoin('person', 'person.id', 'match_run_answer.person_id')
    .select(['row_number', 'entry', 'source', 'at', 'person_id', 'person.name as by'])
    .where('run_id', '=', id)
    .orderBy('row_number')
    .execute();
  return rows.map(({ row_number, entry, source, at, person_id, by }) => ({
    row: row_number,
    entry: entry === null ? null : (JSON.parse(entry) as MatchedEntry),
    source: source as RunAnswer['source'],
    by: { id: person_id, name: by },
    at,
  }));
}

type RunTexts = Pick<Selectable<MatchRunTable>, 'name' | 'column_name' | 'province_name' | 'cells'>;
interface NamingRun {
  id: string;
  /** Cells and names that name the buyer, a line each. */
  text: string;
  erased: RunTexts;
}

const RUNS_PER_SLICE = 5;

/** Finds runs with cells that name a buyer: a column may be the wrong one of its file. */
export async function* findRunsNaming(
  db: Kysely<MatchRunTables>,
  namesBuyer: NamesBuyer,
): AsyncGenerator<NamingRun> {
  const runs = readById((after) =>
    db
      .selectFrom('match_run')
      .select(['id', 'name', 'column_name', 'province_name', 'cells'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(RUNS_PER_SLICE)
      .execute(),
  );
  for await (const { id, name, column_name, province_name, cells } of runs) {
    const found: string[] = [];
    const erase = (text: string) => {
      if (!namesBuyer(text)) return text;
      found.push(text);
      return ERASED_TEXT;
    };
    const { column, province } = JSON.parse(cells) as RunCells;
    const erased = {
      name: erase(name),
      column_name: erase(column_name),
      province_name: province_name && erase(province_name),
      cells: JSON.stringify({ column: column.map(erase), province: province?.map(erase) ?? null }),
    };
    if (found.length > 0) yield { id, text: found.join('\n'), erased };
  }
}

/** Erases the cells that name a buyer. @returns of how many runs */
export async function eraseRunsNaming(db: Kysely<MatchRunTables>, namesBuyer: NamesBuyer): Promise<number> {
  let count = 0;
  for await (const { id, erased } of findRunsNaming(db, namesBuyer)) {
    await db.updateTable('match_run').set(erased).where('id', '=', id).execute();
    count += 1;
  }
  return count;
}
