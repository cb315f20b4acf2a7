import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Database, isClientGone, skipLocked } from '#database/database.ts';
import type { Clock } from '#system/clock.ts';

/** Columns of a table whose rows are pieces of work. Times are milliseconds since 1970. */
export interface ClaimColumns {
  /** Time from which the row may be claimed; null: nothing is left to do. */
  due_at: number | null;
  /** Client that works on the row (`Database.clientName`); null: nobody. */
  claimed_by: string | null;
  /** End of the claim, unless it is renewed. */
  claimed_until: number | null;
}

/** SQL of `ClaimColumns`, for migrations. */
export const CLAIM_COLUMNS = 'due_at bigint, claimed_by text, claimed_until bigint';

interface ClaimOptions {
  /** Table with `ClaimColumns`. */
  table: string;
  /** Its primary key. */
  key: string;
  clock: Pick<Clock, 'now'>;
  /** A claim that is not renewed ends after this time. */
  leaseMs: number;
  /** Order in which due rows are claimed, as columns. */
  order?: readonly string[];
  /** Longest time for which a row is ever postponed: later due times were written while the clock was wrong. */
  maxDelayMs: number;
}

export type Claims<Row> = ReturnType<typeof createClaims<Row>>;

/**
 * The one way to claim rows. A claim belongs to a client of the database: it ends with `release`, when the row is changed or
 * deleted by its owner (`isOwn`), when it is not renewed for `leaseMs`, or as soon as the client has no connection any more.
 */
export function createClaims<Row>(
  database: Pick<Database<never>, 'engine' | 'clientName'> & { db: unknown },
  { table, key, clock, leaseMs, order = ['due_at'], maxDelayMs }: ClaimOptions,
) {
  const db = database.db as Kysely<Record<string, ClaimColumns & Record<string, unknown>>>;
  const { engine, clientName } = database;
  /** Keys of rows that this process works on: it claims none of them again, however late it renews them. */
  const held = new Set<unknown>();

  const isDue = (now: number): RawBuilder<SqlBool> =>
    sql<SqlBool>`(due_at <= ${now} or due_at > ${now + maxDelayMs})`;
  const isFree = (now: number): RawBuilder<SqlBool> => sql<SqlBool>`(
    claimed_by is null or claimed_until <= ${now} or claimed_until > ${now + leaseMs}
    or ${isClientGone(database, 'claimed_by')})`;
  /** Condition that this client still has the claim. */
  const isOwn = sql<SqlBool>`claimed_by = ${clientName}`;

  return {
    isOwn,

    /** Claims at most `limit` due rows. */
    async claim(limit: number): Promise<Row[]> {
      const now = clock.now();
      const rows = await db
        .updateTable(table)
        .set({ claimed_by: clientName, claimed_until: now + leaseMs })
        .where(key, 'in', (eb) =>
          skipLocked(
            engine,
            eb
              .selectFrom(table)
              .select(key)
              .where('due_at', 'is not', null)
              .where(isDue(now))
              .where(isFree(now))
              .$if(held.size > 0, (query) => query.where(key, 'not in', [...held]))
              .orderBy(order.map((column) => sql.ref(column)))
              .limit(limit),
          ),
        )
        .returningAll()
        .execute();
      for (const row of rows) held.add(row[key]);
      return rows as Row[];
    },

    /** Extends the claim. @returns false if it was lost */
    async renew(row: Row): Promise<boolean> {
      const result = await db
        .updateTable(table)
        .set({ claimed_until: clock.now() + leaseMs })
        .where(key, '=', (row as Record<string, unknown>)[key])
        .where(isOwn)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },

    /** Gives the row back as it is; it stays due. Rows that their owner deleted or released already stay as they are. */
    async release(row: Row): Promise<void> {
      const value = (row as Record<string, unknown>)[key];
      held.delete(value);
      await db
        .updateTable(table)
        .set({ claimed_by: null, claimed_until: null })
        .where(key, '=', value)
        .where(isOwn)
        .execute();
    },

    /** Leaves the row claimed until its lease ends, and lets this process claim it again then. */
    async forget(row: Row): Promise<void> {
      held.delete((row as Record<string, unknown>)[key]);
    },

    async findNextDueAt(): Promise<number | undefined> {
      const { next } = await db
        .selectFrom(table)
        .select((eb) => eb.fn.min('due_at').as('next'))
        .where('claimed_by', 'is', null)
        .executeTakeFirstOrThrow();
      return (next as number | null) ?? undefined;
    },
  };
}
