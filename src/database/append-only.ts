import type { Kysely } from 'kysely';
import { isPostgres } from './database.ts';
import { executeStatements } from './execute-statements.ts';

/**
 * Adds triggers that reject deletes, updates of rows whose `completed` column is set, and changes of the `fixed` columns
 * before that. Inserts that replace a row are rejected too: SQLite's `or replace` deletes without firing the delete
 * trigger. It is called by migrations: the names are not escaped.
 */
export async function makeAppendOnly(
  db: Kysely<unknown>,
  table: string,
  { completed, fixed }: { completed: string; fixed: readonly string[] },
): Promise<void> {
  const refuseUpdate = (columns: readonly string[]) =>
    [
      `old.${completed} is not null`,
      ...columns.map((column) => `old.${column} is distinct from new.${column}`),
    ].join(' or ');
  if (isPostgres(db)) {
    const guard = `execute function ${table}_is_append_only()`;
    return executeStatements(db, [
      `create function ${table}_is_append_only() returns trigger language plpgsql as $$
      begin raise exception 'append-only'; end $$`,
      `create trigger kept before delete or truncate on ${table} ${guard}`,
      `create trigger fixed before update on ${table} for each row when (${refuseUpdate(fixed)}) ${guard}`,
    ]);
  }
  const refuse = "begin select raise(abort, 'append-only'); end";
  await executeStatements(db, [
    `create trigger ${table}_kept before delete on ${table} ${refuse}`,
    `create trigger ${table}_fixed before update on ${table} when ${refuseUpdate(['rowid', ...fixed])} ${refuse}`,
    `create trigger ${table}_replaced before insert on ${table}
    when exists (select 1 from ${table} where id = new.id or rowid = new.rowid) ${refuse}`,
  ]);
}
