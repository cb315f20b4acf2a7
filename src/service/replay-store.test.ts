import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openDatabase } from '#database/database.ts';
import { createManualClock } from '#testing/manual-clock.ts';
import { Worker } from '#work/worker.ts';
import {
  type ReplayTables,
  createReplayStore,
  createSignaturePruning,
  openReplayStore,
} from './replay-store.ts';

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
  expect(await before.claim('a', 1000)).toBe(true);
  await before.close();
  await damage(at.file);
  const after = await at.open();
  expect([await after.claim('b', 1000), await after.claim('b', 1000), await after.has('b')]).toEqual([
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
    Promise.all(Array.from({ length: 300 }, (_, at) => store.claim(`${at} ${'x'.repeat(40)}`, expiresAt)));
  const onDisk = async () => (await database.db.selectFrom('replays').select('hmac').execute()).length;
  expect(await store.claim('before', 1000)).toBe(true);
  await sql`pragma max_page_count = 1`.execute(database.db);
  expect((await claimAll(1000)).every(Boolean)).toBe(true);
  expect(await onDisk()).toBeLessThan(301);
  expect([await store.claim('before', 1000), ...(await claimAll(1000))].some(Boolean)).toBe(false);
  await sql`pragma max_page_count = 1000000`.execute(database.db);
  const before = await onDisk();
  expect([await store.claim('after', 1000), await onDisk()]).toEqual([true, before + 1]);
  // HMACs in memory are deleted when they expire.
  await store.prune(60_000);
  expect((await claimAll(61_000)).every(Boolean)).toBe(true);
  await store.close();
});

it('the store knows a signature until it expires, and as many at once as arrive', async () => {
  await using at = await opened();
  const store = await at.open();
  const many = Array.from({ length: 1201 }, (_, hmac) => `${hmac}`);
  const claimAll = () => Promise.all(many.map((hmac) => store.claim(hmac, 60_000)));
  expect((await claimAll()).every(Boolean)).toBe(true);
  await store.prune(60_000);
  expect((await claimAll()).some(Boolean)).toBe(false);
  await store.prune(60_001);
  expect(await store.claim('0', 120_000)).toBe(true);
  expect([await store.has('0'), await store.has('1')]).toEqual([true, false]);
  await store.close();
});

it('the store knows a signature until it expires also where the disk was full', async () => {
  await using at = await opened();
  await (await at.open()).close();
  const database = await openDatabase<ReplayTables>({ file: at.file, url: undefined, schema: 'x' });
  const store = createReplayStore(database);
  await sql`pragma max_page_count = 1`.execute(database.db);
  const claimAll = () =>
    Promise.all(Array.from({ length: 300 }, (_, hmac) => store.claim(`${hmac} ${'x'.repeat(40)}`, 60_000)));
  expect((await claimAll()).every(Boolean)).toBe(true);
  await sql`pragma max_page_count = 1000000`.execute(database.db);
  await store.prune(60_000);
  expect((await claimAll()).some(Boolean)).toBe(false);
  await store.prune(60_001);
  expect((await claimAll()).every(Boolean)).toBe(true);
  await store.close();
});

it('expired signatures are deleted every 30 s', async () => {
  const clock = createManualClock(0);
  const pruned: number[] = [];
  const worker = new Worker({ clock, log: { error() {} } });
  const prune = async (now: number) => pruned.push(now) < 0;
  worker.add(createSignaturePruning({ prune }, clock));
  worker.start();
  await clock.advance(60_000);
  expect(pruned).toEqual([0, 30_000, 60_000]);
});
