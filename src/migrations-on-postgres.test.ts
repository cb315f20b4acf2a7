import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, inject, it, vi } from 'vitest';
import { openGatewayDatabase } from '#gateway/store.ts';
import { openReplayStore } from '#service/replay-store.ts';
import { openServiceDatabase } from '#service/store.ts';
import { cloneDatabase } from '#testing/engines.ts';
import { findMissingIndexes } from '#database/concurrent-indexes.ts';
import { openMigrated } from '#database/migrate.ts';
import { type Tables, firstMigration, secondMigration } from '#testing/two-migrations.ts';

describe.skipIf(inject('databases').postgresUrl === null)('on PostgreSQL', () => {
  it('processes that begin at once on an empty database all start', async () => {
    await using clone = await cloneDatabase('postgres', 'gateway');
    const { db, ...database } = await openGatewayDatabase(clone.target);
    await sql`drop schema gateway cascade`.execute(db);
    await database.close();
    const targets = [1, 2, 3].flatMap(() => [clone.target, { ...clone.target, schema: 'service' }]);
    const opened = await Promise.all(
      targets.map((target) =>
        target.schema === 'gateway' ? openGatewayDatabase(target) : openServiceDatabase(target),
      ),
    );
    await expect(Promise.all(opened.map((open) => open.check()))).resolves.toHaveLength(6);
    await Promise.all(opened.map((open) => open.close()));
  });

  it('a start waits while another one creates an index, and that does not wait for it', async () => {
    await using clone = await cloneDatabase('postgres', 'gateway');
    const target = { ...clone.target, schema: 'another' };
    await (await openMigrated(target, firstMigration)).close();
    const indexes = [1, 2, 3].map((number) => ({ name: `note_${number}`, on: 'note (text)' }));
    const opened = await Promise.all(
      Array.from({ length: 6 }, () => openMigrated<Tables>(target, firstMigration, indexes)),
    );
    for (const { db, ...database } of opened) {
      expect(await findMissingIndexes(db, indexes)).toEqual([]);
      await database.close();
    }
  });

  it.runIf(process.env.TEST_FULL)(
    'a migration gives up a lock that others hold, and tries again',
    async () => {
      await using clone = await cloneDatabase('postgres', 'gateway');
      const target = { ...clone.target, schema: 'another' };
      const { db, ...database } = await openMigrated<Tables>(target, firstMigration);
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      const held = db.transaction().execute(async (transaction) => {
        await sql`lock table note in access share mode`.execute(transaction);
        await released;
      });
      const migrated = openMigrated<Tables>(target, secondMigration);
      const countWaiting = async () =>
        (await sql`select 1 from pg_locks where not granted and relation = 'note'::regclass`.execute(db)).rows
          .length;
      const isWaiting = (expected: number) =>
        vi.waitFor(async () => expect(await countWaiting()).toBe(expected), { timeout: 5000, interval: 20 });
      await isWaiting(1);
      await isWaiting(0);
      expect(await db.selectFrom('note').selectAll().execute()).toEqual([]);
      release();
      await held;
      await (await migrated).close();
      await database.close();
    },
  );

  it('somebody who may not change the schema starts on one that is up to date', async () => {
    await using clone = await cloneDatabase('postgres', 'gateway');
    const { db, ...database } = await openGatewayDatabase(clone.target);
    const user = `user_${randomBytes(8).toString('hex')}`;
    await sql`create user ${sql.ref(user)}`.execute(db);
    const grant = async (schema: string) => {
      await sql`grant usage on schema ${sql.ref(schema)} to ${sql.ref(user)}`.execute(db);
      await sql`grant select on all tables in schema ${sql.ref(schema)} to ${sql.ref(user)}`.execute(db);
    };
    await grant('gateway');
    const url = new URL(clone.target.url ?? '');
    url.username = user;
    const target = { ...clone.target, url: url.href };
    await (await openGatewayDatabase(target)).close();
    await expect(openServiceDatabase({ ...target, schema: 'service' })).rejects.toThrow(
      /^PostgreSQL at .* says: permission denied for database .*\. Let the user create a schema/,
    );
    for (const open of [openServiceDatabase, openReplayStore])
      await (await open({ ...clone.target, schema: 'service' })).close();
    await grant('service');
    for (const open of [openServiceDatabase, openReplayStore])
      await (await open({ ...target, schema: 'service' })).close();
    await sql`drop owned by ${sql.ref(user)}`.execute(db);
    await sql`drop user ${sql.ref(user)}`.execute(db);
    await database.close();
  });

  it('a database that cannot be used is said in a sentence', async () => {
    const at = (change: (url: URL) => void) => {
      const url = new URL(inject('databases').postgresUrl ?? '');
      change(url);
      return openGatewayDatabase({ file: '', url: url.href, schema: 'gateway' });
    };
    await expect(at((url) => (url.pathname = '/nowhere'))).rejects.toThrow(
      /^PostgreSQL at 127\.0\.0\.1:\d+ says: database "nowhere" does not exist\. Create the database/,
    );
    await expect(at((url) => (url.username = 'nobody'))).rejects.toThrow(
      /^PostgreSQL at .* says: role "nobody" does not exist\. Correct user and password in DATABASE_URL/,
    );
    await expect(at((url) => (url.port = '1'))).rejects.toThrow(
      /^The database at 127\.0\.0\.1:1 does not answer: connect ECONNREFUSED/,
    );
    await expect(at((url) => (url.host = 'localhost:1'))).rejects.toThrow(
      /^The database at localhost:1 does not answer: connect ECONNREFUSED/,
    );
  });
});
