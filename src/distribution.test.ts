import { sql } from 'kysely';
import { describe, expect, inject, it } from 'vitest';
import { openDatabase } from '#database/database.ts';
import { cloneDatabase } from '#testing/engines.ts';
import { getReadme, getSection } from '#testing/readmes.ts';

// The plan of `src/deploy/README.md` for several PostgreSQL nodes against the schema. Citus needs the distribution column
// in every unique key of a distributed table, and refuses references to it from other tables.

const section = getSection(getReadme('src/deploy/README.md'), 'When one PostgreSQL is not enough');
/** Table names in each item of the plan, by program. */
const placements = [...section.matchAll(/^- .*? Gateway: (.*?)\. Service: (.*?)\./gm)].map(
  ([, gateway = '', service = '']) => ({ gateway: listNames(gateway), service: listNames(service) }),
);

function listNames(text: string): string[] {
  return [...text.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
}

describe.skipIf(inject('databases').postgresUrl === null).each(['gateway', 'service'] as const)(
  'tables of the %s on several nodes',
  (program) => {
    it('have a place each, and the agency in every unique key where nothing has to change', async () => {
      await using cloned = await cloneDatabase('postgres', program);
      const { db, ...database } = await openDatabase(cloned.target);
      const { rows } = await sql<{ table: string; key: string[] | null }>`
        select relname as table, key from pg_class
        left join lateral (
          select array(
            select attname::text from pg_attribute where attrelid = indrelid and attnum = any (indkey)
          ) as key
          from pg_index where indrelid = pg_class.oid and indisunique
        ) as unique_keys on true
        where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname not like 'kysely_%'`.execute(
        db,
      );
      const references = await sql<{ table: string; target: string }>`
        select conrelid::regclass::text as table, confrelid::regclass::text as target from pg_constraint
        where contype = 'f' and connamespace = current_schema()::regnamespace`.execute(db);
      await database.close();
      expect(placements.flatMap((place) => place[program]).toSorted()).toEqual(
        [...new Set(rows.map(({ table }) => table))].toSorted(),
      );
      const [unchanged = [], changed = []] = placements.map((place) => place[program]);
      const isAgency = (table: string, column: string) =>
        column === 'agency_key' || (table === 'agencies' && column === 'mail_key');
      const conflicts = rows.filter(
        ({ table, key }) => key && !key.some((column) => isAgency(table, column)),
      );
      const conflicting = new Set(conflicts.map(({ table }) => table));
      expect(unchanged.filter((table) => conflicting.has(table))).toEqual([]);
      expect(changed.filter((table) => !conflicting.has(table))).toEqual([]);
      // Only distributed tables can refer to distributed ones.
      const distributed = new Set([...unchanged, ...changed]);
      expect(
        references.rows.filter(({ table, target }) => distributed.has(target) && !distributed.has(table)),
      ).toEqual([]);
    });
  },
);
