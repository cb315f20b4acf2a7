import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { DAY_MS } from '#contract/durations.ts';
import { openDatabase } from '#database/database.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { onEachEngine } from '#testing/engines.ts';
import { type World, openWorld } from '#testing/gateway-world.ts';

const CODE = 'export const version = 1;';
const LOGO = '<svg/>';

/** Replaces the built console, and restarts the gateway. */
async function deploy(world: World, assets: Record<string, string | Buffer>): Promise<void> {
  const folder = join(world.config.consoleDir, 'assets');
  for (const name of await readdir(folder)) await rm(join(folder, name));
  for (const [name, content] of Object.entries(assets)) await writeFile(join(folder, name), content);
  await world.restart();
}

const oldVersion = {
  'old.js': CODE,
  'old.js.br': brotliCompressSync(CODE),
  'old.js.gz': 'not stored',
  'old.svg': LOGO,
};
const newVersion = { 'new.js': CODE };

async function statuses(world: World): Promise<[number, number]> {
  const [old, current] = [await world.call('/assets/old.js'), await world.call('/assets/new.js')];
  return [old.statusCode, current.statusCode];
}

onEachEngine((engine) => {
  it('assets of the version before are served as it served them', async () => {
    await using world = await openWorld({ engine });
    await deploy(world, oldVersion);
    const read = (name: string, encodings?: string) =>
      world.call(`/assets/${name}`, { headers: encodings ? { 'accept-encoding': encodings } : {} });
    const before = await Promise.all([read('old.js'), read('old.js', 'gzip, br'), read('old.svg')]);
    await deploy(world, newVersion);
    const after = await Promise.all([read('old.js'), read('old.js', 'gzip, br'), read('old.svg')]);
    for (const [at, answer] of after.entries()) {
      expect(answer.statusCode).toBe(200);
      expect(answer.rawPayload).toEqual(before[at]?.rawPayload);
      for (const name of [
        'content-type',
        'content-encoding',
        'cache-control',
        'vary',
        'x-content-type-options',
      ])
        expect([name, String(answer.headers[name]).toLowerCase()]).toEqual([
          name,
          String(before[at]?.headers[name]).toLowerCase(),
        ]);
    }
    expect(await statuses(world)).toEqual([200, 200]);
    expect((await world.call('/assets/old.js', { method: 'HEAD' })).statusCode).toBe(200);
    // Compressed siblings are no assets of their own.
    expect((await read('old.js.gz')).statusCode).toBe(404);
  });

  it('assets of a version are kept while a gateway of it runs, and two weeks longer', async () => {
    await using world = await openWorld({ engine });
    await deploy(world, oldVersion);
    world.clock.now += 20 * DAY_MS;
    await world.restart();
    await deploy(world, newVersion);
    world.clock.now += 13 * DAY_MS;
    await world.restart();
    expect(await statuses(world)).toEqual([200, 200]);
    world.clock.now += 2 * DAY_MS;
    await world.restart();
    await vi.waitFor(async () => expect(await statuses(world)).toEqual([404, 200]));
  });

  it('assets are stored once', async () => {
    await using world = await openWorld({ engine });
    await deploy(world, oldVersion);
    await world.restart();
    const { db, ...database } = await openDatabase<GatewayTables>(world.config.database);
    const stored = await db
      .selectFrom('console_asset')
      .select(['name', 'encoding'])
      .orderBy('name')
      .execute();
    await database.close();
    expect(stored).toEqual([
      { name: 'main-1.js', encoding: 'br' },
      { name: 'old.js', encoding: 'br' },
      { name: 'old.svg', encoding: null },
    ]);
  });
});

describe('what is no asset', () => {
  it.each([
    'none.js',
    'old.js/',
    'old.txt',
    '__proto__',
    '.js',
    'a/old.js',
    '..%2fold.js',
    `${'a'.repeat(200)}.js`,
  ])('is not found: %s', async (name) => {
    await using world = await openWorld();
    const answer = await world.call(`/assets/${name}`);
    expect([403, 404]).toContain(answer.statusCode);
    expect(answer.json().Type).toMatch(/^\/problems\//);
  });
});
