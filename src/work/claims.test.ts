import { join } from 'node:path';
import { CompiledQuery, type RootOperationNode, createQueryId, sql } from 'kysely';
import { describe, expect, inject, it } from 'vitest';
import { executeStatements } from '#database/execute-statements.ts';
import { type Database, type Engine, openDatabase } from '#database/database.ts';
import { openMigrated } from '#database/migrate.ts';
import type { Migrations } from '#database/run-migrations.ts';
import { cloneDatabase, onBothEngines } from '#testing/engines.ts';
import { type ManualClock, createManualClock } from '#testing/manual-clock.ts';
import { CLAIM_COLUMNS, type ClaimColumns, createClaimIndexes, createClaims } from './claims.ts';
import { defineWork } from './define-work.ts';
import { WorkStoppedError } from './work.ts';

const LEASE_MS = 60_000;
const DAY_MS = 86_400_000;

interface LetterRow extends ClaimColumns {
  id: string;
  rank: number;
}

interface Tables {
  letter: LetterRow;
}

/** Clocks of processes, and statements, may be so late. */
const MAX_SKEW_MS = 30_000;

const MIGRATIONS: Migrations = {
  '0001-letters': {
    up: (db) =>
      executeStatements(db, [
        `create table letter (id text primary key, rank integer not null, ${CLAIM_COLUMNS})`,
        ...createClaimIndexes('letter', ['rank', 'due_at']),
      ]),
  },
};

function createTestClaims(database: Database<Tables>, clock: ManualClock) {
  return createClaims<LetterRow>(database, {
    table: 'letter',
    key: 'id',
    clock,
    leaseMs: LEASE_MS,
    order: ['rank', 'due_at'],
    maxDelayMs: DAY_MS,
  });
}

async function openLetters(engine: Engine) {
  const clone = await cloneDatabase(engine, 'gateway');
  const target = { ...clone.target, file: join(clone.folder, 'letters.db'), schema: 'letters' };
  const database = await openMigrated<Tables>(target, MIGRATIONS);
  const clock = createManualClock();
  const { db } = database;
  return {
    clock,
    database,
    target,
    claims: createTestClaims(database, clock),
    /** Claims of another client of the database, which has a connection on PostgreSQL. */
    async openOther() {
      const other = await openDatabase<Tables>(target);
      await sql`select 1`.execute(other.db);
      return { claims: createTestClaims(other, clock), close: () => other.close() };
    },
    add: (id: string, columns: Partial<LetterRow> = {}) =>
      db
        .insertInto('letter')
        .values({ id, rank: 0, due_at: clock.now(), claimed_by: null, claimed_until: null, ...columns })
        .execute(),
    fetch: (id: string) => db.selectFrom('letter').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    async [Symbol.asyncDispose]() {
      await database.close();
      await clone[Symbol.asyncDispose]();
    },
  };
}

const idsOf = (rows: readonly LetterRow[]) => rows.map(({ id }) => id).toSorted();

it.each([
  [9000, 3000],
  [15_000, 5000],
  [15_003, 5000],
  [60_000, 5000],
])('a claim for %i ms is renewed after %i ms', (leaseMs, renewMs) => {
  const database = { engine: 'sqlite', clientName: 'one', db: undefined } as const;
  const options = { table: 'letter', key: 'id', clock: createManualClock(), maxDelayMs: DAY_MS } as const;
  expect(createClaims<LetterRow>(database, { ...options, leaseMs })).toMatchObject({ leaseMs, renewMs });
});

