import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openDatabase } from '#database/database.ts';
import { type ReplayTables, createReplayStore, openReplayStore } from './replay-store.ts';

async function opened() {
  const folder = await mkdtemp(join(tmpdir(), 'vitrina-replays-'));
  const target = { file: join(folder, 'service.db'), url: undefined, schema: 'x' };
  return {
    file: join(folder, 'service-replay.db'),
    open: () => openReplayStore(target),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

it.each([
  ['text', (file: string) => writeFile(file, 'This is no database.\n'.repeat(1000))],
  ['cut off', (file: string) => truncate(file, 4096)],
  ['empty', (file: string) => truncate(file, 0)],
])('a file that is %s is made anew', async (_, damage) => {
  await using at = await opened();
  const before = await at.open();
  expect(await before.claim('a', 0, 1000)).toBe(true);
  await before.close();
  await damage(at.file);
  const after = await at.open();
  expect([await after.claim('b', 0, 1000), await after.claim('b', 0, 1000), await after.has('b')]).toEqual([
    true,
    false,
    true,
  ]);
  await after.close();
});

it('the store of used signatures goes on in memory while its disk is full, and knows what it took before and during', async () => {
  await using at = await opened();
  await (await at.open()).close();
  const database = await openDatabase<ReplayTables>({ file: at.file, url: undefined, schema: 'x' });
  const store = createReplayStore(database);
  const claimAll = (expiresAt: number) =>
    Promise.all(Array.from({ length: 300 }, (_, at) => store.claim(`${at} ${'x'.repeat(40)}`, 0, expiresAt)));
  const onDisk = async () => (await database.db.selectFrom('replays').select('hmac').execute()).length;
  expect(await store.claim('before', 0, 1000)).toBe(true);
  await sql`pragma max_page_count = 1`.execute(database.db);
  expect((await claimAll(1000)).every(Boolean)).toBe(true);
  expect(await onDisk()).toBeLessThan(301);
  expect([await store.claim('before', 0, 1000), ...(await claimAll(1000))].some(Boolean)).toBe(false);
  await sql`pragma max_page_count = 1000000`.execute(database.db);
  const before = await onDisk();
  expect([await store.claim('after', 0, 1000), await onDisk()]).toEqual([true, before + 1]);
  // HMACs in memory are deleted when they expire.
  expect(await store.claim('later', 60_000, 61_000)).toBe(true);
  expect((await claimAll(61_000)).every(Boolean)).toBe(true);
  await store.close();
});

it('the store knows a signature until it expires, and as many at once as arrive', async () => {
  await using at = await opened();
  const store = await at.open();
  const many = Array.from({ length: 1201 }, (_, hmac) => `${hmac}`);
  const claimAll = (now: number) => Promise.all(many.map((hmac) => store.claim(hmac, now, 60_000)));
  expect((await claimAll(0)).every(Boolean)).toBe(true);
  expect((await claimAll(60_000)).some(Boolean)).toBe(false);
  // Its time has passed, but what has expired is deleted twice a minute only.
  expect(await store.claim('0', 60_001, 120_000)).toBe(false);
  expect(await store.claim('0', 90_000, 120_000)).toBe(true);
  expect([await store.has('0'), await store.has('1')]).toEqual([true, false]);
  await store.close();
});

it('the store knows a signature until it expires also where the disk was full', async () => {
  await using at = await opened();
  await (await at.open()).close();
  const database = await openDatabase<ReplayTables>({ file: at.file, url: undefined, schema: 'x' });
  const store = createReplayStore(database);
  await sql`pragma max_page_count = 1`.execute(database.db);
  const claimAll = (now: number) =>
    Promise.all(
      Array.from({ length: 300 }, (_, hmac) => store.claim(`${hmac} ${'x'.repeat(40)}`, now, 60_000)),
    );
  expect((await claimAll(0)).every(Boolean)).toBe(true);
  await sql`pragma max_page_count = 1000000`.execute(database.db);
  expect((await claimAll(60_000)).some(Boolean)).toBe(false);
  expect(await store.claim('later', 90_000, 150_000)).toBe(true);
  expect((await claimAll(90_001)).every(Boolean)).toBe(true);
  await store.close();
});
