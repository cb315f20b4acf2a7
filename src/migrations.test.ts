import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Kysely, sql } from 'kysely';
import { expect, it } from 'vitest';
import { openGatewayDatabase } from '#gateway/store.ts';
import { serviceBaseline } from '#service/migrations/0001-baseline.ts';
import { openServiceDatabase } from '#service/store.ts';
import { cloneDatabase, onBothEngines } from '#testing/engines.ts';
import { findMissingIndexes } from '#database/concurrent-indexes.ts';
import type { DatabaseTarget } from '#database/database.ts';
import { openMigrated } from '#database/migrate.ts';
import { type Migrations, findPendingMigrations } from '#database/run-migrations.ts';
import { DatabaseUnusableError } from '#database/database-unusable-error.ts';
import { type Tables, firstMigration, secondMigration } from '#testing/two-migrations.ts';

async function folder() {
  const path = await mkdtemp(join(tmpdir(), 'vitrina-database-'));
  return {
    path,
    target: (name = 'gateway.db') => ({ file: join(path, name), url: undefined, schema: 'x' }),
    [Symbol.asyncDispose]: () => rm(path, { recursive: true }),
  };
}

const OPENERS: [string, (target: DatabaseTarget) => Promise<{ close(): Promise<void> }>][] = [
  ['gateway', openGatewayDatabase],
  ['service', openServiceDatabase],
];

onBothEngines((engine) => {
  it('a migration that fails in the middle leaves nothing behind, and is done by the next start', async () => {
    await using clone = await cloneDatabase(engine, 'gateway');
    const target = { ...clone.target, file: join(clone.folder, 'new.db'), schema: 'another' };
    await (await openMigrated(target, firstMigration)).close();
    const another = (fail: () => void): Migrations => ({
      ...secondMigration,
      '0003-another': {
        up: async (db) => {
          await db.schema.createTable('another').addColumn('text', 'text').execute();
          fail();
        },
      },
    });
    const failing = another(() => {
      throw new Error('fails here');
    });
    await expect(openMigrated(target, failing)).rejects.toMatchObject({ cause: { message: 'fails here' } });
    const database = await openMigrated<Tables>(
      target,
      another(() => {}),
    );
    const { rows } = await sql`select at from note, more, another`.execute(database.db);
    expect(rows).toEqual([]);
    await database.close();
  });

  it('a version runs on the schema of a later one, unless that needs another', async () => {
    await using clone = await cloneDatabase(engine, 'gateway');
    const target = { ...clone.target, file: join(clone.folder, 'new.db'), schema: 'another' };
    await (await openMigrated(target, secondMigration)).close();
    const earlier = await openMigrated<Tables>(target, firstMigration);
    await earlier.db.insertInto('note').values({ text: 'here' }).execute();
    await earlier.close();
    const third = {
      ...secondMigration,
      '0003-drop-more-needs-0002': { up: (db) => db.schema.dropTable('more').execute() },
    } satisfies Migrations;
    const later = await openMigrated<Tables>(target, third);
    expect(await later.db.selectFrom('note').select('text').execute()).toEqual([{ text: 'here' }]);
    await later.close();
    await (await openMigrated(target, secondMigration)).close();
    await expect(openMigrated(target, firstMigration)).rejects.toThrow(
      /a later version that this one cannot share/,
    );
  });

  it('the service adds the reason of failed mails to a database with its first schema', async () => {
    await using clone = await cloneDatabase(engine, 'gateway');
    const target = { ...clone.target, file: join(clone.folder, 'first.db'), schema: 'first' };
    await (await openMigrated(target, { '0001-service': serviceBaseline })).close();
    const { db, ...database } = await openServiceDatabase(target);
    expect(await db.selectFrom('mail').select('failure').execute()).toEqual([]);
    await database.close();
  });

  it.each([
    ['gateway', '0001-people-and-sessions', openGatewayDatabase],
    ['gateway', '0001-gateway-baseline', openGatewayDatabase],
    ['gateway', '0001-gateway', openGatewayDatabase],
    ['service', '0001-agencies-and-inquiries', openServiceDatabase],
    ['service', '0001-service-baseline', openServiceDatabase],
  ] as const)(
    'the %s refuses a database of a version before the first release',
    async (schema, name, open) => {
      await using clone = await cloneDatabase(engine, 'gateway');
      const target = { ...clone.target, file: join(clone.folder, 'old.db'), schema: `old_${schema}` };
      const old: Migrations = {
        [name]: { up: (db) => db.schema.createTable('old').addColumn('text', 'text').execute() },
      };
      await (await openMigrated(target, old)).close();
      await expect(open(target)).rejects.toThrow(
        /is a database of a version before the first release, .* Start with an empty DATA_DIR, or an empty database/,
      );
      const { db, ...database } = await openMigrated<{ old: { text: string } }>(target, old);
      expect(await db.selectFrom('old').selectAll().execute()).toEqual([]);
      await database.close();
    },
  );

  it('a start creates indexes after the migrations, and anew what an interrupted start left', async () => {
    await using clone = await cloneDatabase(engine, 'gateway');
    const target = { ...clone.target, file: join(clone.folder, 'new.db'), schema: 'another' };
    await (await openMigrated(target, firstMigration)).close();
    const indexes = [{ name: 'note_text', on: "note (text) where text <> ''" }];
    const names = async (db: Kysely<Tables>) =>
      (await findMissingIndexes(db, indexes)).map(({ name }) => name);
    const before = await openMigrated<Tables>(target, firstMigration);
    expect(await names(before.db)).toEqual(['note_text']);
    for (const _ of [1, 2]) {
      const { db, ...database } = await openMigrated<Tables>(target, firstMigration, indexes);
      expect(await names(db)).toEqual([]);
      if (engine === 'postgres')
        await sql`update pg_index set indisvalid = false where indexrelid = 'note_text'::regclass`.execute(
          db,
        );
      await database.close();
    }
    await before.close();
  });
});