onBothEngines((engine) => {
  it('claims take what is due, by its order, and no more than they may', async () => {
    await using world = await openLetters(engine);
    const { claims, clock } = world;
    await world.add('digest', { rank: 2, due_at: clock.now() - 5000 });
    await world.add('link', { rank: 0 });
    await world.add('alarm', { rank: 1 });
    await world.add('later', { due_at: clock.now() + 1 });
    await world.add('done', { due_at: null });
    expect(idsOf(await claims.claim(2))).toEqual(['alarm', 'link']);
    expect(await world.fetch('link')).toMatchObject({
      claimed_by: world.database.clientName,
      claimed_until: clock.now() + LEASE_MS,
    });
    expect(idsOf(await claims.claim(9))).toEqual(['digest']);
    await clock.advance(1);
    expect(idsOf(await claims.claim(9))).toEqual(['later']);
  });

  it('the backlog is what is due and free', async () => {
    await using letters = await openLetters(engine);
    const { claims, clock, add } = letters;
    expect(await claims.fetchBacklog()).toEqual({ due: 0, lateMs: 0 });
    await add('late', { due_at: clock.now() - 5000, rank: 9 });
    await add('now');
    await add('later', { due_at: clock.now() + 1 });
    await add('idle', { due_at: null });
    expect(await claims.fetchBacklog()).toEqual({ due: 2, lateMs: 5000 });
    await claims.claim(1);
    expect(await claims.fetchBacklog()).toEqual({ due: 1, lateMs: 5000 });
    await claims.claim(1);
    expect(await claims.fetchBacklog()).toEqual({ due: 0, lateMs: 0 });
    await clock.advance(1);
    expect(await claims.fetchBacklog()).toEqual({ due: 1, lateMs: 0 });
  });

  it('claims end when their lease does, and not before', async () => {
    await using world = await openLetters(engine);
    const { claims, clock } = world;
    await world.add('a');
    for (const row of await claims.claim(1)) claims.forget(row);
    await clock.advance(LEASE_MS - 1);
    expect(await claims.claim(1)).toEqual([]);
    expect(await claims.findNextDueAt()).toBe(clock.now() + 1);
    await clock.advance(1);
    expect(idsOf(await claims.claim(1))).toEqual(['a']);
  });

  it('a claim that was made a little later by another clock is not taken from its owner', async () => {
    await using world = await openLetters(engine);
    const { claims, clock, database } = world;
    const add = (id: string, ms: number) =>
      world.add(id, { claimed_by: database.clientName, claimed_until: clock.now() + LEASE_MS + ms });
    await add('just claimed', 0);
    await add('claimed later', 1);
    await add('by a clock ahead', MAX_SKEW_MS);
    await add('by a wrong clock', MAX_SKEW_MS + 1);
    expect(idsOf(await claims.claim(9))).toEqual(['by a wrong clock']);
  });

  it('a row that this process works on is not claimed again, however late it is renewed', async () => {
    await using world = await openLetters(engine);
    const { claims, clock } = world;
    await world.add('a');
    const [row] = await claims.claim(1);
    if (!row) throw new Error('nothing was claimed');
    await clock.advance(2 * LEASE_MS);
    expect(await claims.claim(1)).toEqual([]);
    expect(await claims.renew(row)).toBe(true);
    expect((await world.fetch('a')).claimed_until).toBe(clock.now() + LEASE_MS);
  });

  it('a due time that no delay gives is due', async () => {
    await using world = await openLetters(engine);
    const { claims, clock } = world;
    await world.add('ahead', { due_at: clock.now() + DAY_MS + MAX_SKEW_MS + 1 });
    await world.add('year 1', { due_at: -62_135_596_800_000 });
    await world.add('year 275760', { due_at: 8.64e15 });
    await world.add('tomorrow', { due_at: clock.now() + DAY_MS + MAX_SKEW_MS });
    expect(idsOf(await claims.claim(9))).toEqual(['ahead', 'year 1', 'year 275760']);
  });

  it('a finished row is due when its outcome says, and a second later if that says nothing', async () => {
    await using world = await openLetters(engine);
    const { claims, clock, database } = world;
    for (const id of ['as it was', 'moved', 'done']) await world.add(id);
    const rows = await claims.claim(9);
    const moved = clock.now() + 5000;
    await database.db.updateTable('letter').set({ due_at: moved }).where('id', '=', 'moved').execute();
    await database.db.updateTable('letter').set({ due_at: null }).where('id', '=', 'done').execute();
    for (const row of rows) await claims.finish(row);
    const left = await database.db.selectFrom('letter').selectAll().orderBy('id').execute();
    expect(left).toMatchObject([
      { id: 'as it was', due_at: clock.now() + 1000, claimed_by: null, claimed_until: null },
      { id: 'done', due_at: null, claimed_by: null },
      { id: 'moved', due_at: moved, claimed_by: null },
    ]);
    expect(await claims.findNextDueAt()).toBe(clock.now() + 1000);
  });

  it('a released row can be claimed at once', async () => {
    await using world = await openLetters(engine);
    await world.add('a');
    for (const row of await world.claims.claim(1)) await world.claims.release(row);
    expect(idsOf(await world.claims.claim(1))).toEqual(['a']);
  });

  it('what another client has claimed is neither renewed, nor released, nor finished', async () => {
    await using world = await openLetters(engine);
    const { claims, clock, database } = world;
    await world.add('a');
    const [row] = await claims.claim(1);
    if (!row) throw new Error('nothing was claimed');
    const taken = { claimed_by: 'another client', claimed_until: clock.now() + LEASE_MS };
    await database.db.updateTable('letter').set(taken).execute();
    await clock.advance(10);
    expect(await claims.renew(row)).toBe(false);
    await claims.release(row);
    await claims.finish(row);
    expect(await world.fetch('a')).toMatchObject({ ...taken, due_at: row.due_at });
  });

  it('a claim that is lost aborts its work, and leaves the row to its new owner', async () => {
    await using world = await openLetters(engine);
    const { claims, clock, database } = world;
    await world.add('a');
    const reasons: unknown[] = [];
    const [piece] = await defineWork({
      name: 'letters',
      claims,
      clock,
      concurrency: 1,
      maxWaitMs: 1000,
      timeoutMs: 10 * LEASE_MS,
      run: (_row, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            reasons.push(signal.reason);
            reject(signal.reason as Error);
          });
        }),
    }).claim(1);
    const ended = piece?.(new AbortController().signal).catch((error: unknown) => error);
    await expect
      .poll(async () => {
        await clock.advance(LEASE_MS / 3);
        return (await world.fetch('a')).claimed_until;
      })
      .toBeGreaterThan(clock.now() + LEASE_MS);
    const taken = { claimed_by: 'another client', claimed_until: clock.now() + LEASE_MS };
    await database.db.updateTable('letter').set(taken).execute();
    await clock.advance(LEASE_MS / 3);
    expect(await ended).toMatchObject({ message: 'The claim was lost' });
    expect(reasons).toHaveLength(1);
    expect(await world.fetch('a')).toMatchObject({ claimed_by: 'another client' });
  });

  it('work that a stop cuts short is released, and what fails otherwise waits for the end of its lease', async () => {
    await using world = await openLetters(engine);
    const { claims, clock } = world;
    await world.add('a');
    const stopped = new AbortController();
    const timedOut = new AbortController();
    const work = defineWork({
      name: 'letters',
      claims,
      clock,
      concurrency: 1,
      maxWaitMs: 1000,
      timeoutMs: LEASE_MS,
      async run(_row, signal) {
        signal.throwIfAborted();
        if (!stopped.signal.aborted) stopped.abort(new WorkStoppedError());
        else timedOut.abort(new DOMException('too long', 'TimeoutError'));
        signal.throwIfAborted();
      },
    });
    const [cut] = await work.claim(1);
    await expect(cut?.(stopped.signal)).rejects.toThrow(WorkStoppedError);
    expect(await world.fetch('a')).toMatchObject({ claimed_by: null, due_at: clock.now() });
    const [late] = await work.claim(1);
    await expect(late?.(timedOut.signal)).rejects.toThrow('too long');
    expect(await work.claim(1)).toEqual([]);
    await clock.advance(LEASE_MS);
    const [again] = await work.claim(1);
    await expect(again?.(stopped.signal)).rejects.toThrow(WorkStoppedError);
    expect(await world.fetch('a')).toMatchObject({ claimed_by: null });
  });

  it('work that is held claims nothing, and looks again within seconds', async () => {
    await using world = await openLetters(engine);
    const { claims, clock } = world;
    await world.add('a');
    const limits = { concurrency: 1, maxWaitMs: LEASE_MS, timeoutMs: LEASE_MS };
    const work = defineWork({
      ...limits,
      name: 'letters',
      claims,
      clock,
      run: async () => {},
      isHeld: async () => true,
    });
    expect(await work.claim(1)).toEqual([]);
    expect(await work.findNextDueAt()).toBe(clock.now() + 2000);
  });
});

