import { rm } from 'node:fs/promises';
import { sql } from 'kysely';
import { type Database, type DatabaseTarget, openDatabase } from '#database/database.ts';
import { isFull } from '#database/full.ts';
import { isDamagedError } from '#database/unusable.ts';

export interface ReplayTables {
  replays: { hmac: string; expires_at: number };
}

/** Remembers every HMAC that was accepted, for all instances on one database. */
export interface ReplayStore {
  /** Takes the HMAC; false when it was taken before. */
  claim(hmac: string, now: number, expiresAt: number): Promise<boolean>;
  has(hmac: string): Promise<boolean>;
  close(): Promise<void>;
}

const PRUNE_EVERY_MS = 30_000;

/**
 * Opens the store. A damaged file is made anew: it holds nothing that is needed for longer than some minutes. It takes one write for each request, so it trades durability for speed: embedded, its own file
 * with `synchronous=normal`; on PostgreSQL an unlogged table.
 */
export async function openReplayStore(target: DatabaseTarget): Promise<ReplayStore> {
  const file = target.file === ':memory:' ? target.file : target.file.replace(/\.db$/, '-replay.db');
  const own: DatabaseTarget = { synchronous: 'normal', ...target, file };
  try {
    return await openStore(own);
  } catch (error) {
    if (target.url !== undefined || !isDamagedError(error)) throw error;
    for (const path of [file, `${file}-wal`, `${file}-shm`]) await rm(path, { force: true });
    return openStore(own);
  }
}

async function openStore(target: DatabaseTarget): Promise<ReplayStore> {
  const database = await openDatabase<ReplayTables>(target);
  try {
    await createTable(database);
    return replayStore(database);
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function createTable({ db, engine }: Database<ReplayTables>): Promise<void> {
  const form = sql.raw(engine === 'postgres' ? 'unlogged' : '');
  // On PostgreSQL two servers that start together may both find it missing: the lock lets one after the other look.
  await db.transaction().execute(async (transaction) => {
    if (engine === 'postgres') await sql`select pg_advisory_xact_lock(7236011)`.execute(transaction);
    await sql`create ${form} table if not exists replays (hmac text primary key, expires_at bigint not null)`.execute(
      transaction,
    );
    await sql`create index if not exists replays_expiry on replays (expires_at)`.execute(transaction);
  });
}

/** The store over an open database that has its table. */
export function replayStore(database: Database<ReplayTables>): ReplayStore {
  const { db } = database;
  /** What found no room on the disk, by when it expires. */
  const inMemory = new Map<string, number>();
  let pruneAt = 0;
  const has = async (hmac: string) => {
    if (inMemory.has(hmac)) return true;
    const row = await db.selectFrom('replays').select('hmac').where('hmac', '=', hmac).executeTakeFirst();
    return row !== undefined;
  };
  async function prune(now: number): Promise<void> {
    for (const [hmac, expiresAt] of inMemory) if (expiresAt < now) inMemory.delete(hmac);
    await db.deleteFrom('replays').where('expires_at', '<', now).execute();
  }
  return {
    async claim(hmac, now, expiresAt) {
      if (inMemory.has(hmac)) return false;
      try {
        if (now >= pruneAt) {
          pruneAt = now + PRUNE_EVERY_MS;
          await prune(now);
        }
        const { numInsertedOrUpdatedRows } = await db
          .insertInto('replays')
          .values({ hmac, expires_at: expiresAt })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        return numInsertedOrUpdatedRows === 1n;
      } catch (error) {
        // Requests that only read do not need the disk.
        if (!isFull(error)) throw error;
        if (await has(hmac)) return false;
        inMemory.set(hmac, expiresAt);
        return true;
      }
    },
    has,
    close: () => database.close(),
  };
}
