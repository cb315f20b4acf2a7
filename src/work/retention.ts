import type { FastifyBaseLogger } from 'fastify';
import {
  type Expression,
  type ExpressionBuilder,
  type Kysely,
  type SqlBool,
  expressionBuilder,
  sql,
} from 'kysely';
import { countRows } from '#database/count-rows.ts';
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
  tables: readonly [keyof Tables & string, ...(keyof Tables & string)[]];
  /**
   * Counts the rows to erase, up to a limit. Without it the rule erases also while the clock is doubted, since nobody misses what it
   * erases, or its age does not count.
   */
  count?: (db: Kysely<Tables>, now: number, limit: number) => Promise<number>;
  /** Most rows of a slice. */
  rows: number;
  /** Erases about so many rows at most, by an index. */
  erase: (db: Kysely<Tables>, now: number, rows: number) => Promise<RetentionSlice>;
}

/** decided: rows of a slice, where they are small. */
export const SMALL_ROWS_PER_SLICE = 200;

type RowCondition<Tables, Table extends keyof Tables> = (
  eb: ExpressionBuilder<Tables, Table>,
  now: number,
) => Expression<unknown>;

interface RuleOptions {
  /** Rows of a slice. */
  rows?: number;
  /** It erases also while the clock is doubted. */
  ignoresClock?: boolean;
}

/** Builders of the rules of a program. */
export function retentionRules<Tables>() {
  function createRule<Table extends keyof Tables & string>(
    table: Table,
    toCondition: RowCondition<Tables, Table>,
    { rows = SMALL_ROWS_PER_SLICE, ignoresClock = false }: RuleOptions,
    eraseSlice: (db: Kysely<Tables>, condition: Expression<unknown>, limit: number) => Promise<number>,
  ): RetentionRule<Tables> {
    const at = (now: number) => toCondition(expressionBuilder<Tables, Table>(), now);
    return {
      tables: [table],
      rows,
      ...(!ignoresClock && { count: (db, now, max) => countSlice(db, table, at(now), max) }),
      erase: async (db, now, limit) => toSlice(await eraseSlice(db, at(now), limit), limit),
    };
  }
  return {
    deleteRows: <Table extends keyof Tables & string>(
      table: Table,
      condition: RowCondition<Tables, Table>,
      options: RuleOptions = {},
    ) => createRule(table, condition, options, (db, isOld, limit) => deleteSlice(db, table, isOld, limit)),

    /** A rule that empties columns. */
    emptyColumns: <Table extends keyof Tables & string>(
      table: Table,
      values: { [Column in keyof Tables[Table]]?: null },
      condition: RowCondition<Tables, Table>,
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

/** A slice that erased nothing, and leaves nothing. */
export const EMPTY_SLICE: RetentionSlice = { rows: 0, hasMore: false };

/** A slice of at most `limit` rows. */
export const toSlice = (rows: number, limit: number): RetentionSlice => ({ rows, hasMore: rows >= limit });

/** Counts rows, up to a limit. */
export function countSlice<Tables>(
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
  return countRows(untyped(db).selectFrom(rows.as('rows')));
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
/**
 * A slice that takes longer is followed by smaller ones: an embedded database answers nothing meanwhile. As many rows take up to
 * three times as long where the full-text index merges, and no slice may take more than 20 ms.
 */
const LONG_SLICE_MS = 6;
/** A slice that takes less is followed by larger ones. */
const SHORT_SLICE_MS = 3;
/** Pause after a slice that erased something, in which requests and other work have the database. */
const RETENTION_PAUSE_MS = 20;

/** Creates the work that erases what is too old: a slice at a time, each rule in its turn. */
export function createRetention<Tables>(
  options: RetentionOptions<Tables>,
  log: Pick<FastifyBaseLogger, 'info' | 'error'>,
): Work<'retention'> {
  const { clock, rules } = options;
  let pending: RetentionRule<Tables>[] = [];
  /** Rules whose erasure was allowed since they began. */
  const allowed = new Set<RetentionRule<Tables>>();
  const sizes = new Map(rules.map((rule) => [rule, Math.ceil(rule.rows / 4)]));
  const erased = new Map<string, number>();

  async function eraseSlice(rule: RetentionRule<Tables>): Promise<RetentionSlice> {
    if (!allowed.has(rule) && !(await isAllowed(options, rule))) return EMPTY_SLICE;
    allowed.add(rule);
    const rows = sizes.get(rule) ?? rule.rows;
    const startedAt = clock.monotonic();
    const slice = await rule.erase(options.db, clock.now(), rows);
    const duration = clock.monotonic() - startedAt;
    if (duration > LONG_SLICE_MS) sizes.set(rule, Math.ceil(rows / 2));
    else if (duration < SHORT_SLICE_MS)
      sizes.set(rule, Math.min(rows + Math.ceil(rule.rows / 10), rule.rows));
    return slice;
  }

  async function runSlice(): Promise<number | undefined> {
    if (pending.length === 0) pending = [...rules];
    const rule = pending.shift();
    if (!rule) return undefined;
    const [table] = rule.tables;
    let pauseMs = 0;
    try {
      const { rows, hasMore } = await eraseSlice(rule);
      if (rows > 0) {
        pauseMs = RETENTION_PAUSE_MS;
        erased.set(table, (erased.get(table) ?? 0) + rows);
      }
      if (hasMore) pending.push(rule);
    } catch (error) {
      // A rule that fails keeps no other from its turn.
      log.error({ err: error, table }, 'old rows could not be erased');
    }
    if (pending.length > 0) return clock.now() + pauseMs;
    if (erased.size > 0) log.info({ rows: Object.fromEntries(erased) }, 'old rows were erased');
    erased.clear();
    allowed.clear();
    return undefined;
  }

  return every(RETENTION_INTERVAL_MS, { name: 'retention', clock, run: runSlice });
}

async function isAllowed<Tables>(
  { db, clock, isErasureAllowed }: RetentionOptions<Tables>,
  { count }: RetentionRule<Tables>,
): Promise<boolean> {
  if (!count || !isErasureAllowed) return true;
  return isErasureAllowed((limit) => count(db, clock.now(), limit));
}

/** Erases all that is too old at once; for tests, whose databases are small. */
export async function applyRetention<Tables>(options: RetentionOptions<Tables>): Promise<void> {
  const { db, clock, rules } = options;
  for (const rule of rules)
    if (await isAllowed(options, rule)) while ((await rule.erase(db, clock.now(), rule.rows)).hasMore);
}
