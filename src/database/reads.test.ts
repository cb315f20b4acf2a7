import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CompiledQuery, sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { cloneDatabase, onBothEngines } from '#testing/engines.ts';
import { openDatabase } from './database.ts';
import { SqliteReaders } from './sqlite-readers.ts';

/** A table that changes are inserted into. */
interface Tables {
  inquiry_count: { agency_key: string; change: number };
}

const WAIT = { timeout: 10_000, interval: 20 };

onBothEngines((engine) => {
  async function openReads() {
    const clone = await cloneDatabase(engine, 'gateway');
    const database = await openDatabase<Tables>(clone.target);
    return {
      ...database,
      async [Symbol.asyncDispose]() {
        await database.close();
        await clone[Symbol.asyncDispose]();
      },
    };
  }

  it('a read sees what was committed before it', async () => {
    await using database = await openReads();
    const reads = database.readAs({ key: 'a' });
    for (let number = 1; number <= 20; number++) {
      await database.db
        .insertInto('inquiry_count')
        .values({ agency_key: 'a@x.example', change: 1 })
        .execute();
      const { count } = await reads
        .selectFrom('inquiry_count')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      expect(count).toBe(number);
    }
  });

  it('an error of a statement reaches its reader, and the next read works', async () => {
    await using database = await openReads();
    const reads = database.readAs({ key: 'a' });
    await expect(sql`select 1 from nowhere`.execute(reads)).rejects.toThrow(/nowhere/);
    expect((await sql`select 1 as one`.execute(reads)).rows).toEqual([{ one: 1 }]);
    await expect(reads.transaction().execute(() => Promise.resolve())).rejects.toThrow('no transactions');
  });
});

onBothEngines((engine) => {
  it.runIf(engine === 'postgres')('an aborted read is cancelled at the server', async () => {
    await using clone = await cloneDatabase(engine, 'gateway');
    const { db, readAs, close } = await openDatabase<Tables>(clone.target);
    const countSleeping = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from pg_stat_activity
        where datname = current_database() and state = 'active' and query like 'select pg_sleep%'`.execute(
        db,
      );
      return rows[0]?.count;
    };
    const abort = new AbortController();
    const read = sql`select pg_sleep(60)`.execute(readAs({ key: 'a', signal: abort.signal }));
    const [failed] = await Promise.all([
      read.catch((error: unknown) => error),
      vi.waitFor(async () => expect(await countSleeping()).toBe(1), WAIT).then(() => abort.abort()),
    ]);
    expect(failed).toMatchObject({ name: 'AbortError' });
    await vi.waitFor(async () => expect(await countSleeping()).toBe(0), WAIT);
    await close();
  });
});

describe('worker threads that read a file', () => {
  const query = (text: string) => CompiledQuery.raw(text);
  const openFolder = () => mkdtempDisposable(join(tmpdir(), 'vitrina-readers-'));
  const create = (file: string) => {
    const sqlite = new DatabaseSync(file);
    sqlite.exec('create table number (value integer)');
    sqlite.close();
  };

  it('cannot write', async () => {
    await using folder = await openFolder();
    const file = join(folder.path, 'a.db');
    create(file);
    const readers = new SqliteReaders(file);
    await expect(readers.execute(query('insert into number values (1)'))).rejects.toThrow(/readonly/);
    expect(await readers.execute(query('select * from number'))).toEqual([]);
    await readers.close();
  });

  it('are replaced when they crash', async () => {
    await using folder = await openFolder();
    const file = join(folder.path, 'a.db');
    await writeFile(file, 'no database, which a thread finds out at its start');
    const readers = new SqliteReaders(file);
    for (let crash = 0; crash < 2 * readers.slots; crash++)
      await expect(readers.execute(query('select 1'))).rejects.toThrow(/not a database/);
    await writeFile(file, '');
    create(file);
    expect(await readers.execute(query('select * from number'))).toEqual([]);
    await readers.close();
  });

  it('end with the database, also those that are at work', async () => {
    await using folder = await openFolder();
    const file = join(folder.path, 'a.db');
    create(file);
    const readers = new SqliteReaders(file);
    await readers.execute(query('select 1'));
    const long = readers.execute(
      query(
        'with recursive n (i) as (select 1 union all select i + 1 from n where i < 3000000) select count(*) from n',
      ),
    );
    const [ended] = await Promise.all([long.catch((error: unknown) => error), readers.close()]);
    expect(String(ended)).toContain('has ended');
    await expect(readers.execute(query('select 1'))).rejects.toThrow('closed');
  });
});