it.each<[string[], string[] | undefined]>([
  [[], ['0001-note', '0002-more']],
  [['0001-note'], ['0002-more']],
  [['0001-note', '0002-more'], []],
  [['0001-note', '0002-more', '0003-later'], []],
  [['0001-note', '0002-more', '0003-later', '0004-drop-needs-0002'], []],
  [['0001-note', '0002-more', '0003-later', '0004-drop-needs-0003'], undefined],
  [['0001-note', '0003-later'], undefined],
  [['0001-songs'], undefined],
])('after the migrations %j those pending are %j', (executed, pending) => {
  expect(findPendingMigrations(secondMigration, executed)).toEqual(pending);
});

it('a first start that fails leaves no file', async () => {
  await using at = await folder();
  const failing: Migrations = {
    ...firstMigration,
    '0002-failing': { up: () => Promise.reject(new Error('fails')) },
  };
  await expect(openMigrated(at.target(), failing)).rejects.toThrow('brought up to date');
  expect(await readdir(at.path)).toEqual([]);
});

it.each(['gateway', 'service'])(
  'the %s starts after kills at any moment of its first start',
  async (program) => {
    const store = join(import.meta.dirname, `${program}/store.ts`);
    const name = program === 'gateway' ? 'openGatewayDatabase' : 'openServiceDatabase';
    const [, open] = OPENERS.find(([which]) => which === program) ?? [];
    await using at = await folder();
    const target = at.target();
    // Kills the process at its nth statement, which covers every point in time, whatever the machine's speed.
    const script = join(at.path, 'first-start.mjs');
    await writeFile(
      script,
      `import { DatabaseSync } from 'node:sqlite';
     let left = Number(process.argv[2]);
     const count = (kind) => function (...given) {
       if (left-- === 0) process.kill(process.pid, 'SIGKILL');
       return kind.apply(this, given);
     };
     for (const name of ['exec', 'prepare', 'close']) DatabaseSync.prototype[name] = count(DatabaseSync.prototype[name]);
     const { ${name} } = await import(${JSON.stringify(store)});
     await (await ${name}(${JSON.stringify(target)})).close();
`,
    );
    const clear = async () => {
      for (const file of await readdir(at.path))
        if (file.startsWith('gateway.db')) await rm(join(at.path, file));
    };
    const signals: unknown[] = [];
    // The gateway has more statements.
    const quickStep = program === 'gateway' ? 61 : 17;
    const step = process.env.TEST_FULL ? 7 : quickStep;
    for (let statements = 0; signals.at(-1) !== null; statements += step) {
      const child = fork(script, [String(statements)], { stdio: 'ignore' });
      const [, signal] = await once(child, 'exit');
      signals.push(signal);
      await (await open?.(target))?.close();
      await clear();
    }
    expect(signals.length).toBeGreaterThan(3);
    expect(signals.slice(0, -1).every((signal) => signal === 'SIGKILL')).toBe(true);
  },
  120_000,
);

