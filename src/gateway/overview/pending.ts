import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type Kysely, type SqlBool, sql } from 'kysely';
import { MAX_LATE_AGENCIES, type OverviewNow } from '#contract/desk/overview.ts';
import { countRows } from '#database/count-rows.ts';
import { isPostgres } from '#database/database.ts';
import { type IndexedAgencyTables, fetchIndexed } from '#gateway/inquiries/agencies.ts';
import {
  type ListContext,
  type ListTables,
  type Where,
  isDueIn,
  hasStatusNew,
  isWaiting,
  partQuery,
  viewParts,
} from '#gateway/inquiries/conditions.ts';
import { countInquiries } from '#gateway/inquiries/lists.ts';
import { type Scope, isInScope } from '#gateway/inquiries/scope.ts';

type Tables = ListTables & IndexedAgencyTables;

/** Agencies that are counted at once on SQLite; other work runs in between. */
const PENDING_AGENCIES_PER_TURN = 50;

/** Counts of inquiries that need somebody now, each as its list has them. */
export async function countPending(
  db: Kysely<Tables>,
  scope: Scope,
  context: ListContext,
): Promise<Pick<OverviewNow, keyof Sums | 'returned'>> {
  const sums: Sums = {
    waiting: 0,
    overdue: 0,
    dueSoon: 0,
    unread: 0,
    lateToday: 0,
    lateThisWeek: 0,
    lateOld: 0,
  };
  for (const turn of await splitIntoTurns(db, scope)) {
    const counts = await countTurn(db, turn, context);
    for (const name of Object.keys(sums) as (keyof Sums)[]) sums[name] += counts[name];
    await yieldToEventLoop();
  }
  const [, ...others] = viewParts('esperando', context);
  for (const part of others) sums.waiting += await countRows(partQuery(db, part, { scope, where: [] }));
  // This joins from the inquiries, because unopened ones are many.
  const seen = partQuery(
    db,
    { where: [isWaiting, hasStatusNew], index: 'waiting' },
    { scope, where: [] },
  ).innerJoin('seen', (join) =>
    join
      .onRef('seen.agency_key', '=', 'i.agency_key')
      .onRef('seen.sid', '=', 'i.sid')
      .on('seen.person_id', '=', context.me),
  );
  // An inquiry may arrive and be opened between the two reads.
  sums.unread = Math.max(0, sums.unread - (await countRows(seen)));
  await yieldToEventLoop();
  const returned = await countInquiries(db, {
    scope,
    filters: { view: 'pospuestas', narrowing: { seguimiento: 'volvio' } },
    context,
  });
  return { ...sums, returned };
}

type Sums = Record<
  'waiting' | 'overdue' | 'dueSoon' | 'unread' | 'lateToday' | 'lateThisWeek' | 'lateOld',
  number
>;

/** The inquiries that became late today: the longest late one, and the agencies with most of them. */
export async function fetchLateToday(
  db: Kysely<Tables>,
  scope: Scope,
  context: ListContext,
): Promise<OverviewNow['today']> {
  const rows = await partQuery(
    db,
    { where: [isDueIn('tarde-hoy', context)], index: 'waiting' },
    { scope, where: [] },
  )
    .select(({ fn }) => [
      'i.agency_key',
      fn.countAll<number>().as('count'),
      fn.min<number>('i.due_at').as('dueAt'),
    ])
    .groupBy('i.agency_key')
    .orderBy('count', 'desc')
    .orderBy('i.agency_key')
    .execute();
  const shown = rows.slice(0, MAX_LATE_AGENCIES);
  const agencies = await fetchIndexed(db, { ...scope, agencies: shown.map(({ agency_key }) => agency_key) });
  const byKey = new Map(agencies.map((agency) => [agency.agency_key, agency]));
  return {
    worstDueAt: rows.length > 0 ? Math.min(...rows.map(({ dueAt }) => dueAt)) : null,
    agencies: shown.map(({ agency_key, count }) => {
      const { admin_mail: adminMail = agency_key, name = null } = byKey.get(agency_key) ?? {};
      return { adminMail, name, count };
    }),
  };
}

/** Counts the inquiries of a scope that a person answered first since a time, ms. */
export function countAnswersSince(
  db: Kysely<Tables>,
  scope: Scope,
  { since, me }: { since: number; me: string },
): Promise<number> {
  const isFirst = sql<SqlBool>`(
    touched_at >= ${since} and touched_by = ${me} and coalesce(contacted_at, touched_at) >= touched_at
    or contacted_at >= ${since} and contacted_by = ${me} and coalesce(touched_at, contacted_at + 1) > contacted_at
  )`;
  return countRows(
    db
      .selectFrom('follow_up')
      .innerJoin('inquiry as i', (join) =>
        join.onRef('i.agency_key', '=', 'follow_up.agency_key').onRef('i.sid', '=', 'follow_up.sid'),
      )
      .where('follow_up.changed_at', '>=', since)
      .where(isFirst)
      .where(isInScope(db, scope)),
  );
}

/** Some of the agencies of a scope. */
interface Turn {
  scope: Scope;
  where: readonly Where[];
}

async function splitIntoTurns(db: Kysely<Tables>, { agencies, ...scope }: Scope): Promise<Turn[]> {
  // Only SQLite holds the event loop.
  if (isPostgres(db)) return [{ scope: { agencies, ...scope }, where: [] }];
  if (agencies)
    return Array.from({ length: Math.ceil(agencies.length / PENDING_AGENCIES_PER_TURN) }, (_, turn) => ({
      scope: {
        ...scope,
        agencies: agencies.slice(turn * PENDING_AGENCIES_PER_TURN, (turn + 1) * PENDING_AGENCIES_PER_TURN),
      },
      where: [],
    }));
  const indexed = await db.selectFrom('indexed_agency').select('agency_key').orderBy('agency_key').execute();
  // Ranges of keys, so that no inquiry is left out.
  const limits = indexed
    .map(({ agency_key }) => agency_key)
    .filter((_, index) => index > 0 && index % PENDING_AGENCIES_PER_TURN === 0);
  return ['', ...limits].map((from, turn) => {
    const to = limits[turn];
    return {
      scope: { agencies, ...scope },
      where: [
        (eb) => eb('i.agency_key', '>=', from),
        ...(to === undefined ? [] : ([(eb) => eb('i.agency_key', '<', to)] satisfies Where[])),
      ],
    };
  });
}

/** Counts of the lists of waiting inquiries by one read of `inquiry_pending`. `unread`: also those that were seen. */
async function countTurn(db: Kysely<Tables>, { scope, where }: Turn, context: ListContext) {
  const [waiting] = viewParts('esperando', context);
  const [overdue] = viewParts('tarde', context);
  return partQuery(db, { where: [isWaiting], index: 'waiting' }, { scope, where })
    .select((eb) => {
      const count = (conditions: readonly Where[] = []) =>
        eb.fn
          .countAll<number>()
          .filterWhere((filter) => filter.and(conditions.map((condition) => condition(filter))));
      return [
        count(waiting?.where).as('waiting'),
        count(overdue?.where).as('overdue'),
        count([isDueIn('por-vencer', context)]).as('dueSoon'),
        count([isDueIn('tarde-hoy', context)]).as('lateToday'),
        count([isDueIn('tarde-semana', context)]).as('lateThisWeek'),
        count([isDueIn('tarde-vieja', context)]).as('lateOld'),
        count([hasStatusNew]).as('unread'),
      ];
    })
    .executeTakeFirstOrThrow();
}
