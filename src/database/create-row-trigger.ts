import type { Kysely } from 'kysely';
import { isPostgres } from './database.ts';
import { executeStatements } from './execute-statements.ts';

interface RowTrigger {
  name: string;
  /** SQL after the name: `after update of at on inquiry`. */
  on: string;
  /** Condition on `old` and `new`; without it the trigger fires for every row. */
  when?: string;
  /** Statements that end with a semicolon. */
  body: string;
}

/** Creates a trigger that runs the same statements on both engines; migrations call it, as the names are not escaped. */
export async function createRowTrigger(db: Kysely<unknown>, { name, on, when, body }: RowTrigger) {
  if (!isPostgres(db))
    return executeStatements(db, [
      `create trigger ${name} ${on} ${when ? `when ${when}` : ''} begin ${body} end`,
    ]);
  await executeStatements(db, [
    `create function ${name}() returns trigger language plpgsql as $$ begin ${body} return null; end $$`,
    `create trigger ${name} ${on} for each row ${when ? `when (${when})` : ''} execute function ${name}()`,
  ]);
}
