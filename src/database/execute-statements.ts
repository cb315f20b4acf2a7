import { type Kysely, sql } from 'kysely';

/** Executes SQL that both engines understand, for migrations. */
export async function executeStatements(db: Kysely<unknown>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
