import { type Kysely, type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import { isPostgres } from './database.ts';
import { executeStatements } from './execute-statements.ts';

// Full-text indexes of tokens made by the caller: FTS5 on SQLite, `tsvector` with GIN on PostgreSQL. A write to FTS5 also merges
// segments, by whole terms: a frequent one of a million rows would hold the event loop for 100 ms. An index on SQLite is
// therefore divided into tables.

/** Tokens are lower case and consist of letters and digits only. */
interface Row {
  /** Key of the indexed row. */
  number: number;
  tokens: readonly string[];
}

const SHARDS = 8;
/** Rows with consecutive numbers are in one shard, so that a write of several merges segments of one or two. */
const ROWS_PER_BLOCK = 1024;
/** Segments are merged by pages, at least 64 for each of their levels. */
const PAGE_BYTES = 1000;

/** Tables of an index. */
function listShards(db: QueryExecutorProvider, name: string): string[] {
  return Array.from({ length: isPostgres(db) ? 1 : SHARDS }, (_, shard) =>
    shard === 0 ? name : `${name}_${shard}`,
  );
}

function getShard(db: QueryExecutorProvider, name: string, number: number): string {
  const shards = listShards(db, name);
  return shards[Math.floor(number / ROWS_PER_BLOCK) % shards.length] ?? name;
}

/** Creates an empty index, in migrations. */
export async function createFullTextIndex(db: Kysely<unknown>, name: string): Promise<void> {
  if (isPostgres(db))
    return executeStatements(db, [
      `create table ${name} (number bigint primary key, tokens tsvector not null)`,
      `create index ${name}_tokens on ${name} using gin (tokens)`,
    ]);
  for (const shard of listShards(db, name))
    await executeStatements(db, [
      `create virtual table ${shard} using fts5 (tokens, content='', contentless_delete=1, detail=none, prefix='2 3', tokenize='unicode61 remove_diacritics 0')`,
      `insert into ${shard} (${shard}, rank) values ('pgsz', ${PAGE_BYTES})`,
    ]);
}

export async function insertFullText(db: QueryExecutorProvider, name: string, rows: readonly Row[]) {
  if (rows.length === 0) return;
  const isTsvector = isPostgres(db);
  for (const [shard, shardRows] of Map.groupBy(rows, ({ number }) => getShard(db, name, number))) {
    const values = shardRows.map(({ number, tokens }) =>
      isTsvector
        ? sql`(${number}, array_to_tsvector(${tokens}::text[]))`
        : sql`(${number}, ${tokens.join(' ')})`,
    );
    await sql`insert into ${sql.table(shard)} (${keyOf(db)}, tokens) values ${sql.join(values)}`.execute(db);
  }
}

export async function deleteFullText(db: QueryExecutorProvider, name: string, numbers: readonly number[]) {
  for (const [shard, shardNumbers] of Map.groupBy(numbers, (number) => getShard(db, name, number)))
    await sql`delete from ${sql.table(shard)} where ${keyOf(db)} in (${sql.join(shardNumbers)})`.execute(db);
}

/** A whole token, or with `prefix` the beginning of tokens. */
export interface Term {
  token: string;
  prefix: boolean;
}

/** Query of the row numbers that match at least one term of every group. */
export function selectFullTextMatches(
  db: QueryExecutorProvider,
  name: string,
  groups: readonly (readonly Term[])[],
): RawBuilder<number> {
  const isTsquery = isPostgres(db);
  const formatTerm = ({ token, prefix }: Term) =>
    isTsquery ? `'${token}'${prefix ? ':*' : ''}` : `"${token}"${prefix ? '*' : ''}`;
  const [and, or] = isTsquery ? [' & ', ' | '] : [' AND ', ' OR '];
  const query = groups.map((terms) => `(${terms.map(formatTerm).join(or)})`).join(and);
  if (isTsquery) return sql<number>`select number from ${sql.table(name)} where tokens @@ ${query}::tsquery`;
  const shards = listShards(db, name).map(
    (shard) => sql`select rowid from ${sql.table(shard)} where ${sql.ref(shard)} match ${query}`,
  );
  return sql<number>`${sql.join(shards, sql` union all `)}`;
}

function keyOf(db: QueryExecutorProvider): RawBuilder<unknown> {
  return sql.ref(isPostgres(db) ? 'number' : 'rowid');
}
