import type { Kysely, QueryCreator, Selectable } from 'kysely';
import type { LiveData, LiveKind } from '#contract/desk/live.ts';
import type { DatabaseTarget } from '#database/database.ts';

/** Kinds of logged events; the stream itself generates the others. */
export type LoggedKind = Exclude<LiveKind, 'reset' | 'pulse'>;

interface EventTable {
  /** Increases in commit order. */
  id: number;
  kind: LoggedKind;
  /** Agency of the event; null: none. */
  agency_key: string | null;
  /** Operator of the inquiry then, lower case; the index knows the present one, unless it has not the inquiry. */
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

type NewEvent<Kind extends LoggedKind> = Partial<Pick<EventTable, 'agency_key' | 'operator_key'>> & {
  kind: Kind;
  data: LiveData<Kind>;
};

/** decided: events kept; a page that missed more reloads everything. */
export const MAX_EVENTS = 10_000;

/**
 * Appends an event; call it last in the transaction of its cause. The counter's row lock serializes writers on all
 * instances, so that no event ever appears with a smaller id than one already read.
 */
export async function appendEvent<Kind extends LoggedKind>(
  transaction: QueryCreator<LiveTables>,
  { kind, agency_key = null, operator_key = null, data }: NewEvent<Kind>,
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
}

/** Channel on which a trigger of PostgreSQL notifies of each committed event. */
export function getLiveNotifications({
  url,
  schema,
}: DatabaseTarget): { url: string; channel: string } | undefined {
  return url === undefined ? undefined : { url, channel: `${schema}_live_event` };
}

/** Events after an id, in order. */
export function fetchEventsAfter(db: Kysely<LiveTables>, id: number, limit: number): Promise<LoggedEvent[]> {
  return db.selectFrom('live_event').selectAll().where('id', '>', id).orderBy('id').limit(limit).execute();
}

/** The last assigned id. */
export async function fetchLastEventId(db: Kysely<LiveTables>): Promise<number> {
  return (await db.selectFrom('live_counter').select('last').executeTakeFirstOrThrow()).last;
}

/** Returns true if all events after `id` are still in the log. */
export async function hasEventsSince(db: Kysely<LiveTables>, id: number, last: number): Promise<boolean> {
  if (id >= last) return id === last;
  const next = await db
    .selectFrom('live_event')
    .select('id')
    .where('id', '=', id + 1)
    .executeTakeFirst();
  return next !== undefined;
}
