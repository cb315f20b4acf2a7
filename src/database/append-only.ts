import { type Kysely, sql } from 'kysely';
import { isPostgres } from './database.ts';

/**
 * Adds triggers that reject deletes, and updates of rows whose `completed` column is set. For migrations: the names are
 * not escaped.
 */
export async function makeAppendOnly(db: Kysely<unknown>, table: string, completed: string): Promise<void> {
  const name = sql.ref(table);
  const column = sql.ref(completed);
  if (isPostgres(db)) {
    const guard = sql.ref(`${table}_is_append_only`);
    await sql`create function ${guard}() returns trigger language plpgsql as $$ begin raise exception 'append-only'; end $$`.execute(
      db,
    );
    await sql`create trigger kept before delete or truncate on ${name} execute function ${guard}()`.execute(
      db,
    );
    await sql`create trigger fixed before update on ${name} for each row when (old.${column} is not null) execute function ${guard}()`.execute(
      db,
    );
    return;
  }
  const refuse = sql.raw(`begin select raise(abort, 'append-only'); end`);
  await sql`create trigger ${sql.ref(`${table}_kept`)} before delete on ${name} ${refuse}`.execute(db);
  await sql`create trigger ${sql.ref(`${table}_fixed`)} before update on ${name} when old.${column} is not null ${refuse}`.execute(
    db,
  );
}

/**
 * The triggers also reject changes of the `fixed` columns before a row is completed, and inserts that replace
 * a row: SQLite's `or replace` deletes without firing the delete trigger.
 */
export async function refuseReplace(
  db: Kysely<unknown>,
  table: string,
  { completed, fixed }: { completed: string; fixed: readonly string[] },
): Promise<void> {
  const name = sql.ref(table);
  const changed = (columns: readonly string[]) =>
    sql.join(
      columns.map((column) => sql`old.${sql.ref(column)} is distinct from new.${sql.ref(column)}`),
      sql` or `,
    );
  const isCompleted = sql`old.${sql.ref(completed)} is not null`;
  if (isPostgres(db)) {
    const guard = sql.ref(`${table}_is_append_only`);
    await sql`drop trigger fixed on ${name}`.execute(db);
    await sql`create trigger fixed before update on ${name} for each row when (${isCompleted} or ${changed(fixed)}) execute function ${guard}()`.execute(
      db,
    );
    return;
  }
  const refuse = sql.raw(`begin select raise(abort, 'append-only'); end`);
  await sql`drop trigger ${sql.ref(`${table}_fixed`)}`.execute(db);
  await sql`create trigger ${sql.ref(`${table}_fixed`)} before update on ${name} when ${isCompleted} or ${changed(['rowid', ...fixed])} ${refuse}`.execute(
    db,
  );
  await sql`create trigger ${sql.ref(`${table}_replaced`)} before insert on ${name} when exists (select 1 from ${name} where id = new.id or rowid = new.rowid) ${refuse}`.execute(
    db,
  );
}
