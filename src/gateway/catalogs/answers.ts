import type { Kysely } from 'kysely';
import { MAX_ANSWERS, type MatchKind, type MatchedEntry, type SavedAnswer } from '#contract/desk/matching.ts';
import { toBatches } from '#contract/to-batches.ts';
import { countRows } from '#database/count-rows.ts';
import type { PeopleTables, Person } from '#gateway/people/store.ts';
import { createProblem } from '#gateway/problems.ts';
import { toValueKey } from '#matching/value-key.ts';
import type { Stamp } from '#system/random.ts';

export interface AnswerTables {
  catalog_answer: {
    id: string;
    catalog: string;
    value_key: string;
    province_key: string;
    value: string;
    province: string;
    /** JSON of a `MatchedEntry`; null: no entry. */
    entry: string | null;
    person_id: string;
    at: number;
  };
}

type Tables = AnswerTables & PeopleTables;

interface ValueRef {
  value: string;
  province: string;
}

const toAnswerKeys = ({ value, province }: ValueRef) => ({
  value_key: toValueKey(value),
  province_key: toValueKey(province),
});

/** Answers of a catalog, sorted by value. */
export async function fetchAnswers(db: Kysely<Tables>, catalog: MatchKind): Promise<SavedAnswer[]> {
  const rows = await selectAnswers(db, catalog).execute();
  const { compare } = new Intl.Collator('es');
  return rows.map(toAnswer).toSorted((a, b) => compare(a.value, b.value) || compare(a.province, b.province));
}

/** The answer for each value, in their order; undefined: none. */
export async function findAnswers(
  db: Kysely<Tables>,
  catalog: MatchKind,
  values: readonly ValueRef[],
): Promise<(SavedAnswer | undefined)[]> {
  const keys = values.map(toAnswerKeys);
  const rows = await selectAnswers(db, catalog)
    .where(
      'value_key',
      'in',
      keys.map(({ value_key }) => value_key),
    )
    .execute();
  const answers = new Map(
    rows.map((row) => [JSON.stringify([row.value_key, row.province_key]), toAnswer(row)]),
  );
  return keys.map(({ value_key, province_key }) => answers.get(JSON.stringify([value_key, province_key])));
}

/** Rows of one statement, whose parameters both engines limit. */
const INSERTED_ROWS = 500;

/** Replaces answers with the same key. @throws ProblemError `too-many-saved` */
export async function storeAnswers(
  db: Kysely<Tables>,
  person: Person,
  catalog: MatchKind,
  answers: readonly (ValueRef & { entry: MatchedEntry | undefined })[],
  { now, random }: Stamp,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // One statement cannot change a row twice: the last answer for a key counts.
    const rows = new Map(
      answers.map(({ value, province, entry }) => {
        const keys = toAnswerKeys({ value, province });
        const row = {
          id: random.ulid(now),
          catalog,
          ...keys,
          value: value.trim(),
          province: province.trim(),
          entry: entry ? JSON.stringify(entry) : null,
          person_id: person.id,
          at: now,
        };
        return [JSON.stringify(keys), row];
      }),
    );
    for (const batch of toBatches([...rows.values()], INSERTED_ROWS))
      await trx
        .insertInto('catalog_answer')
        .values(batch)
        .onConflict((conflict) =>
          conflict.columns(['catalog', 'value_key', 'province_key']).doUpdateSet((eb) => ({
            value: eb.ref('excluded.value'),
            province: eb.ref('excluded.province'),
            entry: eb.ref('excluded.entry'),
            person_id: eb.ref('excluded.person_id'),
            at: eb.ref('excluded.at'),
          })),
        )
        .execute();
    const stored = trx.selectFrom('catalog_answer').where('catalog', '=', catalog);
    if ((await countRows(stored)) > MAX_ANSWERS) throw createProblem('too-many-saved');
  });
}

/** @throws ProblemError `not-found` */
export async function deleteSavedAnswer(db: Kysely<Tables>, catalog: MatchKind, id: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('catalog_answer')
    .where((eb) => eb.and({ catalog, id }))
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw createProblem('not-found');
}

function selectAnswers(db: Kysely<Tables>, catalog: MatchKind) {
  return db
    .selectFrom('catalog_answer')
    .innerJoin('person', 'person.id', 'catalog_answer.person_id')
    .selectAll('catalog_answer')
    .select('person.name as by')
    .where('catalog', '=', catalog);
}

function toAnswer({
  id,
  value,
  province,
  entry,
  person_id,
  by,
  at,
}: AnswerTables['catalog_answer'] & { by: string }): SavedAnswer {
  return {
    id,
    value,
    province,
    entry: entry === null ? null : (JSON.parse(entry) as MatchedEntry),
    by: { id: person_id, name: by },
    at,
  };
}
