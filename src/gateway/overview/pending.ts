import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { MAX_LATE_AGENCIES, type OverviewNow, type PendingAgency } from '#contract/desk/overview.ts';
import { formatFigureFilter } from '#contract/figure-lists.ts';
import type { BuiltInView } from '#contract/inbox-filter-names.ts';
import { findFirstAnswer } from '#contract/response-clock.ts';
import { countRows } from '#database/count-rows.ts';
import { isPostgres } from '#database/database.ts';
import { toFirstAnswer } from '#gateway/follow-up/state-columns.ts';
import { type IndexedAgencyTables, fetchIndexed } from '#gateway/inquiries/agencies.ts';
import {
  type ListContext,
  type ListTables,
  type Where,
  buildFacets,
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

const SUMS = ['waiting', 'overdue', 'dueSoon', 'unread', 'lateToday', 'lateThisWeek', 'lateOld'] as const;
type Sums = Record<(typeof SUMS)[number], number>;

/** Counts of inquiries that need somebody now, each as its list has them. */
export async function countPending(
  db: Kysely<Tables>,
  scope: Scope,
  context: ListContext,
): Promise<Pick<OverviewNow, keyof Sums | 'snoozed' | 'returned' | 'today' | 'agencies'>> {
  const agencies: Awaited<ReturnType<typeof countTurn>> = [];
  for (const turn of await splitIntoTurns(db, scope)) {
    agencies.push(...(await countTurn(db, turn, context)));
    await yieldToEventLoop();
  }
  const sums = Object.fromEntries(
    SUMS.map((name) => [name, agencies.reduce((sum, counts) => sum + counts[name], 0)]),
  ) as Sums;
  const waiting = await countByAgency(
    db,
    scope,
    viewParts('esperando', context).filter(({ index }) => index === 'snoozed'),
  );
  for (const { agency_key, waiting: count } of agencies) addCount(waiting, agency_key, count);
  sums.waiting = addUp(waiting);
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
  const snoozed = await countByAgency(db, scope, viewParts('pospuestas', context));
  const returned = await countInquiries(db, {
    scope,
    filters: { view: 'pospuestas', narrowing: { seguimiento: 'volvio' } },
    context,
  });
  const overdue = new Map(agencies.map((row) => [row.agency_key, row.overdue]));
  const arrivedToday = await countByAgency(db, scope, viewParts('hoy', context));
  const indexed = new Map((await fetchIndexed(db, scope)).map((agency) => [agency.agency_key, agency]));
  return {
    ...sums,
    snoozed: addUp(snoozed),
    returned,
    today: describeToday(agencies, indexed),
    agencies: listPendingAgencies({ arrivedToday, waiting, overdue, snoozed }, indexed),
  };
}

type CountByAgency = Map<string, number>;

function addCount(counts: CountByAgency, agency: string, count: number): void {
  counts.set(agency, (counts.get(agency) ?? 0) + count);
}

const addUp = (counts: CountByAgency) => [...counts.values()].reduce((total, count) => total + count, 0);

/** Counts the inquiries of parts of a view by agency. */
async function countByAgency(
  db: Kysely<Tables>,
  scope: Scope,
  parts: ReturnType<typeof viewParts>,
  where: readonly Where[] = [],
): Promise<CountByAgency> {
  const counts: CountByAgency = new Map();
  for (const part of parts) {
    const rows = await partQuery(db, part, { scope, where })
      .select((eb) => ['i.agency_key', eb.fn.countAll<number>().as('count')])
      .groupBy('i.agency_key')
      .execute();
    for (const { agency_key, count } of rows) addCount(counts, agency_key, count);
    await yieldToEventLoop();
  }
  return counts;
}

/** Inquiries of the last 24 hours by agency, as their list has them. */
export function countLast24Hours(
  db: Kysely<Tables>,
  scope: Scope,
  context: ListContext,
): Promise<CountByAgency> {
  const filters = { narrowing: { cifra: formatFigureFilter('ultimas-24-h', '') } };
  return countByAgency(db, scope, viewParts(undefined, context), buildFacets({ filters, context }));
}

type Indexed = ReadonlyMap<string, Awaited<ReturnType<typeof fetchIndexed>>[number]>;

const COUNTS = ['arrivedToday', 'waiting', 'overdue', 'snoozed'] as const;

function listPendingAgencies(
  counts: Record<(typeof COUNTS)[number], CountByAgency>,
  indexed: Indexed,
): PendingAgency[] {
  const keys = new Set(COUNTS.flatMap((name) => [...counts[name].keys()]));
  const compareNames = new Intl.Collator('es').compare;
  return [...keys]
    .map((key): PendingAgency => {
      const { admin_mail: adminMail = key, name = null } = indexed.get(key) ?? {};
      const get = (count: (typeof COUNTS)[number]) => counts[count].get(key) ?? 0;
      return {
        adminMail,
        name,
        arrivedToday: get('arrivedToday'),
        waiting: get('waiting'),
        overdue: get('overdue'),
        snoozed: get('snoozed'),
      };
    })
    .filter((agency) => COUNTS.some((name) => agency[name] > 0))
    .toSorted(
      (a, b) =>
        b.overdue - a.overdue ||
        b.waiting - a.waiting ||
        compareNames(a.name ?? a.adminMail, b.name ?? b.adminMail),
    );
}

/** The inquiry that is late the longest of those that became late today, and the agencies with most of them. */
function describeToday(
  agencies: Awaited<ReturnType<typeof countTurn>>,
  indexed: Indexed,
): OverviewNow['today'] {
  const late = agencies.filter(({ lateToday }) => lateToday > 0);
  const shown = late.toSorted((a, b) => b.lateToday - a.lateToday).slice(0, MAX_LATE_AGENCIES);
  return {
    worstDueAt: late.length > 0 ? Math.min(...late.map(({ worstDueAt }) => worstDueAt ?? Infinity)) : null,
    agencies: shown.map(({ agency_key, lateToday: count }) => {
      const { admin_mail: adminMail = agency_key, name = null } = indexed.get(agency_key) ?? {};
      return { adminMail, name, count };
    }),
  };
}

/** Counts the inquiries of a scope that a person answered first since a time, ms. */
export async function countAnswersSince(
  db: Kysely<Tables>,
  scope: Scope,
  { since, me }: { since: number; me: string },
): Promise<number> {
  const rows = await db
    .selectFrom('follow_up')
    .innerJoin('inquiry as i', (join) =>
      join.onRef('i.agency_key', '=', 'follow_up.agency_key').onRef('i.sid', '=', 'follow_up.sid'),
    )
    .select(['touched_at', 'touched_by', 'touched_how', 'contacted_at', 'contacted_by'])
    .where('follow_up.changed_at', '>=', since)
    .where((eb) => eb.or({ touched_by: me, contacted_by: me }))
    .where(isInScope(db, scope))
    .execute();
  const answers = rows.map((row) => findFirstAnswer(toFirstAnswer(row)));
  return answers.filter((answer) => answer?.by === me && answer.at >= since).length;
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

/**
 * Counts of the lists of waiting inquiries by agency, by one read of `inquiry_pending`. `unread`: also those that were seen.
 * `worstDueAt`: of those that became late today.
 */
function countTurn(db: Kysely<Tables>, { scope, where }: Turn, context: ListContext) {
  const isInView =
    (view: BuiltInView): Where =>
    (eb) =>
      eb.or(
        viewParts(view, context).flatMap(({ where: conditions, index }) =>
          index === 'snoozed' ? [] : [eb.and(conditions.map((condition) => condition(eb)))],
        ),
      );
  const isLateToday = isDueIn('tarde-hoy', context);
  return partQuery(db, { where: [isWaiting], index: 'waiting' }, { scope, where })
    .select((eb) => {
      const count = (conditions: readonly Where[]) =>
        eb.fn
          .countAll<number>()
          .filterWhere((filter) => filter.and(conditions.map((condition) => condition(filter))));
      return [
        'i.agency_key',
        count([isInView('esperando')]).as('waiting'),
        count([isInView('tarde')]).as('overdue'),
        count([isDueIn('por-vencer', context)]).as('dueSoon'),
        count([isLateToday]).as('lateToday'),
        count([isDueIn('tarde-semana', context)]).as('lateThisWeek'),
        count([isInView('viejas')]).as('lateOld'),
        count([hasStatusNew]).as('unread'),
        eb.fn.min('i.due_at').filterWhere(isLateToday).as('worstDueAt'),
      ];
    })
    .groupBy('i.agency_key')
    .orderBy('i.agency_key')
    .execute();
}
