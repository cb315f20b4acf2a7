import type { Kysely, QueryCreator, Selectable } from 'kysely';
import type { LiveData, LiveKind } from '#contract/desk/live.ts';

/** What can happen; the others are said by the stream itself. */
export type LogKind = Exclude<LiveKind, 'reset' | 'pulse'>;

interface EventTable {
  /** In the order of commits. */
  id: number;
  kind: LogKind;
  /** Of whom it is told, as far as it is about an inquiry or an agency. */
  agency_key: string | null;
  /** Lower-case: those who are shown their own inquiries only are told of no others. */
  operator_key: string | null;
  /** JSON. */
  data: string;
}
export type LoggedEvent = Selectable<EventTable>;

export interface LiveTables {
  live_event: EventTable;
  /** One row. */
  live_counter: { last: number };
}

type NewEvent<Kind extends LogKind> = Pick<EventTable, 'agency_key' | 'operator_key'> & {
  kind: Kind;
  data: LiveData<Kind>;
};

// decided: so many are kept; whoever missed more reads everything again.
const KEPT = 10_000;
const SLICE = 100;

/**
 * Notes what happened, last in the transaction that did it: whoever counts on waits for whoever counted before, so that
 * nothing appears before an id that was read already, whichever instance wrote it.
 */
export async function appendEvent<Kind extends LogKind>(
  transaction: QueryCreator<LiveTables>,
  { kind, agency_key, operator_key, data }: NewEvent<Kind>,
): Promise<void> {
  const { last: id } = await transaction
    .updateTable('live_counter')
    .set((eb) => ({ last: eb('last', '+', 1) }))
    .returning('last')
    .executeTakeFirstOrThrow();
  await transaction
    .insertInto('live_event')
    .values({ id, kind, agency_key, operator_key, data: JSON.stringify(data) })
    .execute();
  if (id % SLICE === 0)
    await transaction
      .deleteFrom('live_event')
      .where('id', '<=', id - KEPT)
      .execute();
}

/** The next events after one, in order. */
export function eventsAfter(db: Kysely<LiveTables>, id: number, most: number): Promise<LoggedEvent[]> {
  return db.selectFrom('live_event').selectAll().where('id', '>', id).orderBy('id').limit(most).execute();
}

/** The last id that was given. */
export async function lastEventId(db: Kysely<LiveTables>): Promise<number> {
  return (await db.selectFrom('live_counter').select('last').executeTakeFirstOrThrow()).last;
}

/** Whether everything that happened after an event is still known. */
export async function isKnownSince(db: Kysely<LiveTables>, id: number, last: number): Promise<boolean> {
  if (id >= last) return id === last;
  const next = await db
    .selectFrom('live_event')
    .select('id')
    .where('id', '=', id + 1)
    .executeTakeFirst();
  return next !== undefined;
}
