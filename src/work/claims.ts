import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { type ClientNames, isClientGone, skipLocked } from '#database/database.ts';
import type { Clock } from '#system/clock.ts';
import { type Backlog, MAX_COUNTED_PIECES, WORK_RETRY_MS } from './work.ts';

/** Columns of a table whose rows are pieces of work. Times are milliseconds since 1970. */
export interface ClaimColumns {
  /** Time from which the row may be claimed; null: nothing is left to do, or it waits for another row. */
  due_at: number | null;
  /** Client that works on the row (`Database.clientName`); null: nobody. */
  claimed_by: string | null;
  /** End of the claim, unless it is renewed. */
  claimed_until: number | null;
}

/** SQL of `ClaimColumns`, for migrations. */
export const CLAIM_COLUMNS = 'due_at bigint, claimed_by text, claimed_until bigint';

/** SQL of the indexes of a table with `ClaimColumns`, for migrations. */
export const createClaimIndexes = (table: string, order: readonly string[] = ['due_at']): string[] => [
  `create index ${table}_due on ${table} (${order.join(', ')}) where due_at is not null`,
  ...(order[0] === 'due_at'
    ? []
    : [`create index ${table}_next on ${table} (due_at) where due_at is not null`]),
  `create index ${table}_claimed on ${table} (claimed_by, claimed_until) where claimed_by is not null`,
];

/** A claim is renewed so often during its lease. */
const RENEWALS_PER_LEASE = 3;

/** Shorter than a pool keeps a connection without use: whoever has a claim has a connection that others see. */
const MAX_RENEWAL_MS = 5000;

/**
 * A client is gone when no look during this time found a connection of it: when PostgreSQL starts again, all clients are without
 * one for a moment.
 */
const GONE_AFTER_MS = 5000;

/**
 * Clocks of two processes, and the time that a statement is given and the time when it runs, differ by less: a claim that another
 * process has just made must not look like one of a wrong clock.
 */
const MAX_SKEW_MS = 30_000;

const POSTGRES_WAIT_MS = 1000;
const SQLITE_WAIT_MS = 60_000;

interface ConditionOptions {
  /** Milliseconds since 1970. */
  now: number;
  /** Condition that nobody works on a row of the table, by its alias. */
  isFree: (alias: string) => RawBuilder<SqlBool>;
}

interface ClaimOptions<Row> {
  /** Table with `ClaimColumns`. */
  table: string;
  /** Its primary key. */
  key: keyof Row & string;
  clock: Pick<Clock, 'now' | 'monotonic'>;
  /** A claim that is not renewed ends after this time. */
  leaseMs: number;
  /** Order in which due rows are claimed, as columns, or as expressions of the current time. */
  order?: readonly string[] | ((now: number) => readonly RawBuilder<unknown>[]);
  /** Condition of rows that are claimed at all; default: all are. */
  condition?: (options: ConditionOptions) => RawBuilder<SqlBool>;
  /** Longest time for which a row is ever postponed: later due times were written while the clock was wrong. */
  maxDelayMs: number;
}

export type Claims<Row extends ClaimColumns> = ReturnType<typeof createClaims<Row>>;

/**
 * The one way to claim rows. A claim belongs to a client of the database: it ends with `release` or `finish`, when the row is
 * changed or deleted by its owner (`isOwn`), when it is not renewed for `leaseMs`, or when the client has no connection any more.
 */