it('what an earlier process on an embedded database had claimed is claimed at once', async () => {
  await using world = await openLetters('sqlite');
  await world.add('a', { claimed_by: 'a killed process', claimed_until: world.clock.now() + LEASE_MS });
  expect(idsOf(await world.claims.claim(1))).toEqual(['a']);
});

it('a database may say who is connected', async () => {
  await using world = await openLetters('sqlite');
  const database = { ...world.database, connectedClients: sql`('another')` };
  await world.add('a', { claimed_by: 'another', claimed_until: world.clock.now() + LEASE_MS });
  await world.add('b', { claimed_by: 'gone', claimed_until: world.clock.now() + LEASE_MS });
  expect(idsOf(await createTestClaims(database, world.clock).claim(9))).toEqual(['b']);
});

it('looks on an embedded database sort nothing, and read no more than an index', async () => {
  await using world = await openLetters('sqlite');
  const { db } = world.database;
  const nodes: RootOperationNode[] = [];
  const recorded = db.withPlugin({
    transformQuery({ node }) {
      nodes.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const claims = createTestClaims({ ...world.database, db: recorded }, world.clock);
  await claims.claim(1);
  await claims.findNextDueAt();
  const plans = await Promise.all(
    nodes.map(async (node) => {
      const { sql: text, parameters } = db.getExecutor().compileQuery(node, createQueryId());
      const plan = CompiledQuery.raw(`explain query plan ${text}`, [...parameters]);
      const { rows } = await db.executeQuery<{ detail: string }>(plan);
      return rows.map(({ detail }) => detail).filter((detail) => /letter|B-TREE/.test(detail));
    }),
  );
  expect(plans.flat().length).toBeGreaterThan(3);
  expect(plans.flat().filter((step) => !/USING (?:COVERING )?INDEX/.test(step))).toEqual([]);
});

describe.skipIf(inject('databases').postgresUrl === null)('among processes on PostgreSQL', () => {
  it('a row is claimed once, however many claim at the same moment', async () => {
    await using world = await openLetters('postgres');
    const letters = Array.from({ length: 300 }, (_, at) => `letter ${at}`);
    for (const id of letters) await world.add(id);
    const processes = await Promise.all(Array.from({ length: 6 }, () => world.openOther()));
    const claimed = await Promise.all(
      processes.map(async ({ claims }) => {
        const mine: string[] = [];
        // `skip locked` may find nothing while others hold the first rows.
        for (let turn = 0; turn < 60; turn += 1) mine.push(...idsOf(await claims.claim(3)));
        return mine;
      }),
    );
    expect(claimed.flat().toSorted()).toEqual(letters.toSorted());
    await Promise.all(processes.map(({ close }) => close()));
  });

  it('a claim of a process that lives is taken when it was not renewed, and no earlier', async () => {
    await using world = await openLetters('postgres');
    const other = await world.openOther();
    await world.add('a');
    expect(await other.claims.claim(1)).toHaveLength(1);
    await world.clock.advance(LEASE_MS - 1);
    expect(await world.claims.claim(1)).toEqual([]);
    await world.clock.advance(1);
    expect(idsOf(await world.claims.claim(1))).toEqual(['a']);
    await other.close();
  });

  it('a claim is taken once its owner had no connection for 5 s', async () => {
    await using world = await openLetters('postgres');
    const other = await world.openOther();
    await world.add('a');
    expect(await other.claims.claim(1)).toHaveLength(1);
    expect(await world.claims.claim(1)).toEqual([]);
    await other.close();
    await expect
      .poll(async () => {
        const { rows } = await sql`select 1 from pg_stat_activity
          where application_name = ${(await world.fetch('a')).claimed_by}`.execute(world.database.db);
        return rows;
      })
      .toEqual([]);
    expect(await world.claims.claim(1)).toEqual([]);
    await world.clock.advance(4999);
    expect(await world.claims.claim(1)).toEqual([]);
    await world.clock.advance(1);
    expect(idsOf(await world.claims.claim(1))).toEqual(['a']);
  });

  it('a client that is seen again is not gone', async () => {
    await using world = await openLetters('postgres');
    const { claims, clock } = world;
    await world.add('a', { claimed_by: 'blinking', claimed_until: clock.now() + 10 * LEASE_MS });
    const setName = (name: string) =>
      world.database.db.updateTable('letter').set({ claimed_by: name }).execute();
    await world.database.db
      .updateTable('letter')
      .set({ claimed_until: clock.now() + LEASE_MS })
      .execute();
    expect(await claims.claim(1)).toEqual([]);
    await clock.advance(3000);
    await setName(world.database.clientName);
    expect(await claims.claim(1)).toEqual([]);
    await clock.advance(3000);
    await setName('blinking');
    expect(await claims.claim(1)).toEqual([]);
  });

  it.each([-3600, 3600])(
    'nobody takes a live claim although the clock was set by %i s, and everybody what was not renewed after it',
    async (seconds) => {
      await using world = await openLetters('postgres');
      const { clock } = world;
      const other = await world.openOther();
      await world.add('a', { due_at: clock.now() - 2 * 3_600_000 });
      expect(await world.claims.claim(1)).toHaveLength(1);
      expect(await other.claims.claim(1)).toEqual([]);
      clock.set(clock.now() + seconds * 1000);
      expect(await other.claims.claim(1)).toEqual([]);
      await clock.advance(LEASE_MS - 1);
      expect(await other.claims.claim(1)).toEqual([]);
      await clock.advance(1);
      expect(idsOf(await other.claims.claim(1))).toEqual(['a']);
      await other.close();
    },
  );
});
