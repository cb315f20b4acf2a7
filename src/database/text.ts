import { type Expression, type SqlBool, sql } from 'kysely';

/** Whether a column holds the text somewhere; no character of it is a wildcard. */
export function contains(column: Expression<string | null>, part: string): Expression<SqlBool> {
  const escaped = part.replace(/[\\%_]/g, String.raw`\$&`);
  return sql<SqlBool>`${column} like ${`%${escaped}%`} escape ${'\\'}`;
}
