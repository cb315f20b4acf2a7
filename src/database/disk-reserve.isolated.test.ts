import { access, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, expect, it, vi } from 'vitest';
import { openDatabase } from './database.ts';
import { isDiskFullError } from './disk-full-error.ts';

const disk = vi.hoisted(() => ({ free: Number.MAX_SAFE_INTEGER }));
vi.mock('node:fs/promises', async (load) => ({
  ...(await load<object>()),
  statfs: async () => ({ bavail: disk.free, bsize: 1 }),
}));
vi.mock('node:fs', async (load) => ({
  ...(await load<object>()),
  statfsSync: () => ({ bavail: disk.free, bsize: 1 }),
}));
afterEach(() => {
  disk.free = Number.MAX_SAFE_INTEGER;
  vi.restoreAllMocks();
});

const MIB = 1024 * 1024;

interface Tables {
  note: { text: string };
}

async function opened() {
  const folder = await mkdtemp(join(tmpdir(), 'vitrina-room-'));
  const file = join(folder, 'a.db');
  const database = await openDatabase<Tables>({ file, url: undefined, schema: 'x' });
  await database.db.schema.createTable('note').addColumn('text', 'text').execute();
  const fill = () => sql`pragma max_page_count = 1`.execute(database.db);
  const write = () =>
    database.db
      .insertInto('note')
      .values({ text: 'x'.repeat(100_000) })
      .execute();
  return {
    database,
    reserve: `${file}.reserve`,
    fill,
    write,
    async [Symbol.asyncDispose]() {
      await database.close();
      await rm(folder, { recursive: true });
    },
  };
}

const isThere = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

it('the database is ready while there is room, and not while there is little or a write found none', async () => {
  await using at = await opened();
  await at.database.check();
  disk.free = MIB;
  await expect(at.database.check()).rejects.toThrow(/There is no room left for .+a\.db/);
  disk.free = 1000 * MIB;
  await at.database.check();
  await at.fill();
  await expect(at.write()).rejects.toSatisfy(isDiskFullError);
  await expect(at.database.check()).rejects.toThrow('There is no room left');
});

it('the database gives its reserve up for the first write that finds no room, and makes it again when there is some', async () => {
  await using at = await opened();
  await at.database.allocateReserve();
  expect((await stat(at.reserve)).size).toBe(40 * MIB);
  await at.fill();
  await expect(at.write()).rejects.toSatisfy(isDiskFullError);
  expect(await isThere(at.reserve)).toBe(false);
  // A few seconds later; then the disk is judged by its free space.
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 3100);
  disk.free = 50 * MIB;
  await expect(at.database.check()).rejects.toThrow('There is no room left');
  expect(await isThere(at.reserve)).toBe(false);
  disk.free = 60 * MIB;
  await at.database.check();
  expect((await stat(at.reserve)).size).toBe(40 * MIB);
});

it('the database gives its reserve up before a transaction whose commit might find no room', async () => {
  await using at = await opened();
  await at.database.allocateReserve();
  disk.free = 7 * MIB;
  await at.database.db.transaction().execute(async () => {
    expect(await isThere(at.reserve)).toBe(false);
  });
});

it('the reserve takes a quarter of the free space at most, and nothing of a small disk', async () => {
  await using at = await opened();
  disk.free = 30 * MIB;
  await at.database.allocateReserve();
  expect(await isThere(at.reserve)).toBe(false);
  await at.database.check();
  disk.free = 100 * MIB;
  await at.database.check();
  expect((await stat(at.reserve)).size).toBe(25 * MIB);
});

it('the database says what was wrong first where a transaction finds no room, and goes on reading', async () => {
  await using at = await opened();
  await at.fill();
  const broken = at.database.db.transaction().execute(async (transaction) => {
    await transaction.insertInto('note').values({ text: 'short' }).execute();
    await transaction
      .insertInto('note')
      .values({ text: 'x'.repeat(100_000) })
      .execute();
  });
  await expect(broken).rejects.toSatisfy(isDiskFullError);
  expect(await at.database.db.selectFrom('note').selectAll().execute()).toEqual([]);
  await sql`pragma max_page_count = 1000000`.execute(at.database.db);
  await at.write();
});
