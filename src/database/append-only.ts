import { type Kysely, sql } from 'kysely';
import { isPostgres } from './database.ts';
import { executeStatements } from './execute-statements.ts';

/**
 * Adds triggers that reject deletes, updates of rows whose `completed` column is set, and changes of the `fixed` columns
 * before that. Inserts that replace a row are rejected too: SQLite's `or replace` deletes without firing the delete
 * trigger. Rows with an id before the one of `<table>_expiry` may be deleted, and that one only grows: see `expireRows`. It
 * is called by migrations: the names are not escaped.
 */
export async function makeAppendOnly(
  db: Kysely<unknown>,
  table: string,
  { completed, fixed }: { completed: string; fixed: readonly string[] },
): Promise<void> {
  const expiry = `${table}_expiry`;
  await executeStatements(db, [
    `create table ${expiry} (before_id text not null)`,
    `insert into ${expiry} (before_id) values ('')`,
  ]);
  const isKept = `old.id >= (select before_id from ${expiry})`;
  const isEarlier = 'new.before_id < old.before_id';
  if (isPostgres(db)) {
    const guard = getGuard(table);
    await executeStatements(db, [
      `create function ${table}_is_append_only() returns trigger language plpgsql as $$
      begin raise exception 'append-only'; end $$`,
      `create function ${table}_is_kept() returns trigger language plpgsql as $$
      begin if ${isKept} then raise exception 'append-only'; end if; return old; end $$`,
      `create trigger kept before delete on ${table} for each row execute function ${table}_is_kept()`,
      `create trigger whole before truncate on ${table} ${guard}`,
      `create trigger kept before insert or delete or truncate on ${expiry} ${guard}`,
      `create trigger growing before update on ${expiry} for each row when (${isEarlier}) ${guard}`,
    ]);
    return fixColumns(db, table, { completed, fixed });
  }
  await executeStatements(db, [
    `create trigger ${table}_kept before delete on ${table} when ${isKept} ${REFUSE}`,
    `create trigger ${table}_replaced before insert on ${table}
    when exists (select 1 from ${table} where id = new.id or rowid = new.rowid) ${REFUSE}`,
    `create trigger ${expiry}_single before insert on ${expiry} ${REFUSE}`,
    `create trigger ${expiry}_kept before delete on ${expiry} ${REFUSE}`,
    `create trigger ${expiry}_growing before update on ${expiry} when ${isEarlier} ${REFUSE}`,
  ]);
  await fixColumns(db, table, { completed, fixed });
}

/** Refuses updates of the `fixed` columns of an append-only table, instead of those that it had; for migrations. */
export async function fixColumns(
  db: Kysely<unknown>,
  table: string,
  { completed, fixed }: { completed: string; fixed: readonly string[] },
): Promise<void> {
  const refuseUpdate = (columns: readonly string[]) =>
    [
      `old.${completed} is not null`,
      ...columns.map((column) => `old.${column} is distinct from new.${column}`),
    ].join(' or ');
  await executeStatements(
    db,
    isPostgres(db)
      ? [
          `drop trigger if exists fixed on ${table}`,
          `create trigger fixed before update on ${table} for each row when (${refuseUpdate(fixed)}) ${getGuard(table)}`,
        ]
      : [
          `drop trigger if exists ${table}_fixed`,
          `create trigger ${table}_fixed before update on ${table} when ${refuseUpdate(['rowid', ...fixed])} ${REFUSE}`,
        ],
  );
}

const getGuard = (table: string) => `execute function ${table}_is_append_only()`;
const REFUSE = "begin select raise(abort, 'append-only'); end";

/** Lets the rows of an append-only table with an id before this one be deleted. */
export async function expireRows<Tables>(db: Kysely<Tables>, table: keyof Tables & string, beforeId: string) {
  const expiry = sql.table(`${table}_expiry`);
  await sql`update ${expiry} set before_id = ${beforeId} where before_id < ${beforeId}`.execute(db);
}
