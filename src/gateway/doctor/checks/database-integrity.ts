import { sql } from 'kysely';
import type { Text } from '#contract/desk/doctor.ts';
import { DAY_MS } from '#contract/durations.ts';
import { type Check, type CheckContext, untranslated } from '#gateway/doctor/check.ts';

/** More of them help nobody. */
const MAX_DAMAGES = 5;

async function findDamages({ database, reads }: CheckContext): Promise<string[]> {
  if (database.engine === 'postgres') {
    const { rows } = await sql<{ name: string }>`
      select indexrelid::regclass::text as name from pg_index
        join pg_class on pg_class.oid = indrelid
        where not indisvalid and relnamespace = current_schema()::regnamespace
      union all
      select conname from pg_constraint
        where not convalidated and connamespace = current_schema()::regnamespace`.execute(database.db);
    return rows.map(({ name }) => name);
  }
  const { rows: pages } = await sql<{ quick_check: string }>`
    select quick_check from pragma_quick_check limit ${MAX_DAMAGES}`.execute(reads);
  const { rows: references } = await sql<{ name: string; count: number }>`
    select "table" as name, count(*) as count from pragma_foreign_key_check group by 1`.execute(reads);
  return [
    ...pages.map((row) => row.quick_check).filter((text) => text !== 'ok'),
    ...references.map(({ name, count }) => `${name}: ${count} foreign keys`),
  ];
}

export const databaseIntegrity: Check = {
  id: 'database-integrity',
  everyMs: DAY_MS,
  severity: 'error',
  retries: 0,
  title: { es: 'La base de datos está sana', en: 'The database is sound' },
  why: {
    es: 'Un archivo dañado empeora con cada escritura, y las copias lo llevan consigo.',
    en: 'A damaged file gets worse with every write, and backups take the damage along.',
  },
  run: async (context): Promise<Text[]> =>
    (await findDamages(context)).slice(0, MAX_DAMAGES).map(untranslated),
  remedy: {
    text: {
      es: 'Frená el programa y volvé a la última copia probada.',
      en: 'Stop the program and restore the newest proved backup.',
    },
    command: 'npm run restore -- FILE',
  },
};
