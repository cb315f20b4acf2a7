import { type Expression, type Kysely, type SqlBool, sql } from 'kysely';

/** Condition: the column contains `part`. Wildcard characters in `part` are escaped. */
export function columnContains(column: Expression<string | null>, part: string): Expression<SqlBool> {
  const escaped = part.replace(/[\\%_]/g, String.raw`\$&`);
  return sql<SqlBool>`${column} like ${`%${escaped}%`} escape ${'\\'}`;
}

/** A page with more matching values than this fills up quickly without them. */
const MAX_VALUES_PER_WORD = 50;

/**
 * Distinct values of a column that contain `part`; undefined if there are more than 50. Reads one index entry per
 * distinct value (a loose index scan) instead of every row.
 */
export async function findMatchingValues<Tables, Table extends keyof Tables & string>(
  db: Kysely<Tables>,
  [table, column]: [Table, keyof Tables[Table] & string],
  part: string,
): Promise<string[] | undefined> {
  const from = sql.table(table);
  const value = sql.ref(column);
  const { rows } = await sql<{ value: string }>`
    with recursive known (value) as (
      select min(${value}) from ${from}
      union all
      select (select min(${value}) from ${from} where ${value} > known.value) from known where known.value is not null
    )
    select value from known where ${columnContains(sql.ref('known.value'), part)} limit ${MAX_VALUES_PER_WORD + 1}`.execute(
    db,
  );
  return rows.length > MAX_VALUES_PER_WORD ? undefined : rows.map((row) => row.value);
}
