import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { type Kysely, sql } from 'kysely';
import { openDatabase } from '#database/database.ts';
import { lockDatabase } from '#database/lock-database.ts';
import { BackupError } from './backup-error.ts';
import { hasTables } from './create-backup.ts';
import type { BackupProgram } from './program.ts';
import { analyzeTables, listTables } from './table-rows.ts';

/** Rows that are read, sent and compared at a time. */
const ROWS_PER_BATCH = 2000;

type Row = Record<string, unknown>;

/** A table that was copied, whose rows have the same checksum on both sides. */
export interface CopiedTable {
  table: string;
  rows: number;
  checksum: string;
}

/**
 * Copies the embedded database of a program into an empty schema of PostgreSQL, and compares every row.
 * @throws BackupError when the schema is not empty or a copy differs; DatabaseInUseError when a server runs
 */
export async function copyDatabase(program: BackupProgram): Promise<CopiedTable[]> {
  const { target } = program;
  if (target.url === undefined) throw new BackupError('Give DATABASE_URL, the database to copy into.');
  using _lock = lockDatabase({ file: target.file, url: undefined });
  {
    await using empty = await openDatabase<unknown>(target);
    if (await hasTables(empty))
      throw new BackupError(`The schema ${target.schema} exists already: choose an empty database.`);
  }
  // Both have the tables of this version then.
  await program.migrate({ ...target, url: undefined });
  await program.migrate(target);
  using source = new DatabaseSync(target.file, { readOnly: true, timeout: 5000 });
  await using database = await openDatabase<unknown>(target, { hasStatementTimeout: false });
  const copied = await database.db.transaction().execute((transaction) => copyTables(source, transaction));
  await program.fillDerivedTables?.(target);
  await analyzeTables(database.db);
  return copied;
}

async function copyTables(source: DatabaseSync, db: Kysely<unknown>): Promise<CopiedTable[]> {
  const stored = listSourceTables(source);
  const tables = await sortByReferences(
    db,
    (await listTables(db)).filter((table) => stored.has(table)),
  );
  // Triggers would add rows that are copied too.
  for (const table of tables) await sql`alter table ${sql.table(table)} disable trigger user`.execute(db);
  // Migrations insert first rows.
  await sql`truncate ${sql.join(tables.map((table) => sql.table(table)))} cascade`.execute(db);
  const copied: CopiedTable[] = [];
  for (const table of tables) copied.push(await copyTable(source, db, table));
  for (const table of tables) await sql`alter table ${sql.table(table)} enable trigger user`.execute(db);
  return copied;
}

function listSourceTables(source: DatabaseSync): Set<string> {
  const rows = source
    .prepare(`select name from pragma_table_list where schema = 'main' and type = 'table'`)
    .all() as { name: string }[];
  return new Set(rows.map(({ name }) => name).filter((name) => !name.startsWith('kysely_')));
}

/** Orders tables so that each comes after those that it refers to. */
async function sortByReferences(db: Kysely<unknown>, tables: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ table: string; parent: string }>`
    select child.relname as table, parent.relname as parent from pg_constraint
    join pg_class as child on child.oid = conrelid join pg_class as parent on parent.oid = confrelid
    where contype = 'f' and connamespace = current_schema()::regnamespace and conrelid <> confrelid`.execute(
    db,
  );
  const sorted: string[] = [];
  while (sorted.length < tables.length) {
    const isReady = (table: string) =>
      !sorted.includes(table) && rows.every((row) => row.table !== table || sorted.includes(row.parent));
    const ready = tables.filter(isReady);
    if (ready.length === 0) throw new Error('References form a circle');
    sorted.push(...ready);
  }
  return sorted;
}

async function copyTable(source: DatabaseSync, db: Kysely<unknown>, table: string): Promise<CopiedTable> {
  const { rows: columns } = await sql<{ name: string; sequence: string | null }>`
    select column_name as name, pg_get_serial_sequence(quote_ident(table_schema) || '.' || quote_ident(table_name), column_name) as sequence
    from information_schema.columns where table_schema = current_schema() and table_name = ${table}
    order by ordinal_position`.execute(db);
  const names = columns.map(({ name }) => name);
  const list = names.map((name) => `"${name}"`).join(', ');
  const sent = new RowChecksum(names);
  let batch: Row[] = [];
  const send = async () => {
    if (batch.length === 0) return;
    await sql`insert into ${sql.table(table)} select * from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(batch)})`.execute(
      db,
    );
    batch = [];
  };
  for (const row of source.prepare(`select ${list} from "${table}"`).iterate()) {
    const values = encodeBinary(row);
    sent.add(values);
    batch.push(values);
    if (batch.length === ROWS_PER_BATCH) await send();
  }
  await send();
  for (const { name, sequence } of columns)
    if (sequence !== null)
      await sql`select setval(${sequence}, coalesce(max(${sql.ref(name)}), 0) + 1, false) from ${sql.table(table)}`.execute(
        db,
      );
  const stored = await computeStored(db, table, names);
  if (stored.toString() !== sent.toString())
    throw new BackupError(`${table} was not copied as it is: nothing was stored.`);
  return { table, rows: sent.rows, checksum: sent.toString() };
}

/** PostgreSQL writes binary values into JSON in this form, and reads them from it. */
function encodeBinary(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value,
    ]),
  );
}

async function computeStored(
  db: Kysely<unknown>,
  table: string,
  names: readonly string[],
): Promise<RowChecksum> {
  const checksum = new RowChecksum(names);
  await sql`declare copied cursor for select row_to_json(copied_row)::text as row from ${sql.table(table)} as copied_row`.execute(
    db,
  );
  for (;;) {
    const { rows } = await sql<{ row: string }>`${sql.raw(`fetch ${ROWS_PER_BATCH} from copied`)}`.execute(
      db,
    );
    for (const { row } of rows) checksum.add(JSON.parse(row) as Row);
    if (rows.length < ROWS_PER_BATCH) break;
  }
  await sql`close copied`.execute(db);
  return checksum;
}

/** Checksum of rows in any order: the sum of their hashes. */
class RowChecksum {
  readonly #names: readonly string[];
  #sum = 0n;
  rows = 0;

  constructor(names: readonly string[]) {
    this.#names = names;
  }

  add(row: Row): void {
    const text = JSON.stringify(this.#names.map((name) => row[name] ?? null));
    this.#sum = BigInt.asUintN(128, this.#sum + BigInt(`0x${createHash('md5').update(text).digest('hex')}`));
    this.rows++;
  }

  toString(): string {
    return `${this.rows}:${this.#sum.toString(16).padStart(32, '0')}`;
  }
}
