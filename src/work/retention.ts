import type { FastifyBaseLogger } from 'fastify';
import {
  type Expression,
  type ExpressionBuilder,
  type Kysely,
  type SqlBool,
  expressionBuilder,
  sql,
} from 'kysely';
import { isPostgres } from '#database/database.ts';
import type { Clock } from '#system/clock.ts';
import { type Work, every } from './work.ts';

export interface RetentionSlice {
  /** Rows that were erased. */
  rows: number;
  /** True: another slice may find more. */
  hasMore: boolean;
}

/** Says which rows of a table are too old or too many, and erases them. */
export interface RetentionRule<Tables> {
  /** The table, and others whose rows go with its rows. */
  tables: readonly (keyof Tables & string)[];
  /** It erases also while the clock is doubted, since nobody misses what it erases, or its age does not count. */
  ignoresClock?: boolean;
  /** Counts the rows to erase, up to a limit. */
  count: (db: Kysely<Tables>, now: number, limit: number) => Promise<number>;
  /** Erases so few rows that it takes at most 20 ms: an embedded database answers nothing meanwhile. */
  erase: (db: Kysely<Tables>, now: number) => Promise<RetentionSlice>;
}

/** decided: rows of a slice, where they are small. */
export const ROWS_PER_SLICE = 200;

type Condition<Tables, Table extends keyof Tables> = (
  eb: ExpressionBuilder<Tables, Table>,
  now: number,
) => Expression<unknown>;

interface RuleOptions {
  /** Rows of a slice. */
  rows?: number;
  ignoresClock?: boolean;
}

/** Builders of the rules of a program. */
export function retentionRules<Tables>() {
  function createRule<Table extends keyof Tables & string>(
    table: Table,
    toCondition: Condition<Tables, Table>,
    { rows: limit = ROWS_PER_SLICE, ...options }: RuleOptions,
    eraseSlice: (db: Kysely<Tables>, condition: Expression<unknown>, limit: number) => Promise<number>,
  ): RetentionRule<Tables> {
    const at = (now: number) => toCondition(expressionBuilder<Tables, Table>(), now);
    return {
      ...options,
      tables: [table],
      count: (db, now, max) => countRows(db, table, at(now), max),
      erase: async (db, now) => toSlice(await eraseSlice(db, at(now), limit), limit),
    };
  }
  return {
    deleteRows: <Table extends keyof Tables & string>(
      table: Table,
      condition: Condition<Tables, Table>,
      options: RuleOptions = {},
    ) => createRule(table, condition, options, (db, isOld, limit) => deleteSlice(db, table, isOld, limit)),

    /** A rule that empties columns. */
    emptyColumns: <Table extends keyof Tables & string>(
      table: Table,
      values: { [Column in keyof Tables[Table]]?: null },
      condition: Condition<Tables, Table>,
      options: RuleOptions = {},
    ) =>
      createRule(table, condition, options, async (db, isOld, limit) => {
        const name: string = table;
        const { numUpdatedRows } = await untyped(db)
          .updateTable(name)
          .set(values)
          .where(isInSlice(db, table, isOld, limit))
          .executeTakeFirst();
        return Number(numUpdatedRows);
      }),
  };
}

/** A slice of at most `limit` rows. */
export const toSlice = (rows: number, limit: number): RetentionSlice => ({ rows, hasMore: rows >= limit });

