import { type Kysely, type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import { isPostgres } from './database.ts';

// Full-text indexes of tokens made by the caller: FTS5 on SQLite, `tsvector` with GIN on PostgreSQL.

/** Tokens are lower case and consist of letters and digits only. */
interface Row {
  /** Key of the indexed row. */
  number: number;
  tokens: readonly string[];
}

/** For migrations: creates the index as a table of its own. */
export async function createFullTextIndex(db: Kysely<unknown>, name: string): Promise<void> {
  if (isPostgres(db)) {
    await sql`create table ${sql.table(name)} (number bigint primary key, tokens tsvector not null)`.execute(
      db,
    );
    await sql`create index ${sql.ref(`${name}_tokens`)} on ${sql.table(name)} using gin (tokens)`.execute(db);
    return;
  }
  await sql`create virtual table ${sql.table(name)} using fts5 (tokens, content='', contentless_delete=1, detail=none, prefix='2 3', tokenize='unicode61 remove_diacritics 0')`.execute(
    db,
  );
}

export async function insertFullText(
  db: QueryExecutorProvider,
  name: string,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return;
  const isTsvector = isPostgres(db);
  const values = rows.map(({ number, tokens }) =>
    isTsvector
      ? sql`(${number}, array_to_tsvector(${tokens}::text[]))`
      : sql`(${number}, ${tokens.join(' ')})`,
  );
  await sql`insert into ${sql.table(name)} (${keyOf(db)}, tokens) values ${sql.join(values)}`.execute(db);
}

export async function deleteFullText(
  db: QueryExecutorProvider,
  name: string,
  numbers: readonly number[],
): Promise<void> {
  if (numbers.length === 0) return;
  await sql`delete from ${sql.table(name)} where ${keyOf(db)} in (${sql.join(numbers)})`.execute(db);
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
  return isTsquery
    ? sql<number>`select number from ${sql.table(name)} where tokens @@ ${query}::tsquery`
    : sql<number>`select rowid from ${sql.table(name)} where ${sql.ref(name)} match ${query}`;
}

function keyOf(db: QueryExecutorProvider): RawBuilder<unknown> {
  return sql.ref(isPostgres(db) ? 'number' : 'rowid');
}