export function createClaims<Row extends ClaimColumns>(
  database: ClientNames & { db: unknown },
  { table, key, clock, leaseMs, order = ['due_at'], condition, maxDelayMs }: ClaimOptions<Row>,
) {
  const db = database.db as Kysely<Record<string, ClaimColumns & Record<string, unknown>>>;
  const { engine, clientName } = database;
  const renewMs = Math.min(leaseMs / RENEWALS_PER_LEASE, MAX_RENEWAL_MS);
  /** Keys of rows that this process works on: it claims none of them again, however late it renews them. */
  const heldKeys = new Set<unknown>();
  /** Clients without a connection, by when this process first saw none. */
  const missing = new Map<string, number>();
  let clockOffset = NaN;
  let unsteadyUntil = -Infinity;

  /** False for the time of a lease after the clock was set: claims that seem to have ended are renewed meanwhile. */
  function isClockSteady(): boolean {
    const at = clock.monotonic();
    const offset = clock.now() - at;
    // A claim that is renewed in time never ends by less.
    if (Math.abs(offset - clockOffset) > renewMs) unsteadyUntil = at + leaseMs;
    clockOffset = offset;
    return at >= unsteadyUntil;
  }

  /** Condition that the owner of a claim is gone. An embedded database has one client: all others are. */
  async function createIsOwnerGone(): Promise<(column: string) => RawBuilder<SqlBool>> {
    if (engine === 'sqlite') return (column) => isClientGone(database, column);
    const rows = await db
      .selectFrom(table)
      .select('claimed_by')
      .distinct()
      .where('claimed_by', 'is not', null)
      .where(isClientGone(database, 'claimed_by'))
      .execute();
    const clients = rows.map(({ claimed_by }) => claimed_by ?? '');
    const at = clock.monotonic();
    for (const client of missing.keys()) if (!clients.includes(client)) missing.delete(client);
    for (const client of clients) if (!missing.has(client)) missing.set(client, at);
    const gone = clients.filter((client) => at - (missing.get(client) ?? at) >= GONE_AFTER_MS);
    return (column) => sql<SqlBool>`${sql.ref(column)} = any(${gone}::text[])`;
  }

  async function createConditionOptions(now: number, isSteady: boolean): Promise<ConditionOptions> {
    const isOwnerGone = await createIsOwnerGone();
    const isFree = (alias: string) => {
      const [owner, until] = [`${alias}.claimed_by`, `${alias}.claimed_until`];
      const hasLapsed = isSteady
        ? sql<SqlBool>`${sql.ref(until)} <= ${now} or ${sql.ref(until)} > ${now + leaseMs + MAX_SKEW_MS}`
        : sql<SqlBool>`1 = 0`;
      return sql<SqlBool>`(${sql.ref(owner)} is null or ${hasLapsed} or ${isOwnerGone(owner)})`;
    };
    return { now, isFree };
  }

  const toOrder = (now: number) =>
    typeof order === 'function' ? order(now) : order.map((column) => sql.ref(column));

  const latestDueAt = (now: number) => now + maxDelayMs + MAX_SKEW_MS;

  // The signs keep SQLite from sorting everything that is due.
  const isDue = (now: number): RawBuilder<SqlBool> =>
    sql<SqlBool>`(+due_at <= ${now} or +due_at > ${latestDueAt(now)})`;

  /** Most looks find nothing due: this costs a tenth of the statement that claims. */
  async function hasDueRows(now: number): Promise<boolean> {
    const row = await db
      .selectFrom(table)
      .select(key)
      .where(sql<SqlBool>`(due_at <= ${now} or due_at > ${latestDueAt(now)})`)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  const isRow = (row: Row) => sql<SqlBool>`${sql.ref(key)} = ${row[key]}`;
  /** Condition that this client still has the claim. */
  const isOwn = sql<SqlBool>`claimed_by = ${clientName}`;

  async function endClaim(row: Row, dueAt: RawBuilder<number> = sql`due_at`): Promise<void> {
    try {
      await db
        .updateTable(table)
        .set({ claimed_by: null, claimed_until: null, due_at: dueAt })
        .where(isRow(row))
        .where(isOwn)
        .execute();
    } finally {
      heldKeys.delete(row[key]);
    }
  }

  return {
    isOwn,
    leaseMs,
    /** Interval of renewals. */
    renewMs,
    /** Longest time between two looks, ms: work that another process queued is only seen by looking. */
    maxWaitMs: engine === 'postgres' ? POSTGRES_WAIT_MS : SQLITE_WAIT_MS,

    /** Claims at most `limit` due rows, of those that meet the condition. */
    async claim(limit: number, only: RawBuilder<SqlBool> = sql`1 = 1`): Promise<Row[]> {
      const now = clock.now();
      // Each look compares the clocks, also one that finds nothing.
      const isSteady = isClockSteady();
      if (!(await hasDueRows(now))) return [];
      const options = await createConditionOptions(now, isSteady);
      const candidates = db
        .selectFrom(table)
        .select(key)
        .where('due_at', 'is not', null)
        .where(isDue(now))
        .where(only)
        .where(condition?.(options) ?? sql<SqlBool>`1 = 1`)
        .where(options.isFree(table))
        .where(
          heldKeys.size > 0
            ? sql<SqlBool>`${sql.ref(key)} not in (${sql.join([...heldKeys])})`
            : sql<SqlBool>`1 = 1`,
        )
        .orderBy(sql.join(toOrder(now)))
        .limit(limit);
      const updated = await db
        .updateTable(table)
        .set({ claimed_by: clientName, claimed_until: now + leaseMs })
        .where(sql<SqlBool>`${sql.ref(key)} in ${skipLocked(engine, candidates)}`)
        .returningAll()
        .execute();
      const rows = updated as unknown as Row[];
      for (const row of rows) heldKeys.add(row[key]);
      return rows;
    },

    /** Extends the claim. @returns false if it was lost */
    async renew(row: Row): Promise<boolean> {
      const result = await db
        .updateTable(table)
        .set({ claimed_until: clock.now() + leaseMs })
        .where(isRow(row))
        .where(isOwn)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },

    /** Gives the row back as it is: it stays due. */
    release: (row: Row): Promise<void> => endClaim(row),

    /** Ends the claim of a row that was worked on. If its due time was not changed, it is due again a second later. */
    finish: (row: Row): Promise<void> =>
      endClaim(
        row,
        sql`case when due_at = ${row.due_at} then ${clock.now() + WORK_RETRY_MS} else due_at end`,
      ),

    /** Leaves the row claimed until its lease ends, and lets this process claim it again then. */
    forget(row: Row): void {
      heldKeys.delete(row[key]);
    },

    /** @returns when the next row is due or the next claim ends, ms since 1970 */
    async findNextDueAt(): Promise<number | undefined> {
      const isClaimable = condition?.(await createConditionOptions(clock.now(), isClockSteady()));
      const { due, claimed } = await db
        .selectNoFrom((eb) => [
          eb
            .selectFrom(table)
            .select((of) => of.fn.min('due_at').as('due'))
            .where('due_at', 'is not', null)
            .where('claimed_by', 'is', null)
            .where(isClaimable ?? sql<SqlBool>`1 = 1`)
            .as('due'),
          eb
            .selectFrom(table)
            .select((of) => of.fn.min('claimed_until').as('claimed'))
            .where('claimed_by', 'is not', null)
            .as('claimed'),
        ])
        .executeTakeFirstOrThrow();
      return due === null && claimed === null ? undefined : Math.min(due ?? Infinity, claimed ?? Infinity);
    },

    /** Counts rows that are due and free. */
    async fetchBacklog(): Promise<Backlog> {
      const now = clock.now();
      const options = await createConditionOptions(now, isClockSteady());
      const rows = db
        .selectFrom(table)
        .select('due_at')
        .where('due_at', '<=', now)
        .where(condition?.(options) ?? sql<SqlBool>`1 = 1`)
        .where(options.isFree(table))
        .orderBy('due_at')
        .limit(MAX_COUNTED_PIECES);
      const { due, oldest } = await db
        .selectFrom(rows.as('free'))
        .select((eb) => [eb.fn.countAll<number>().as('due'), eb.fn.min('due_at').as('oldest')])
        .executeTakeFirstOrThrow();
      return { due, lateMs: now - (oldest ?? now) };
    },
  };
}
