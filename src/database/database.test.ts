import { expect, inject, it } from 'vitest';
import { cloneDatabase } from '#testing/engines.ts';
import { openDatabase } from './database.ts';

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
