import dns from 'node:dns';
import { stat } from 'node:fs/promises';
import { sql } from 'kysely';
import { expect, inject, it, vi } from 'vitest';
import { cloneDatabase } from '#testing/engines.ts';
import { openDatabase } from './database.ts';
import { startListener } from './listen.ts';
import { connectToPostgres } from './postgres.ts';

it.skipIf(inject('databases').postgresUrl === null)(
  'a PostgreSQL database is ready while all connections of its pool are in use',
  async () => {
    await using clone = await cloneDatabase('postgres', 'gateway');
    const database = await openDatabase({ ...clone.target, poolSize: 2 });
    const first = await database.db.startTransaction().execute();
    const second = await database.db.startTransaction().execute();
    await expect(database.check()).resolves.toBeUndefined();
    await Promise.all([first.rollback().execute(), second.rollback().execute()]);
    await database.close();
    await expect(database.check()).rejects.toThrow('pool');
  },
);

it.skipIf(inject('databases').postgresUrl === null)(
  'connections to PostgreSQL look the host up without the threads of dns.lookup',
  async () => {
    await using clone = await cloneDatabase('postgres', 'gateway');
    const url = new URL(clone.target.url ?? '');
    url.hostname = 'localhost';
    const target = { ...clone.target, url: url.href };
    using lookup = vi.spyOn(dns, 'lookup');
    const database = await openDatabase(target);
    await expect(database.check()).resolves.toBeUndefined();
    await expect(sql`select 1`.execute(database.db)).resolves.toBeDefined();
    const connection = await connectToPostgres(target);
    const notified = Promise.withResolvers<void>();
    const listener = startListener({
      url: target.url,
      channel: 'test',
      onNotification: notified.resolve,
      onDisconnect: notified.reject,
    });
    await notified.promise;
    await listener.stop();
    connection.close();
    await database.close();
    expect(lookup).not.toHaveBeenCalled();
  },
);

it('a commit of an embedded database never writes more than a few MiB of its journal back', async () => {
  await using clone = await cloneDatabase('sqlite', 'gateway');
  const { db, close } = await openDatabase(clone.target);
  await sql`create table page (content blob)`.execute(db);
  // 16 MiB by small transactions. A checkpoint writes what the journal has.
  for (let row = 0; row < 2000; row++)
    await sql`insert into page (content) values (randomblob(8000))`.execute(db);
  expect((await stat(`${clone.target.file}-wal`)).size).toBeLessThan(6 * 1024 * 1024);
  await close();
});