/** Counts rows, up to a limit. */
export async function countRows<Tables>(
  db: Kysely<Tables>,
  table: keyof Tables & string,
  condition: Expression<unknown>,
  limit: number,
): Promise<number> {
  const name: string = table;
  const rows = untyped(db)
    .selectFrom(name)
    .select(sql.lit(1).as('one'))
    .where(condition as Expression<SqlBool>)
    .limit(limit);
  const { count } = await untyped(db)
    .selectFrom(rows.as('rows'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Deletes at most `limit` rows; those that another process is changing are left. @returns how many */
export async function deleteSlice<Tables>(
  db: Kysely<Tables>,
  table: keyof Tables & string,
  condition: Expression<unknown>,
  limit: number,
): Promise<number> {
  const name: string = table;
  const { numDeletedRows } = await untyped(db)
    .deleteFrom(name)
    .where(isInSlice(db, table, condition, limit))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Condition: a row is one of the first `limit` that meet a condition. */
export function isInSlice<Tables>(
  db: Kysely<Tables>,
  table: keyof Tables & string,
  condition: Expression<unknown>,
  limit: number,
): Expression<SqlBool> {
  const name: string = table;
  const rows = untyped(db)
    .selectFrom(name)
    .where(condition as Expression<SqlBool>)
    .limit(limit);
  return isPostgres(db)
    ? // As an array they are selected once: PostgreSQL may run a plain subquery again, which locks other rows.
      sql<SqlBool>`ctid = any (array(${rows.select(sql.ref('ctid').as('row')).forUpdate().skipLocked()}))`
    : sql<SqlBool>`rowid in (${rows.select(sql.ref('rowid').as('row'))})`;
}

/** The names of tables are variables here. */
const untyped = <Tables>(db: Kysely<Tables>) => db as unknown as Kysely<Record<string, object>>;

export interface RetentionOptions<Tables> {
  db: Kysely<Tables>;
  rules: readonly RetentionRule<Tables>[];
  clock: Clock;
  /** Returns true if so much may be erased by the clock; without it the clock is believed. */
  isErasureAllowed?: (count: (limit: number) => Promise<number>) => Promise<boolean>;
}

/** Rules are applied at this interval. */
const RETENTION_INTERVAL_MS = 10 * 60_000;
/** Pause after a slice that erased something, in which requests and other work have the database. */
const RETENTION_PAUSE_MS = 20;

/** Creates the work that erases what is too old: a slice at a time, each rule in its turn. */
export function createRetention<Tables>(
  options: RetentionOptions<Tables>,
  log: Pick<FastifyBaseLogger, 'info' | 'error'>,
): Work<'retention'> {
  let pending: RetentionRule<Tables>[] = [];
  const erased = new Map<string, number>();
  return every(RETENTION_INTERVAL_MS, {
    name: 'retention',
    clock: options.clock,
    async run() {
      if (pending.length === 0) pending = [...options.rules];
      const rule = pending.shift();
      const table = rule?.tables[0] ?? '';
      let pauseMs = 0;
      try {
        const { rows, hasMore } = rule ? await applyRule(options, rule) : NOTHING;
        if (rows > 0) pauseMs = RETENTION_PAUSE_MS;
        if (rows > 0) erased.set(table, (erased.get(table) ?? 0) + rows);
        if (rule && hasMore) pending.push(rule);
      } catch (error) {
        // A rule that fails keeps no other from its turn.
        log.error({ err: error, table }, 'old rows could not be erased');
      }
      if (pending.length > 0) return options.clock.now() + pauseMs;
      if (erased.size > 0) log.info({ rows: Object.fromEntries(erased) }, 'old rows were erased');
      erased.clear();
      return undefined;
    },
  });
}

const NOTHING: RetentionSlice = { rows: 0, hasMore: false };

async function applyRule<Tables>(
  { db, clock, isErasureAllowed }: RetentionOptions<Tables>,
  rule: RetentionRule<Tables>,
): Promise<RetentionSlice> {
  const now = clock.now();
  const isAllowed =
    rule.ignoresClock || !isErasureAllowed || (await isErasureAllowed((limit) => rule.count(db, now, limit)));
  return isAllowed ? rule.erase(db, now) : NOTHING;
}

/** Erases all that is too old at once; for tests, whose databases are small. */
export async function applyRetention<Tables>(options: RetentionOptions<Tables>): Promise<void> {
  for (const rule of options.rules) while ((await applyRule(options, rule)).hasMore);
}
