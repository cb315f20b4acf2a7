import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { cloneDatabase, onEachEngine } from '#testing/engines.ts';
import { openDatabase } from './database.ts';
import { createFullTextIndex, deleteFullText, insertFullText, selectFullTextMatches } from './full-text.ts';

const NAME = 'note_words';

onEachEngine((engine) => {
  it('rows of all shards are found and deleted', async () => {
    await using clone = await cloneDatabase(engine, 'gateway');
    const { db, close } = await openDatabase(clone.target);
    const find = async (token: string) => {
      const query = selectFullTextMatches(db, NAME, [[{ token, prefix: true }]]);
      const { rows } = await sql<{ number: number }>`
        select number from (select 0 as number where false union all ${query}) as found order by number`.execute(
        db,
      );
      return rows.map(({ number }) => number);
    };
    const numbers = Array.from({ length: 20 }, (_, index) => 1 + index * 512);
    await createFullTextIndex(db, NAME);
    await insertFullText(
      db,
      NAME,
      numbers.map((number) => ({ number, tokens: ['former'] })),
    );
    expect(await find('form')).toEqual(numbers);

    await deleteFullText(db, NAME, numbers);
    await insertFullText(
      db,
      NAME,
      numbers.map((number) => ({ number, tokens: ['present'] })),
    );
    expect(await find('form')).toEqual([]);
    expect(await find('pres')).toEqual(numbers);
    await deleteFullText(db, NAME, numbers.slice(1));
    expect(await find('pres')).toEqual([1]);
    await close();
  });
});

it('a table of SQLite has blocks of consecutive rows, and merges its segments by small pages', async () => {
  await using clone = await cloneDatabase('sqlite', 'gateway');
  const { db, close } = await openDatabase(clone.target);
  await createFullTextIndex(db, NAME);
  const rows = Array.from({ length: 8 * 1024 }, (_, number) => ({ number, tokens: ['present'] }));
  for (let from = 0; from < rows.length; from += 1000)
    await insertFullText(db, NAME, rows.slice(from, from + 1000));
  for (let shard = 0; shard < 8; shard++) {
    const table = shard === 0 ? NAME : `${NAME}_${shard}`;
    const stored = await sql`
      select min(id) as first, count(*) as count, max(id) as last from ${sql.table(`${table}_docsize`)}`.execute(
      db,
    );
    expect(stored.rows).toEqual([{ first: shard * 1024, count: 1024, last: shard * 1024 + 1023 }]);
    const page = await sql`select v from ${sql.table(`${table}_config`)} where k = 'pgsz'`.execute(db);
    expect(page.rows).toEqual([{ v: 1000 }]);
  }
  await close();
});
