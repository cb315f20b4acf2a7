import { type RawBuilder, sql } from 'kysely';
import type { BuiltInView } from '#contract/inbox-filter-names.ts';
import { BUILT_IN_VIEWS, type ViewCondition } from '#contract/views.ts';

/** Inquiries indexed within this time of their moment count as new, also during the first read of an agency. */
const JUST_ARRIVED_MS = 15 * 60_000;

/** Selects the numbers of inquiries that entered a list since a time. */
type Entry = (since: number, now: number) => RawBuilder<unknown>;

// Older inquiries of an agency's first read are not new.
const enteredByArrival: Entry = (since) => sql`
  select number from inquiry where first_seen_at > ${since} and (at > ${since - JUST_ARRIVED_MS} or exists (
    select 1 from indexed_agency
    where indexed_agency.agency_key = inquiry.agency_key and full_read_at < first_seen_at
  ))`;

// `cross join` fixes the join order in SQLite.
const enteredByClaim: Entry = (since) => sql`
  select inquiry.number from follow_up cross join inquiry
  where inquiry.agency_key = follow_up.agency_key and inquiry.sid = follow_up.sid and changed_at > ${since}`;

const enteredBySnoozeEnd: Entry = (since, now) =>
  sql`select number from inquiry where snoozed_until > ${since} and snoozed_until <= ${now}`;

const enteredByDueTime: Entry = (since, now) =>
  sql`select number from inquiry where is_waiting = 1 and due_at > ${since} and due_at <= ${now}`;

/** decided: other changes of colleagues appear only when the list is loaded again. */
const VIEW_ENTRIES: Record<ViewCondition, readonly Entry[]> = {
  waiting: [enteredBySnoozeEnd],
  overdue: [enteredBySnoozeEnd, enteredByDueTime],
  old: [],
  mine: [enteredByClaim],
  today: [],
  snoozed: [],
};

/** Numbers of the inquiries that entered a list since a time. `isMine`: it has only those that the person claimed. */
export function selectEntered(
  { view, isMine }: { view: BuiltInView | undefined; isMine: boolean },
  since: number,
  now: number,
): RawBuilder<unknown> {
  const entries = new Set([
    enteredByArrival,
    ...(view ? VIEW_ENTRIES[BUILT_IN_VIEWS[view].condition] : []),
    ...(isMine ? [enteredByClaim] : []),
  ]);
  const numbers = [...entries].map((select) => select(since, now));
  return sql.join(numbers, sql` union all `);
}
