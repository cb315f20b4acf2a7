import { readFileSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';
import { isPostgres } from '#database/database.ts';

/** Rows of the table of a README under *What is kept, and for how long*, by name of a database table. */
export function parseDocumentedTables(readme: string): Map<string, { isBounded: boolean }> {
  const [, section = ''] = readFileSync(readme, 'utf8').split('## What is kept, and for how long');
  const rows = section.split(/^## /m)[0]?.matchAll(/^\| (`.*?`) \|.*?\| (.*?) \|$/gm) ?? [];
  return new Map(
    [...rows].flatMap(([, names = '', kept = '']) =>
      [...names.matchAll(/`(\w+)`/g)].map(
        ([, name = '']) => [name, { isBounded: kept.startsWith('bounded: ') }] as const,
      ),
    ),
  );
}

/** Tables of a migrated database, without those of the migrator and the parts of full-text indexes. */
export async function listTables<Tables>(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await (
    isPostgres(db)
      ? sql<{ name: string }>`
          select table_name as name from information_schema.tables where table_schema = current_schema()`
      : sql<{ name: string }>`select name from sqlite_schema where type = 'table'`
  ).execute(db);
  return rows
    .map(({ name }) => name)
    .filter((name) => !/^(?:kysely_migration|sqlite_)|_words_/.test(name))
    .toSorted();
}
