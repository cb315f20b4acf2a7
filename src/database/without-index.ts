import { type Expression, type RawBuilder, sql } from 'kysely';

// Neither engine takes hints. Both use an index on a column only where the bare column stands: an expression of the same
// value keeps the planner from an index that it would choose although it reads many more rows.

/** The same text, for which no index on the column is used. */
export function textWithoutIndex(column: Expression<string>): RawBuilder<string> {
  return sql`(${column} || '')`;
}

/** The same number, for which no index on the column is used. */
export function numberWithoutIndex(column: Expression<number>): RawBuilder<number> {
  return sql`(${column} + 0)`;
}
