import { rm } from 'node:fs/promises';
import { type Kysely, sql } from 'kysely';
import { type Database, type DatabaseTarget, openDatabase } from '#database/database.ts';
import { isDiskFullError } from '#database/disk-full-error.ts';
import { isDamagedError } from '#database/database-unusable-error.ts';

export interface ReplayTables {
  replays: { hmac: string; expires_at: number };
}

/** Stores every accepted HMAC until it expires, shared by all instances on a database. */
export interface ReplayStore {
  /** Stores the HMAC; false if it is already stored. */
  claim(hmac: string, now: number, expiresAt: number): Promise<boolean>;
  has(hmac: string): Promise<boolean>;
  close(): Promise<void>;
}

const PRUNE_INTERVAL_MS = 30_000;

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
    await createTable(database);
    return createReplayStore(database);
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function createTable({ db, engine }: Database<ReplayTables>): Promise<void> {
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

/** The store on an open database that has its table. */
export function createReplayStore(database: Database<ReplayTables>): ReplayStore {
  const { db } = database;
  /** HMACs that could not be written to a full disk, with their expiry. */
  const unsaved = new Map<string, number>();
  let pruneAt = 0;
  const has = async (hmac: string) => {
    if (unsaved.has(hmac)) return true;
    const row = await db.selectFrom('replays').select('hmac').where('hmac', '=', hmac).executeTakeFirst();
    return row !== undefined;
  };
  async function prune(now: number): Promise<void> {
    for (const [hmac, expiresAt] of unsaved) if (expiresAt < now) unsaved.delete(hmac);
    await db.deleteFrom('replays').where('expires_at', '<', now).execute();
  }
  return {
    async claim(hmac, now, expiresAt) {
      if (unsaved.has(hmac)) return false;
      try {
        if (now >= pruneAt) {
          pruneAt = now + PRUNE_INTERVAL_MS;
          await prune(now);
        }
        const { numInsertedOrUpdatedRows } = await db
          .insertInto('replays')
          .values({ hmac, expires_at: expiresAt })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        return numInsertedOrUpdatedRows === 1n;
      } catch (error) {
        // Authentication keeps working on a full disk, for requests that only read.
        if (!isDiskFullError(error)) throw error;
        if (await has(hmac)) return false;
        unsaved.set(hmac, expiresAt);
        return true;
      }
    },
    has,
    close: () => database.close(),
  };
}
