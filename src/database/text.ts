import { type Expression, type Kysely, type SqlBool, sql } from 'kysely';

/** Whether a column holds the text somewhere; no character of it is a wildcard. */
export function contains(column: Expression<string | null>, part: string): Expression<SqlBool> {
  const escaped = part.replace(/[\\%_]/g, String.raw`\$&`);
  return sql<SqlBool>`${column} like ${`%${escaped}%`} escape ${'\\'}`;
}

/** So many values are looked through one by one; where more match, a page is full soon. */
const FEW = 50;

/**
 * The few values of a column that hold the text somewhere; undefined: there are many. One look at the column's index for
 * each value that there is, instead of one at each row.
 */
export async function fewValuesWith<Tables, Table extends keyof Tables & string>(
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
    select value from known where ${contains(sql.ref('known.value'), part)} limit ${FEW + 1}`.execute(db);
  return rows.length > FEW ? undefined : rows.map((row) => row.value);
}
