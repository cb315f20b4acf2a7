import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, glob, mkdtempDisposable, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { TestProject } from 'vitest/node';
import { setup } from '#testing/databases.ts';
import { type Mutant, listMutants } from './mutants.ts';

// Plants small faults in pure rooms, one at a time in a copy, and tells which the room's own tests do not notice.

/** Sources and tests of each room, as globs below `src`. */
const ROOMS = {
  contract: { sources: 'contract/**/*.ts', tests: 'contract/**/*.test.ts' },
  matching: { sources: 'matching/*.ts', tests: 'matching/*.test.ts' },
  signing: { sources: 'signing/*.ts', tests: 'signing/*.test.ts' },
  conditions: {
    sources: 'gateway/inquiries/{conditions,scope,search-conditions,list-request}.ts',
    tests: 'gateway/inquiries/{conditions,list-plans,list-request,lists,scope,view-counts}.test.ts',
  },
  permissions: { sources: 'gateway/permissions/*.ts', tests: 'gateway/permissions/*.test.ts' },
} as const;
type Room = keyof typeof ROOMS;

/** A fault that makes a loop endless counts as noticed after this time. */
const TIMEOUT_MS = 180_000;
/** Longer than a test takes on a busy machine: otherwise its timeout would count as noticing. */
const TEST_TIMEOUT_MS = 120_000;

const { values: options } = parseArgs({
  options: {
    room: { type: 'string' },
    file: { type: 'string', default: '' },
    count: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
  },
});
const sourceRoot = resolve(import.meta.dirname, '../..');
await using copy = await mkdtempDisposable(join(tmpdir(), 'vitrina-mutation-'));
/** Rooms with tests that need a database. */
const slowRooms = new Set<string>();
await copySources();
await using _databases = await openDatabases();

const rooms = (options.room ? options.room.split(',') : Object.keys(ROOMS)) as Room[];
const planted = pick(
  (await Promise.all(rooms.map(listRoomMutants))).map((all) => shuffle(all)),
  Number(options.count),
);
const noticed: Record<string, number> = {};
const total: Record<string, number> = {};
for (const mutant of planted) {
  if (!(mutant.room in total) && (await isNoticedByTests({ ...mutant, start: 0, end: 0, text: '' })))
    throw new Error(`The tests of ${mutant.room} fail without a fault`);
  const isNoticed = await isNoticedByTests(mutant);
  total[mutant.room] = (total[mutant.room] ?? 0) + 1;
  noticed[mutant.room] = (noticed[mutant.room] ?? 0) + Number(isNoticed);
  if (!isNoticed) console.log(describe(mutant));
}
for (const room of rooms) console.log(`${room}: ${noticed[room] ?? 0} of ${total[room] ?? 0} noticed`);

interface PlantedMutant extends Mutant {
  room: Room;
  file: string;
  source: string;
}

async function listRoomMutants(room: Room): Promise<PlantedMutant[]> {
  const files = await Array.fromAsync(glob(`src/${ROOMS[room].sources}`, { cwd: sourceRoot }));
  const sources = files
    .filter((file) => !file.endsWith('.test.ts') && file.includes(options.file))
    .toSorted();
  const mutants = sources.map(async (file) => {
    const source = await readFile(join(sourceRoot, file), 'utf8');
    return listMutants(source).map((mutant) => Object.assign(mutant, { room, file, source }));
  });
  return (await Promise.all(mutants)).flat();
}

/** The same number of each room. */
function pick(lists: readonly PlantedMutant[][], count: number): PlantedMutant[] {
  return lists.flatMap((list, at) => list.slice(0, Math.floor((count + at) / lists.length)));
}

/** Runs the tests without a database first. */
async function isNoticedByTests({ room, file, source, start, end, text: mutated }: PlantedMutant) {
  const path = join(copy.path, file);
  await writeFile(path, source.slice(0, start) + mutated + source.slice(end));
  try {
    const fast = await runTests('fast', room, file);
    return !fast || (slowRooms.has(room) && !(await runTests('slow', room, file)));
  } finally {
    await writeFile(path, source);
  }
}

/** Returns true if the room's tests that import a file pass. */
async function runTests(speed: 'fast' | 'slow', room: Room, file: string): Promise<boolean> {
  const vitest = join(sourceRoot, 'node_modules/vitest/vitest.mjs');
  const child = spawn(
    process.execPath,
    [vitest, 'related', file, '--run', '--config', `${room}-${speed}.config.mjs`],
    { cwd: copy.path, detached: true, stdio: 'ignore' },
  );
  const closed = once(child, 'close');
  const limit = new AbortController();
  await Promise.race([closed, after(TIMEOUT_MS, undefined, { signal: limit.signal, ref: false })]);
  limit.abort();
  if (child.exitCode === null && child.pid) process.kill(-child.pid, 'SIGKILL');
  await closed;
  return child.exitCode === 0;
}

async function copySources(): Promise<void> {
  for (const name of ['src', 'package.json', 'tsconfig.json'])
    await cp(join(sourceRoot, name), join(copy.path, name), {
      recursive: true,
      filter: (path) => !path.includes('src/console/'),
    });
  await symlink(join(sourceRoot, 'node_modules'), join(copy.path, 'node_modules'));
  for (const [room, globs] of Object.entries(ROOMS)) {
    const tests = await Array.fromAsync(glob(`src/${globs.tests}`, { cwd: sourceRoot }));
    const slow = new Set<string>();
    for (const test of tests)
      if (/#testing\/(?!property-runs|inquiry-oracle)/.test(await readFile(join(sourceRoot, test), 'utf8')))
        slow.add(test);
    const write = (speed: string, include: readonly string[], globalSetup: readonly string[]) =>
      writeFile(
        join(copy.path, `${room}-${speed}.config.mjs`),
        `export default { test: ${JSON.stringify({
          include,
          globalSetup,
          setupFiles: globalSetup.length > 0 ? ['src/testing/cheap-passwords.ts'] : [],
          isolate: false,
          bail: 1,
          maxWorkers: 1,
          testTimeout: TEST_TIMEOUT_MS,
          passWithNoTests: true,
        })} }`,
      );
    await write(
      'fast',
      tests.filter((test) => !slow.has(test)),
      [],
    );
    if (slow.size > 0) slowRooms.add(room);
    await write('slow', [...slow], ['databases.mjs']);
  }
}

/** Migrates the databases that tests clone, once for all runs. */
async function openDatabases(): Promise<AsyncDisposable> {
  const values: Record<string, unknown> = {};
  const provide = (name: string, value: unknown) => Object.assign(values, { [name]: value });
  const stop = await setup({ provide } as unknown as TestProject);
  await writeFile(
    join(copy.path, 'databases.mjs'),
    `export const setup = (project) => project.provide('databases', ${JSON.stringify(values.databases)});`,
  );
  return { [Symbol.asyncDispose]: stop };
}

function describe({ room, file, source, start, end, text: mutated }: PlantedMutant): string {
  const line = source.slice(0, start).split('\n').length;
  const [from, to] = [source.lastIndexOf('\n', start) + 1, source.indexOf('\n', end)];
  const before = source.slice(from, to);
  const changed = source.slice(from, start) + mutated + source.slice(end, to);
  return `${room}: alive: ${file}:${line}\n  - ${before.trim()}\n  + ${changed.trim()}`;
}

/** Shuffles by the seed (mulberry32). */
function shuffle<Item>(items: readonly Item[]): Item[] {
  let state = Number(options.seed);
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return items
    .map((item) => ({ item, order: random() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ item }) => item);
}
