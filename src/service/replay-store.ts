import { rm } from 'node:fs/promises';
import { type Kysely, sql } from 'kysely';
import { type Database, type DatabaseTarget, openDatabase } from '#database/database.ts';
import { ignoreDiskFull, isDiskFullError } from '#database/disk-full-error.ts';
import { isDamagedError } from '#database/database-unusable-error.ts';
import type { Clock } from '#system/clock.ts';
import { deleteSlice } from '#work/retention.ts';
import { type Work, every } from '#work/work.ts';

export interface ReplayTables {
  replays: { hmac: string; expires_at: number };
}

/** Stores every accepted HMAC until it expires, shared by all instances on a database. */
export interface ReplayStore {
  /** Stores the HMAC; false if it is already stored. */
  claim(hmac: string, expiresAt: number): Promise<boolean>;
  has(hmac: string): Promise<boolean>;
  /** Deletes some of what expired before `now`. @returns true: there may be more */
  prune(now: number): Promise<boolean>;
  close(): Promise<void>;
}

const REPLAY_PRUNE_INTERVAL_MS = 30_000;
/** Expired HMACs that are deleted at a time, while requests wait. */
const REPLAYS_PER_PRUNE = 2000;
const MAX_BATCH_SIZE = 500;

/**
 * Opens the store. One write per request: it trades durability for speed with a file of its own and
 * `synchronous=normal`, or an unlogged table on PostgreSQL. A damaged file is recreated: entries only last minutes.
 */
export async function openReplayStore(target: DatabaseTarget): Promise<ReplayStore> {
  const file = target.file === ':memory:' ? target.file : target.file.replace(/\.db$/, '-replay.db');
  const replayTarget: DatabaseTarget = { synchronous: 'normal', ...target, file };
  try {
    return await openStore(replayTarget);
  } catch (error) {
    if (target.url !== undefined || !isDamagedError(error)) throw error;
    for (const path of [file, `${file}-wal`, `${file}-shm`]) await rm(path, { force: true });
    return openStore(replayTarget);
  }
}

async function openStore(target: DatabaseTarget): Promise<ReplayStore> {
  const database = await openDatabase<ReplayTables>(target);
  try {
    await createReplayTable(database);
    return createReplayStore(database);
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Creates the table of the store, unless it is there. */
export async function createReplayTable({ db, engine }: Database<ReplayTables>): Promise<void> {
  // `create table if not exists` needs the right to create also when there is nothing to do.
  if (engine === 'postgres' && (await hasTable(db))) return;
  const modifier = sql.raw(engine === 'postgres' ? 'unlogged' : '');
  // `create table if not exists` can fail when two PostgreSQL sessions run it at once: the lock serializes them.
  await db.transaction().execute(async (transaction) => {
    if (engine === 'postgres') await sql`select pg_advisory_xact_lock(7236011)`.execute(transaction);
    await sql`create ${modifier} table if not exists replays (hmac text primary key, expires_at bigint not null)`.execute(
      transaction,
    );
    await sql`create index if not exists replays_expiry on replays (expires_at)`.execute(transaction);
  });
}

async function hasTable(db: Kysely<ReplayTables>): Promise<boolean> {
  const { rows } = await sql`select 1 where to_regclass('replays_expiry') is not null`.execute(db);
  return rows.length > 0;
}

interface Claim {
  hmac: string;
  expiresAt: number;
  resolve: (isNew: boolean) => void;
  reject: (error: unknown) => void;
}

/** The store on an open database that has its table. */
export function createReplayStore(database: Database<ReplayTables>): ReplayStore {
  const { db } = database;
  /** HMACs that could not be written to a full disk, with their expiry. */
  const unsaved = new Map<string, number>();
  const queue: Claim[] = [];
  let isWriting = false;
  const has = async (hmac: string) => {
    if (unsaved.has(hmac)) return true;
    const row = await db.selectFrom('replays').select('hmac').where('hmac', '=', hmac).executeTakeFirst();
    return row !== undefined;
  };
  async function prune(now: number): Promise<boolean> {
    for (const [hmac, expiresAt] of unsaved) if (expiresAt < now) unsaved.delete(hmac);
    const isOver = sql<boolean>`expires_at < ${now}`;
    return (
      (await ignoreDiskFull(deleteSlice(db, 'replays', isOver, REPLAYS_PER_PRUNE))) === REPLAYS_PER_PRUNE
    );
  }
  /** Stores claims in one statement. @returns the new HMACs */
  async function store(claims: readonly Claim[]): Promise<Set<string>> {
    const rows = claims
      .filter(({ hmac }) => !unsaved.has(hmac))
      .map(({ hmac, expiresAt }) => ({ hmac, expires_at: expiresAt }))
      // Instances that insert the same HMACs wait for each other without a deadlock.
      .toSorted((a, b) => (a.hmac < b.hmac ? -1 : 1));
    if (rows.length === 0) return new Set();
    try {
      const stored = await db
        .insertInto('replays')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .returning('hmac')
        .execute();
      return new Set(stored.map(({ hmac }) => hmac));
    } catch (error) {
      // Authentication keeps working on a full disk, for requests that only read.
      if (!isDiskFullError(error)) throw error;
      const stored = new Set<string>();
      for (const { hmac, expires_at } of rows) {
        if (await has(hmac)) continue;
        unsaved.set(hmac, expires_at);
        stored.add(hmac);
      }
      return stored;
    }
  }
  /** Stores what is queued, until nothing is: claims arrive while a batch is written. */
  async function writeQueue(): Promise<void> {
    isWriting = true;
    while (queue.length > 0) {
      const claims = queue.splice(0, MAX_BATCH_SIZE);
      try {
        const stored = await store(claims);
        // The first of equal claims is the new one.
        for (const { hmac, resolve } of claims) resolve(stored.delete(hmac));
      } catch (error) {
        for (const { reject } of claims) reject(error);
      }
    }
    isWriting = false;
  }
  return {
    claim: (hmac, expiresAt) =>
      new Promise((resolve, reject) => {
        queue.push({ hmac, expiresAt, resolve, reject });
        // The requests that arrive in one turn of the event loop share a statement.
        if (queue.length === 1 && !isWriting) setImmediate(() => void writeQueue());
      }),
    has,
    prune,
    close: () => database.close(),
  };
}

/** Creates the work of deleting signatures that cannot be used any more. */
export function createSignaturePruning(
  replays: Pick<ReplayStore, 'prune'>,
  clock: Clock,
): Work<'used-signatures'> {
  return every(REPLAY_PRUNE_INTERVAL_MS, {
    name: 'used-signatures',
    clock,
    run: async () => ((await replays.prune(clock.now())) ? clock.now() : undefined),
  });
}
