import type { Kysely, Selectable } from 'kysely';
import { MAX_RUNS_OF_PERSON, isMatchKind } from '#contract/desk/match-runs.ts';
import type {
  AddMatchRun,
  ListedRun,
  MatchRun,
  RunAnswer,
  RunKind,
  SaveRunAnswers,
} from '#contract/desk/match-runs.ts';
import type { MatchKind, MatchedEntry } from '#contract/desk/matching.ts';
import { toBatches } from '#contract/to-batches.ts';
import { readById } from '#database/read-by-id.ts';
import type { NamesBuyer } from '#gateway/inquiries/buyers.ts';
import { ERASED_TEXT } from '#gateway/jobs/erasure.ts';
import type { PeopleTables, Person } from '#gateway/people/store.ts';
import { createProblem } from '#gateway/problems.ts';
import { type MatchRunTable, formatColumns, listCatalogs, parseColumns } from './run-columns.ts';

export interface MatchRunTables {
  match_run: MatchRunTable;
  match_run_answer: {
    run_id: string;
    row_number: number;
    catalog: string;
    /** JSON of a `MatchedEntry`; null: no entry. */
    entry: string | null;
    source: string;
    person_id: string;
    at: number;
  };
}

type Tables = MatchRunTables & PeopleTables;

const getKind = ({ catalogs }: Pick<MatchRunTable, 'catalogs'>): RunKind =>
  catalogs === null ? 'column' : 'listings';

/** The person's own runs of both kinds, newest first. */
export async function fetchRuns(db: Kysely<Tables>, person: Person): Promise<ListedRun[]> {
  const rows = await db
    .selectFrom('match_run')
    .innerJoin('person', 'person.id', 'match_run.person_id')
    .select(['match_run.id', 'person_id', 'person.name as by', 'at', 'catalog', 'catalogs'])
    .select(['match_run.name', 'column_name', 'row_count'])
    .where('person_id', '=', person.id)
    .orderBy('at', 'desc')
    .orderBy('match_run.id')
    .execute();
  return rows.map((run) => ({
    id: run.id,
    by: { id: run.person_id, name: run.by },
    at: run.at,
    kind: getKind(run),
    name: run.name,
    column: run.column_name,
    catalogs: listCatalogs(run),
    rowCount: run.row_count,
  }));
}

/**
 * Idempotent by id. Of the person's runs of a kind only the newest ones stay.
 * @throws ProblemError `changed-meanwhile` when the id belongs to somebody else
 */
export async function addRun(
  db: Kysely<Tables>,
  person: Person,
  { id, kind, name, columns }: AddMatchRun,
  now: number,
): Promise<void> {
  const catalogs = columns.map(({ field }) => field).filter(isMatchKind);
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('match_run')
      .values({
        id,
        person_id: person.id,
        at: now,
        catalogs: kind === 'column' ? null : catalogs.join(','),
        name,
        row_count: columns[0]?.cells.length ?? 0,
        ...formatColumns(columns),
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
    const own = await trx
      .selectFrom('match_run')
      .select('id')
      .where('person_id', '=', person.id)
      .where('catalogs', kind === 'column' ? 'is' : 'is not', null)
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
  return {
    id,
    by: { id: run.person_id, name: run.by },
    at: run.at,
    kind: getKind(run),
    name: run.name,
    columns: parseColumns(run),
    answers: await fetchRunAnswers(db, id),
  };
}

/** @throws ProblemError `not-found` */
export async function fetchRunSize(
  db: Kysely<Tables>,
  id: string,
): Promise<{ catalogs: MatchKind[]; rowCount: number }> {
  const run = await db
    .selectFrom('match_run')
    .select(['catalog', 'catalogs', 'row_count'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!run) throw createProblem('not-found');
  return { catalogs: listCatalogs(run), rowCount: run.row_count };
}

/** Rows of one statement, whose parameters both engines limit. */
const ROWS_PER_STATEMENT = 500;

type NewAnswer = SaveRunAnswers['answers'][number] & { entry: MatchedEntry | undefined };

/** Replaces or takes back answers of cells; the last one for a cell counts. */
export async function storeRunAnswers(
  db: Kysely<Tables>,
  person: Person,
  id: string,
  answers: readonly NewAnswer[],
  now: number,
): Promise<void> {
  // One statement cannot change a row twice.
  const cells = [...new Map(answers.map((answer) => [`${answer.catalog} ${answer.row}`, answer])).values()];
  const batches = [...Map.groupBy(cells, ({ catalog }) => catalog)].flatMap(([catalog, rows]) =>
    [...toBatches(rows, ROWS_PER_STATEMENT)].map((batch) => ({ catalog, batch })),
  );
  await db.transaction().execute(async (trx) => {
    // An answer without its run would stay for ever.
    const locked = await trx
      .updateTable('match_run')
      .set((eb) => ({ row_count: eb.ref('row_count') }))
      .where('id', '=', id)
      .executeTakeFirst();
    if (locked.numUpdatedRows === 0n) throw createProblem('not-found');
    for (const { catalog, batch } of batches) {
      await trx
        .deleteFrom('match_run_answer')
        .where('run_id', '=', id)
        .where('catalog', '=', catalog)
        .where(
          'row_number',
          'in',
          batch.map(({ row }) => row),
        )
        .execute();
      const given = batch.flatMap(({ row, answer, entry }) =>
        answer
          ? [
              {
                run_id: id,
                row_number: row,
                catalog,
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

/** Answers of a run, by row and catalog. */
export async function fetchRunAnswers(db: Kysely<Tables>, id: string): Promise<RunAnswer[]> {
  const rows = await db
    .selectFrom('match_run_answer')
    .innerJoin('person', 'person.id', 'match_run_answer.person_id')
    .select(['row_number', 'catalog', 'entry', 'source', 'at', 'person_id', 'person.name as by'])
    .where('run_id', '=', id)
    .orderBy('row_number')
    .orderBy('catalog')
    .execute();
  return rows.map(({ row_number, catalog, entry, source, at, person_id, by }) => ({
    row: row_number,
    catalog: catalog as MatchKind,
    entry: entry === null ? null : (JSON.parse(entry) as MatchedEntry),
    source: source as RunAnswer['source'],
    by: { id: person_id, name: by },
    at,
  }));
}

interface NamingRun {
  id: string;
  /** Cells and names that name the buyer, a line each. */
  text: string;
  erased: Partial<Selectable<MatchRunTable>>;
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
      .select(['id', 'name', 'catalog', 'column_name', 'province_name', 'cells'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(RUNS_PER_SLICE)
      .execute(),
  );
  for await (const { id, name, ...texts } of runs) {
    const found: string[] = [];
    const erase = (text: string) => {
      if (!namesBuyer(text)) return text;
      found.push(text);
      return ERASED_TEXT;
    };
    const columns = parseColumns(texts).map((column) => ({
      field: column.field,
      name: erase(column.name),
      cells: column.cells.map(erase),
    }));
    const erased = { name: erase(name), ...formatColumns(columns) };
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
