import { type Expression, type RawBuilder, sql } from 'kysely';

// One row for each group is read many times faster than the rows of the group, above all on PostgreSQL.

/** Aggregate of the JSON texts of a group, joined by commas; `parseJoinedJson` reads it. */
export function joinJson(json: Expression<string>): RawBuilder<string> {
  return sql`string_agg(${json}, ',')`;
}

export function parseJoinedJson<T>(joined: string): T[] {
  return JSON.parse(`[${joined}]`) as T[];
}
