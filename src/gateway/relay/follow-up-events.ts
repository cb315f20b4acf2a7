import type { Transaction } from 'kysely';
import type { RecordedChange } from '#contract/follow-up/change-kinds.ts';
import { FOLLOW_UP_EVENTS, type FollowUpMessage } from '#contract/follow-up/follow-up-message.ts';
import type { FollowUpState } from '#contract/follow-up/follow-up-state.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { enqueueRelay } from './queue.ts';

type MessageData = FollowUpMessage['data'];
type MessagePerson = MessageData['by'];

/** Data of a message as `relay_event` stores it; the other members are columns of its row. */
export type StoredEventData = Omit<MessageData, 'agency' | 'sid' | 'url' | 'entry'>;

interface FollowUpEntry {
  id: string;
  agency_key: string;
  sid: string;
  by: MessagePerson;
  change: RecordedChange;
  version: number;
  before: FollowUpState<string>;
  after: FollowUpState<string>;
}

/**
 * Queues a change of a follow-up for the targets that get its kind. Call it in the transaction of the change.
 * @returns true if there is any
 */
export async function enqueueFollowUpEvent(
  transaction: Transaction<GatewayTables>,
  { id, agency_key, sid, by: { id: byId, name, mail }, change, version, before, after }: FollowUpEntry,
  now: number,
): Promise<boolean> {
  const topic = FOLLOW_UP_EVENTS[change.kind];
  const message = { deliveryId: id, topic, agency: agency_key, sid };
  if (!(await enqueueRelay(transaction, message, now))) return false;
  const people = await fetchPeople(
    transaction,
    [before.claimedBy, after.claimedBy, getNudged(change)].filter((id) => id !== null),
  );
  const data: StoredEventData = {
    version,
    by: { id: byId, name, mail },
    before: toMessageState(before, people),
    after: toMessageState(after, people),
    ...describeChange(change, people),
  };
  await transaction
    .insertInto('relay_event')
    .values({ id, topic, agency_key, sid, at: now, data: JSON.stringify(data) })
    .execute();
  return true;
}

async function fetchPeople(
  transaction: Transaction<GatewayTables>,
  ids: readonly string[],
): Promise<Map<string, MessagePerson>> {
  if (ids.length === 0) return new Map();
  const people = await transaction
    .selectFrom('person')
    .select(['id', 'name', 'mail'])
    .where('id', 'in', ids)
    .execute();
  return new Map(people.map((person) => [person.id, person]));
}

function toMessageState(
  { status, lostReason, claimedBy, snoozedUntil, firstTouch, firstContact, notes }: FollowUpState<string>,
  people: ReadonlyMap<string, MessagePerson>,
): MessageData['before'] {
  return {
    status,
    lostReason,
    owner: claimedBy === null ? null : (people.get(claimedBy) ?? { id: claimedBy, name: '', mail: '' }),
    snoozedUntil: toTimestamp(snoozedUntil),
    firstTouchAt: toTimestamp(firstTouch?.at ?? null),
    firstContactAt: toTimestamp(firstContact?.at ?? null),
    notes,
  };
}

const toTimestamp = (at: number | null) => (at === null ? null : new Date(at).toISOString());

const getNudged = (change: RecordedChange) => (change.kind === 'nudge' ? change.to : null);

/** Members that only some kinds of changes have; none is a text. */
function describeChange(
  change: RecordedChange,
  people: ReadonlyMap<string, MessagePerson>,
): Pick<MessageData, 'how' | 'contact' | 'to' | 'undoneEntry'> {
  if (change.kind === 'touch') return { how: change.how };
  if (change.kind === 'note') return { contact: change.contact };
  if (change.kind === 'nudge') return { to: people.get(change.to) };
  return change.kind === 'undo' ? { undoneEntry: change.entry } : {};
}
