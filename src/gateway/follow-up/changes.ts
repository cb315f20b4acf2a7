import type { Kysely, Transaction } from 'kysely';
import type { EntrySource } from '#contract/desk/follow-up.ts';
import {
  type RecordedChange,
  applyChange,
  changesState,
  getChangedField,
  getMentions,
  getNotified,
  getRecipientId,
  getText,
  isReminder,
} from '#contract/follow-up/change-kinds.ts';
import { findErasedSids, holdErasures } from '#gateway/erasure/erasure-marks.ts';
import { syncFollowUps } from '#gateway/inquiries/store.ts';
import { appendEvent } from '#gateway/live/event-log.ts';
import { type Person, operatorKey } from '#gateway/people/store.ts';
import { createProblem } from '#gateway/problems.ts';
import { enqueueFollowUpEvent } from '#gateway/relay/follow-up-events.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { findColleague } from './colleagues.ts';
import { assertNudge } from './nudges.ts';
import {
  type Entry,
  type StateColumns,
  computeStateColumns,
  toState,
  toStateColumns,
  toStateEntry,
} from './state-columns.ts';
import { type InquiryRef, type Tables, countEntries, toInquiryKeys } from './store.ts';
import type { EntryTable, FollowUpRow } from './tables.ts';

export interface ChangeAuthor {
  person: Person;
  /** Absent for a change by hand. A job tells open pages of all its changes together. */
  source?: EntrySource | undefined;
  /** Notifies people of the change, in its transaction. */
  onNotify?: (transaction: Transaction<GatewayTables>, to: readonly string[]) => Promise<void>;
}

/** A change with its id and the version that it was made of. */
export interface VersionedChange {
  id: string;
  version: number;
  change: RecordedChange;
}

// decided: limits beyond any real use of one inquiry.
const MAX_NOTES = 200;
const MAX_TIMELINE_ENTRIES = 1000;

/**
 * Applies one change to an inquiry that the person may see. Idempotent by id.
 * @throws ProblemError `timeline-full`; `buyer-erased` for a text; `changed-meanwhile` on a version conflict or when the id belongs to another
 * change, or when a nudge is late for its inquiry; `nudged-lately`; `not-found` when the entry to undo does not exist; `invalid-request` for a person who cannot take it over or be
 * mentioned, and for a pinned entry that is no note
 * @returns the state before and after, and whether a message about it waits to be relayed; undefined for a repeat
 */
export async function saveFollowUpChange(
  db: Kysely<GatewayTables>,
  inquiry: InquiryRef,
  { person, source, onNotify }: ChangeAuthor,
  { id, version, change }: VersionedChange,
  now: number,
): Promise<{ before: StateColumns; after: StateColumns; isRelayDue: boolean } | undefined> {
  const key = toInquiryKeys(inquiry);
  return db.transaction().execute(async (transaction) => {
    await holdErasures(transaction);
    const current = await lockFollowUp(transaction, inquiry);
    const entry = { id, ...key, person_id: person.id, change: JSON.stringify(change) };
    if (await isRepeat(transaction, entry)) return undefined;
    if (getChangedField(change) && version !== current.version) throw createProblem('changed-meanwhile');
    if (getText(change) && (await findErasedSids(transaction, key.agency_key, [key.sid])).size > 0)
      throw createProblem('buyer-erased');
    const recipient = getRecipientId(change);
    if (recipient !== undefined) await assertColleague(transaction, inquiry, recipient, 'to');
    const mentions = getMentions(change);
    for (const [index, id] of mentions.entries())
      await assertColleague(transaction, inquiry, id, `mentions.${index}`);
    if (change.kind === 'nudge') await assertNudge(transaction, current, { person, change }, now);
    if (change.kind === 'pin' && change.note !== null) await assertNote(transaction, key, change.note);

    const entries = await countEntries(transaction, key);
    if (entries >= MAX_TIMELINE_ENTRIES || (change.kind === 'note' && current.notes >= MAX_NOTES))
      throw createProblem('timeline-full');
    const undoneEntry =
      change.kind === 'undo'
        ? await undoEntry(transaction, await fetchEntries(transaction, key), change.entry)
        : undefined;
    const next = current.version + (changesState(undoneEntry?.change ?? change) ? 1 : 0);
    const state = undoneEntry
      ? computeStateColumns(undoneEntry.remaining)
      : toStateColumns(
          applyChange(toState(current), toStateEntry({ change, person_id: person.id, at: now })),
        );
    await transaction
      .updateTable('follow_up')
      .set({
        ...state,
        ...(!isReminder(change) && { changed_at: now }),
        version: next,
      })
      .where((eb) => eb.and({ agency_key: key.agency_key, sid: key.sid }))
      .execute();
    await syncFollowUps(transaction, key.agency_key, [key.sid]);
    const inserted = await transaction
      .insertInto('follow_up_entry')
      .values({ ...entry, number: entries + 1, at: now, source: source ? JSON.stringify(source) : null })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst();
    // A concurrent change of another inquiry used the same id.
    if (!inserted) throw createProblem('changed-meanwhile');
    const isRelayDue = await enqueueFollowUpEvent(
      transaction,
      { id, ...key, by: person, change, version: next, before: toState(current), after: toState(state) },
      now,
    );
    const notified = [...new Set(getNotified(change))].filter((id) => id !== person.id);
    if (notified.length > 0) await onNotify?.(transaction, notified);
    if (source?.kind !== 'job')
      await appendEvent(transaction, {
        kind: 'follow-up',
        agency_key: key.agency_key,
        operator_key: operatorKey(inquiry.operator),
        data: { adminMail: key.agency_key, sid: key.sid, version: next, by: person.id },
      });
    return { before: current, after: state, isRelayDue };
  });
}

