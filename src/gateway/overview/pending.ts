import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { OverviewNow } from '#contract/desk/overview.ts';
import { countRows } from '#database/count-rows.ts';
import { isPostgres } from '#database/database.ts';
import type { IndexedAgencyTables } from '#gateway/inquiries/agencies.ts';
import {
  type ListContext,
  type ListTables,
  type Where,
  isDueSoon,
  hasStatusNew,
  isWaiting,
  partQuery,
  viewParts,
} from '#gateway/inquiries/conditions.ts';
import { countInquiries } from '#gateway/inquiries/lists.ts';
import type { Scope } from '#gateway/inquiries/scope.ts';

type Tables = ListTables & IndexedAgencyTables;

/** Agencies that are counted at once on SQLite; other work runs in between. */
const PENDING_AGENCIES_PER_TURN = 50;

/** Counts of inquiries that need somebody now, each as its list has them. */
export async function countPending(
  db: Kysely<Tables>,
  scope: Scope,
  context: ListContext,
): Promise<Pick<OverviewNow, 'waiting' | 'overdue' | 'dueSoon' | 'unread' | 'returned'>> {
  const sums = { waiting: 0, overdue: 0, dueSoon: 0, unread: 0 };
  for (const turn of await splitIntoTurns(db, scope)) {
    const counts = await countTurn(db, turn, context);
    for (const name of ['waiting', 'overdue', 'dueSoon', 'unread'] as const) sums[name] += counts[name];
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
  sums.unread -= await countRows(seen);
  await yieldToEventLoop();
  const returned = await countInquiries(db, {
    scope,
    filters: { view: 'pospuestas', narrowing: { seguimiento: 'volvio' } },
    context,
  });
  return { ...sums, returned };
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
        count([isDueSoon(context.now)]).as('dueSoon'),
        count([hasStatusNew]).as('unread'),
      ];
    })
    .executeTakeFirstOrThrow();
}