it.each(OPENERS)('the %s says which file it cannot use, and leaves it as it is', async (_, open) => {
  await using at = await folder();
  await (await open(at.target('whole.db'))).close();
  const whole = await readFile(at.target('whole.db').file);
  const other = new DatabaseSync(at.target('other.db').file);
  other.exec('create table songs (title text)');
  other.close();
  const bare = new DatabaseSync(at.target('bare.db').file);
  bare.exec('pragma journal_mode = wal');
  bare.close();
  await writeFile(at.target('text.db').file, 'This is no database.\n'.repeat(100));
  await writeFile(at.target('empty.db').file, '');
  for (const [name, size] of [
    ['half', whole.length / 2],
    ['page', 4096],
    ['bytes', 100],
  ] as const) {
    const { file } = at.target(`${name}.db`);
    await writeFile(file, whole);
    await truncate(file, size);
  }
  for (const [name, says] of [
    ['other', 'is a database of another program'],
    ['bare', 'is empty: what was in it is gone'],
    ['empty', 'is empty: what was in it is gone'],
    ['text', 'is damaged, cut off, or no database'],
    ['half', 'is damaged, cut off, or no database'],
    ['page', 'is damaged, cut off, or no database'],
    ['bytes', 'is damaged, cut off, or no database'],
  ] as const) {
    const { file } = at.target(`${name}.db`);
    const before = await readFile(file);
    const error = await open(at.target(`${name}.db`)).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(DatabaseUnusableError);
    expect((error as Error).message).toMatch(`${file} ${says}`);
    expect((await readFile(file)).equals(before)).toBe(true);
  }
});

it('each refuses the file of the other, and one whose journal alone is left', async () => {
  await using at = await folder();
  for (const [at1, [, open]] of OPENERS.entries()) {
    const [, other] = OPENERS[1 - at1] ?? [];
    await (await open(at.target(`${at1}.db`))).close();
    await expect(other?.(at.target(`${at1}.db`))).rejects.toThrow(/is a database of another program/);
  }
  await writeFile(`${at.target('lost.db').file}-wal`, 'x');
  await expect(openMigrated(at.target('lost.db'), firstMigration)).rejects.toThrow(
    /lost\.db is missing, and its/,
  );
});

it('processes that begin at once use one file', async () => {
  await using at = await folder();
  const script = join(at.path, 'start.mjs');
  await writeFile(
    script,
    `const { openGatewayDatabase } = await import(${JSON.stringify(join(import.meta.dirname, 'gateway/store.ts'))});
     process.send('ready');
     process.once('message', async () => {
       const { db, close } = await openGatewayDatabase(${JSON.stringify(at.target())});
       await db.insertInto('setting').values({ name: String(process.pid), value: 'here' }).execute();
       await close();
       process.disconnect();
     });`,
  );
  const starts = Array.from({ length: 3 }, () =>
    fork(script, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }),
  );
  await Promise.all(starts.map((start) => once(start, 'message')));
  for (const start of starts) start.send('go');
  expect(await Promise.all(starts.map(async (start) => (await once(start, 'exit'))[0]))).toEqual([0, 0, 0]);
  const { db, ...database } = await openGatewayDatabase(at.target());
  const pids = starts.map(({ pid }) => String(pid));
  expect(await db.selectFrom('setting').select('name').where('name', 'in', pids).execute()).toHaveLength(3);
  await database.close();
  expect((await readdir(at.path)).toSorted()).toEqual(['gateway.db', 'start.mjs']);
});