/** Marks an inquiry as opened by the person, and updates what the follow-up copies from it. */
export async function markSeen(db: Kysely<Tables>, person: Person, inquiry: InquiryRef, now: number) {
  const key = toInquiryKeys(inquiry);
  await db
    .updateTable('follow_up')
    .set({ momento: inquiry.momento })
    .where((eb) => eb.and({ agency_key: key.agency_key, sid: key.sid }))
    .execute();
  await db
    .insertInto('seen')
    .values({ person_id: person.id, ...key, momento: inquiry.momento, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Creates the row if missing and locks it until the transaction ends: an update locks on both engines. */
async function lockFollowUp(transaction: Transaction<Tables>, inquiry: InquiryRef): Promise<FollowUpRow> {
  const { momento } = inquiry;
  return transaction
    .insertInto('follow_up')
    .values({ ...toInquiryKeys(inquiry), momento })
    .onConflict((conflict) => conflict.columns(['agency_key', 'sid']).doUpdateSet({ momento }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

type NewEntry = Pick<EntryTable, 'id' | 'agency_key' | 'sid' | 'person_id' | 'change'>;

/**
 * Returns true if the change is a repeat.
 * @throws ProblemError `changed-meanwhile` when its id belongs to another change
 */
async function isRepeat(transaction: Transaction<Tables>, entry: NewEntry): Promise<boolean> {
  const stored = await transaction
    .selectFrom('follow_up_entry')
    .select(['id', 'agency_key', 'sid', 'person_id', 'change'])
    .where('id', '=', entry.id)
    .executeTakeFirst();
  if (!stored) return false;
  if (Object.entries(stored).every(([name, value]) => entry[name as keyof NewEntry] === value)) return true;
  throw createProblem('changed-meanwhile');
}

async function assertColleague(
  transaction: Transaction<Tables>,
  inquiry: InquiryRef,
  id: string,
  field: string,
) {
  if (!(await findColleague(transaction, inquiry, id)))
    throw createProblem('invalid-request', { errors: { [`change.${field}`]: ['invalid'] } });
}

async function assertNote(
  transaction: Transaction<Tables>,
  key: ReturnType<typeof toInquiryKeys>,
  id: string,
) {
  const entry = await transaction
    .selectFrom('follow_up_entry')
    .select('change')
    .where((eb) => eb.and({ ...key, id, undone: 0 }))
    .executeTakeFirst();
  if (!entry || (JSON.parse(entry.change) as RecordedChange).kind !== 'note')
    throw createProblem('invalid-request', { errors: { 'change.note': ['invalid'] } });
}

/** Timeline entries, oldest first. */
async function fetchEntries(
  transaction: Transaction<Tables>,
  { agency_key, sid }: ReturnType<typeof toInquiryKeys>,
): Promise<Entry[]> {
  const rows = await transaction
    .selectFrom('follow_up_entry')
    .select(['id', 'person_id', 'at', 'change', 'undone'])
    .where((eb) => eb.and({ agency_key, sid }))
    .orderBy('number')
    .execute();
  return rows.map(({ id, person_id, at, change, undone }) => ({
    id,
    person_id,
    at,
    change: JSON.parse(change) as RecordedChange,
    undone,
  }));
}

/**
 * Marks an entry as undone, unless it already is or a later entry set the same field.
 * @returns the undone change, and the entries that are still in effect
 */
async function undoEntry(transaction: Transaction<Tables>, entries: readonly Entry[], id: string) {
  const changes = entries.filter(({ change }) => change.kind !== 'undo' && !isReminder(change));
  const entry = changes.find((change) => change.id === id);
  if (!entry) throw createProblem('not-found');
  const active = changes.filter(({ undone }) => !undone);
  const at = active.indexOf(entry);
  const field = getChangedField(entry.change);
  const isSetAgain = field && active.slice(at + 1).some(({ change }) => getChangedField(change) === field);
  if (entry.undone || isSetAgain) throw createProblem('changed-meanwhile');
  await transaction.updateTable('follow_up_entry').set({ undone: 1 }).where('id', '=', id).execute();
  return { change: entry.change, remaining: active.toSpliced(at, 1) };
}
