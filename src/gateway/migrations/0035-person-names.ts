import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { isPostgres } from '#database/database.ts';
import { nameKey } from '#gateway/people/store.ts';

/** The order of the list of people, which is read page by page. */
export const personNames: Migration = {
  async up(db: Kysely<unknown>) {
    const type = isPostgres(db) ? sql`text collate "C"` : 'text';
    await db.schema
      .alterTable('person')
      .addColumn('name_key', type, (column) => column.notNull().defaultTo(''))
      .execute();
    await db.schema.createIndex('person_by_name').on('person').columns(['name_key', 'id']).execute();
    const { rows } = await sql<{ id: string; name: string }>`select id, name from person`.execute(db);
    for (const { id, name } of rows)
      await sql`update person set name_key = ${nameKey(name)} where id = ${id}`.execute(db);
  },
};
