import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase } from './database.ts';
import { lockDatabase } from './lock-database.ts';

let folder: string;
let umask: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrina-modes-'));
  chmodSync(folder, 0o755);
  umask = process.umask(0o022);
});
afterEach(() => {
  process.umask(umask);
  rmSync(folder, { recursive: true });
});

const modes = () =>
  Object.fromEntries(
    readdirSync(folder).map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]),
  );

async function open() {
  const lock = lockDatabase({ file: join(folder, 'x.db'), url: undefined });
  const database = await openDatabase({ file: join(folder, 'x.db'), url: undefined, schema: 'x' });
  await database.db.schema.createTable('one').ifNotExists().addColumn('id', 'text').execute();
  return { [Symbol.asyncDispose]: async () => (await database.close(), lock[Symbol.dispose]()) };
}

const NAMES = ['x.db', 'x.db-shm', 'x.db-wal', 'x.db.lock', 'x.db.lock-journal'];
const PRIVATE = Object.fromEntries(NAMES.map((name) => [name, '600']));

it('only their owner reads the files of a database, in a folder that everybody reads', async () => {
  await using _ = await open();
  expect(modes()).toEqual(PRIVATE);
});

it('files that others could read are closed to them at the next start', async () => {
  {
    await using _ = await open();
  }
  for (const name of NAMES.slice(0, 4)) {
    writeFileSync(join(folder, name), '', { flag: 'a' });
    chmodSync(join(folder, name), 0o644);
  }
  await using _ = await open();
  expect(modes()).toEqual(PRIVATE);
});
