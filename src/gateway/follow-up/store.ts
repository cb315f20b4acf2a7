import type { Kysely, QueryCreator, Transaction } from 'kysely';
import {
  type ANSWERS,
  type ChangeFollowUp,
  type FollowUp,
  type FollowUpDetail,
  type FollowUps,
  TIMELINE_PAGE,
  type TimelineEntry,
} from '#contract/desk/follow-up.ts';
import { syncFollowUps } from '#gateway/inquiries/store.ts';
import type { InquiryTables } from '#gateway/inquiries/tables.ts';
import { type LiveTables, appendEvent } from '#gateway/live/event-log.ts';
import { type PeopleTables, type Person, mailKey, operatorKey } from '#gateway/people/store.ts';
import { isLimitedToOwnInquiries } from '#gateway/permissions/own-inquiries.ts';
import { createProblem } from '#gateway/problems.ts';
import { fetchColleagues } from './colleagues.ts';
import type { EntryTable, FollowUpRow, FollowUpTables } from './tables.ts';

type Change = ChangeFollowUp['change'];

type Tables = FollowUpTables & InquiryTables & PeopleTables & LiveTables;
export type FollowUpDatabase = Kysely<Tables>;

/** State of an inquiry: derived from the entries that are not undone. */
type FollowUpState = Omit<
  FollowUpRow,
  'agency_key' | 'sid' | 'momento' | 'operator_key' | 'version' | 'changed_at'
>;

const INITIAL_STATE: FollowUpState = {
  status: 'new',
  lost_reason: null,
  claimed_by: null,
  snoozed_until: null,
  touched_at: null,
  touched_by: null,
  touched_how: null,
  contacted_at: null,
  contacted_by: null,
  notes: 0,
};

/** The field that a change overwrites, guarded by `version`; other changes only add. */
const OVERWRITTEN_FIELD: Partial<Record<Change['kind'], 'status' | 'snooze' | 'claim'>> = {
  status: 'status',
  snooze: 'snooze',
  claim: 'claim',
  'hand-over': 'claim',
};

/** An inquiry that the person may see, as just read. */
export interface InquiryRef {
  adminMail: string;
  sid: string;
  momento: number;
  operator: string | null;
}

/** A person and their IP address. */
export interface ChangeAuthor {
  person: Person;
  address: string;
}

// decided: limits beyond any real use of one inquiry.
const MAX_NOTES = 200;
const MAX_ENTRIES = 1000;

const toKeys = ({ adminMail, sid }: { adminMail: string; sid: string }) => ({
  agency_key: mailKey(adminMail),
  sid: sid.toUpperCase(),
});

/**
 * Follow-ups of inquiries in a window, ms since 1970, and the sids that the person has opened. Untouched inquiries are
 * left out.
 */
export async function fetchFollowUps(
  db: Kysely<Tables>,
  person: Person,
  adminMail: string,
  { from, to }: { from: number; to: number },
): Promise<FollowUps> {
  const agency_key = mailKey(adminMail);
  const rows = await db
    .selectFrom('follow_up')
    .selectAll()
    .where('agency_key', '=', agency_key)
    .where('momento', '>=', from)
    .where('momento', '<=', to)
    .$if(isLimitedToOwnInquiries(person, agency_key), (query) =>
      query.where('operator_key', '=', person.mail),
    )
    .execute();
  const seen = await db
    .selectFrom('seen')
    .select('sid')
    .where('person_id', '=', person.id)
    .where('agency_key', '=', agency_key)
    .where('momento', '>=', from)
    .where('momento', '<=', to)
    .execute();
  const names = await fetchNames(db, rows.flatMap(collectPersonIds));
  return { followUps: rows.map((row) => toFollowUp(row, names)), seen: seen.map(({ sid }) => sid) };
}

/** Follow-ups of inquiries of an agency by upper-case sid; untouched ones are left out. */
export async function fetchFollowUpsBySid(
  db: Kysely<Tables>,
  adminMail: string,
  sids: readonly string[],
): Promise<Map<string, FollowUp>> {
  if (sids.length === 0) return new Map();
  const rows = await db
    .selectFrom('follow_up')
    .selectAll()
    .where('agency_key', '=', mailKey(adminMail))
    .where(
      'sid',
      'in',
      sids.map((sid) => sid.toUpperCase()),
    )
    .execute();
  const names = await fetchNames(db, rows.flatMap(collectPersonIds));
  return new Map(rows.map((row) => [row.sid, toFollowUp(row, names)]));
}

/** Follow-ups of indexed inquiries by number; untouched ones are left out. */
export async function fetchFollowUpsByNumber(
  db: Kysely<Tables>,
  numbers: readonly number[],
): Promise<Map<number, FollowUp>> {
  if (numbers.length === 0) return new Map();
  const rows = await db
    .selectFrom('inquiry as i')
    .innerJoin('follow_up as f', (join) =>
      join.onRef('f.agency_key', '=', 'i.agency_key').onRef('f.sid', '=', 'i.sid'),
    )
    .selectAll('f')
    .select('i.number')
    .where('i.number', 'in', numbers)
    .execute();
  const names = await fetchNames(db, rows.flatMap(collectPersonIds));
  return new Map(rows.map((row) => [row.number, toFollowUp(row, names)]));
}

/** The indexed inquiries, by number, that the person has opened. */
export async function fetchSeenNumbers(
  db: Kysely<Tables>,
  person: Person,
  numbers: readonly number[],
): Promise<Set<number>> {
  if (numbers.length === 0) return new Set();
  const rows = await db
    .selectFrom('inquiry as i')
    .innerJoin('seen', (join) =>
      join.onRef('seen.agency_key', '=', 'i.agency_key').onRef('seen.sid', '=', 'i.sid'),
    )
    .select('i.number')
    .where('i.number', 'in', numbers)
    .where('seen.person_id', '=', person.id)
    .execute();
  return new Set(rows.map(({ number }) => number));
}

/** The inquiries of an agency, by upper-case sid, that the person has opened. */
export async function fetchSeenSids(
  db: Kysely<Tables>,
  person: Person,
  adminMail: string,
  sids: readonly string[],
): Promise<Set<string>> {
  if (sids.length === 0) return new Set();
  const rows = await db
    .selectFrom('seen')
    .select('sid')
    .where('person_id', '=', person.id)
    .where('agency_key', '=', mailKey(adminMail))
    .where(
      'sid',
      'in',
      sids.map((sid) => sid.toUpperCase()),
    )
    .execute();
  return new Set(rows.map(({ sid }) => sid));
}

/** Snoozed inquiries of an agency: those whose snooze has expired first, then by the time they return. */
export async function fetchSnoozed(
  db: Kysely<Tables>,
  person: Person,
  adminMail: string,
  now: number,
): Promise<{ sid: string; momento: number }[]> {
  const agency_key = mailKey(adminMail);
  const agencyQuery = db
    .selectFrom('follow_up')
    .select(['sid', 'momento'])
    .where('agency_key', '=', agency_key)
    .$if(isLimitedToOwnInquiries(person, agency_key), (query) =>
      query.where('operator_key', '=', person.mail),
    )
    .orderBy('snoozed_until')
    .orderBy('momento', 'desc')
    .orderBy('sid');
  // Two queries, each with its own index.
  const expired = await agencyQuery
    .where('snoozed_until', '<=', now)
    .whereRef('changed_at', '<=', 'snoozed_until')
    .where('status', 'not in', ['won', 'lost'])
    .execute();
  const pending = await agencyQuery.where('snoozed_until', '>', now).execute();
  return [...expired, ...pending];
}

/** Follow-ups of inquiries in the given order, and the sids that the person has opened. */
export async function fetchFollowUpsInOrder(
  db: Kysely<Tables>,
  person: Person,
  adminMail: string,
  inquiries: readonly { sid: string }[],
): Promise<FollowUps> {
  const sids = inquiries.map(({ sid }) => sid);
  const bySid = await fetchFollowUpsBySid(db, adminMail, sids);
  const seen = await fetchSeenSids(db, person, adminMail, sids);
  return { followUps: sids.flatMap((sid) => bySid.get(sid) ?? []), seen: [...seen] };
}

/**
 * The follow-up of an inquiry and one page of its timeline, newest first, before the entry `before`.
 * @throws ProblemError `not-found` where `before` is not an entry of the inquiry
 */
export async function fetchFollowUpDetail(
  db: Kysely<Tables>,
  inquiry: { adminMail: string; sid: string },
  before?: string,
): Promise<FollowUpDetail> {
  const { agency_key, sid } = toKeys(inquiry);
  const row = await db
    .selectFrom('follow_up')
    .selectAll()
    .where('agency_key', '=', agency_key)
    .where('sid', '=', sid)
    .executeTakeFirst();
  const entries = await countEntries(db, { agency_key, sid });
  const inquiryQuery = db
    .selectFrom('follow_up_entry')
    .selectAll()
    .where('agency_key', '=', agency_key)
    .where('sid', '=', sid);
  const position =
    before === undefined
      ? { number: entries + 1 }
      : await inquiryQuery.where('id', '=', before).executeTakeFirst();
  if (!position) throw createProblem('not-found');
  const page = await inquiryQuery
    .where('number', '<', position.number)
    .orderBy('number', 'desc')
    .limit(TIMELINE_PAGE)
    .execute();
  const changes = page.map(({ id, at, person_id, address, change, undone }) => ({
    id,
    at,
    person_id,
    address,
    change: JSON.parse(change) as Change,
    undone: undone === 1,
  }));
  const names = await fetchNames(db, [
    ...(row ? collectPersonIds(row) : []),
    ...changes.flatMap(({ person_id, change }) => [
      person_id,
      ...(change.kind === 'hand-over' ? [change.to] : []),
    ]),
  ]);
  return {
    followUp: toFollowUp(row ?? { ...INITIAL_STATE, sid, version: 0, changed_at: null }, names),
    timeline: changes.map(({ id, at, person_id, address, change, undone }): TimelineEntry => ({
      id,
      at,
      by: toPersonRef(person_id, names),
      address,
      change,
      to: change.kind === 'hand-over' ? toPersonRef(change.to, names) : null,
      undone,
    })),
    entries,
  };
}

/**
 * Applies one change to an inquiry that the person may see. Idempotent by id.
 * @throws ProblemError `timeline-full`; `changed-meanwhile` on a version conflict or when the id belongs to another
 * change; `not-found` when the entry to undo does not exist; `invalid-request` for a person who cannot take it over
 */
export async function changeFollowUp(
  db: Kysely<Tables>,
  inquiry: InquiryRef,
  { person, address }: ChangeAuthor,
  { id, version, change }: ChangeFollowUp,
  now: number,
): Promise<void> {
  const key = toKeys(inquiry);
  await db.transaction().execute(async (transaction) => {
    const current = await lockFollowUp(transaction, inquiry);
    const entry = { id, ...key, person_id: person.id, change: JSON.stringify(change) };
    if (await isRepeat(transaction, entry)) return;
    if (OVERWRITTEN_FIELD[change.kind] && version !== current.version)
      throw createProblem('changed-meanwhile');
    if (change.kind === 'hand-over') await assertColleague(transaction, inquiry, change.to);

    const entries = await countEntries(transaction, key);
    if (entries >= MAX_ENTRIES || (change.kind === 'note' && current.notes >= MAX_NOTES))
      throw createProblem('timeline-full');
    const undoneEntry =
      change.kind === 'undo'
        ? await undoEntry(transaction, await fetchEntries(transaction, key), change.entry)
        : undefined;
    const next = current.version + (OVERWRITTEN_FIELD[(undoneEntry?.change ?? change).kind] ? 1 : 0);
    const state = undoneEntry
      ? computeState(undoneEntry.remaining)
      : applyChange(current, { change, person_id: person.id, at: now });
    await transaction
      .updateTable('follow_up')
      .set({
        ...state,
        changed_at: now,
        version: next,
      })
      .where('agency_key', '=', key.agency_key)
      .where('sid', '=', key.sid)
      .execute();
    await syncFollowUps(transaction, key.agency_key, [key.sid]);
    const inserted = await transaction
      .insertInto('follow_up_entry')
      .values({ ...entry, number: entries + 1, at: now, address })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst();
    // A concurrent change of another inquiry used the same id.
    if (!inserted) throw createProblem('changed-meanwhile');
    await appendEvent(transaction, {
      kind: 'follow-up',
      agency_key: key.agency_key,
      operator_key: toInquiryColumns(inquiry).operator_key,
      data: { adminMail: key.agency_key, sid: key.sid, version: next, by: person.id },
    });
  });
}

/** Marks an inquiry as opened by the person, and updates what the follow-up copies from it. */
export async function markSeen(db: Kysely<Tables>, person: Person, inquiry: InquiryRef): Promise<void> {
  const key = toKeys(inquiry);
  await db
    .updateTable('follow_up')
    .set(toInquiryColumns(inquiry))
    .where('agency_key', '=', key.agency_key)
    .where('sid', '=', key.sid)
    .execute();
  await db
    .insertInto('seen')
    .values({ person_id: person.id, ...key, momento: inquiry.momento })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** An inquiry from the index; undefined: not indexed, or the person may not see it. */
export async function fetchIndexedInquiry(
  db: Kysely<Tables>,
  person: Person,
  { adminMail, sid }: { adminMail: string; sid: string },
): Promise<InquiryRef | undefined> {
  const key = toKeys({ adminMail, sid });
  const row = await db
    .selectFrom('inquiry')
    .select(['at', 'operator_key'])
    .where('agency_key', '=', key.agency_key)
    .where('sid', '=', key.sid)
    .where('gone_at', 'is', null)
    .$if(isLimitedToOwnInquiries(person, adminMail), (query) =>
      query.where('operator_key', '=', mailKey(person.mail)),
    )
    .executeTakeFirst();
  return row && { adminMail, sid, momento: row.at, operator: row.operator_key };
}

function toInquiryColumns({ momento, operator }: InquiryRef): Pick<FollowUpRow, 'momento' | 'operator_key'> {
  return { momento, operator_key: operatorKey(operator) };
}

/** Creates the row if missing and locks it until the transaction ends: an update locks on both engines. */
async function lockFollowUp(transaction: Transaction<Tables>, inquiry: InquiryRef): Promise<FollowUpRow> {
  const columns = toInquiryColumns(inquiry);
  return transaction
    .insertInto('follow_up')
    .values({ ...toKeys(inquiry), ...columns })
    .onConflict((conflict) => conflict.columns(['agency_key', 'sid']).doUpdateSet(columns))
    .returningAll()
    .executeTakeFirstOrThrow();
}

type NewEntry = Pick<EntryTable, 'id' | 'agency_key' | 'sid' | 'person_id' | 'change'>;

/** Whether the change is a repeat. @throws ProblemError `changed-meanwhile` when its id belongs to another change */
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
  { adminMail, operator }: InquiryRef,
  id: string,
): Promise<void> {
  const colleagues = await fetchColleagues(transaction, adminMail, operator);
  if (!colleagues.some((colleague) => colleague.id === id))
    throw createProblem('invalid-request', { errors: { 'change.to': ['invalid'] } });
}

/** The highest number is the count: numbers start at 1 and have no gaps. */
async function countEntries(
  db: QueryCreator<Tables>,
  { agency_key, sid }: ReturnType<typeof toKeys>,
): Promise<number> {
  const newest = await db
    .selectFrom('follow_up_entry')
    .select('number')
    .where('agency_key', '=', agency_key)
    .where('sid', '=', sid)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.number ?? 0;
}

interface Entry {
  id: string;
  person_id: string;
  at: number;
  change: Change;
  undone: 0 | 1;
}

/** Timeline entries, oldest first. */
async function fetchEntries(
  transaction: Transaction<Tables>,
  { agency_key, sid }: ReturnType<typeof toKeys>,
): Promise<Entry[]> {
  const rows = await transaction
    .selectFrom('follow_up_entry')
    .select(['id', 'person_id', 'at', 'change', 'undone'])
    .where('agency_key', '=', agency_key)
    .where('sid', '=', sid)
    .orderBy('number')
    .execute();
  return rows.map(({ id, person_id, at, change, undone }) => ({
    id,
    person_id,
    at,
    change: JSON.parse(change) as Change,
    undone,
  }));
}

/**
 * Marks an entry as undone, unless it already is or a later entry set the same field.
 * @returns the undone change, and the entries that are still in effect
 */
async function undoEntry(
  transaction: Transaction<Tables>,
  entries: readonly Entry[],
  id: string,
): Promise<{ change: Change; remaining: readonly Entry[] }> {
  const changes = entries.filter(({ change }) => change.kind !== 'undo');
  const entry = changes.find((change) => change.id === id);
  if (!entry) throw createProblem('not-found');
  const active = changes.filter(({ undone }) => !undone);
  const at = active.indexOf(entry);
  const field = OVERWRITTEN_FIELD[entry.change.kind];
  const isSetAgain =
    field && active.slice(at + 1).some(({ change }) => OVERWRITTEN_FIELD[change.kind] === field);
  if (entry.undone || isSetAgain) throw createProblem('changed-meanwhile');
  await transaction.updateTable('follow_up_entry').set({ undone: 1 }).where('id', '=', id).execute();
  return { change: entry.change, remaining: active.toSpliced(at, 1) };
}

function computeState(entries: readonly Entry[]): FollowUpState {
  const state = { ...INITIAL_STATE };
  for (const entry of entries) Object.assign(state, applyChange(state, entry));
  return state;
}

/** New column values after a change. */
function applyChange(
  {
    status,
    contacted_at,
    touched_at,
    notes,
  }: Pick<FollowUpState, 'status' | 'contacted_at' | 'touched_at' | 'notes'>,
  { change, person_id, at }: Pick<Entry, 'change' | 'person_id' | 'at'>,
): Partial<FollowUpState> {
  const touch = (how: (typeof ANSWERS)[number]): Partial<FollowUpState> =>
    touched_at === null ? { touched_at: at, touched_by: person_id, touched_how: how } : {};
  const contact: Partial<FollowUpState> =
    contacted_at === null ? { contacted_at: at, contacted_by: person_id } : {};
  switch (change.kind) {
    case 'status':
      return {
        status: change.status,
        lost_reason: change.status === 'lost' ? (change.lostReason ?? 'other') : null,
        // decided: statuses after the first contact imply one; a loss does not.
        ...(['contacted', 'appointment', 'won'].includes(change.status) && contact),
        ...(change.status === 'answered' && touch('other')),
      };
    case 'snooze':
      return { snoozed_until: change.until };
    case 'claim':
      return { claimed_by: change.claimed ? person_id : null };
    case 'hand-over':
      return { claimed_by: change.to };
    case 'note':
      return {
        notes: notes + 1,
        ...(change.contact && contact),
        ...(change.contact && (status === 'new' || status === 'answered') && { status: 'contacted' }),
      };
    case 'touch':
      return { ...touch(change.how), ...(status === 'new' && { status: 'answered' }) };
    default:
      return {};
  }
}

function collectPersonIds({ claimed_by, touched_by, contacted_by }: FollowUpState): string[] {
  return [claimed_by, touched_by, contacted_by].filter((id) => id !== null);
}

async function fetchNames(db: Kysely<Tables>, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('person')
    .select(['id', 'name'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const toPersonRef = (id: string, names: Map<string, string>) => ({ id, name: names.get(id) ?? '' });

function toFollowUp(
  row: Omit<FollowUpRow, 'agency_key' | 'momento' | 'operator_key'>,
  names: Map<string, string>,
): FollowUp {
  return {
    sid: row.sid,
    status: row.status,
    lostReason: row.lost_reason,
    claimedBy: row.claimed_by === null ? null : toPersonRef(row.claimed_by, names),
    snoozedUntil: row.snoozed_until,
    firstTouch:
      row.touched_at === null || row.touched_by === null || row.touched_how === null
        ? null
        : { at: row.touched_at, by: toPersonRef(row.touched_by, names), how: row.touched_how },
    firstContact:
      row.contacted_at === null || row.contacted_by === null
        ? null
        : { at: row.contacted_at, by: toPersonRef(row.contacted_by, names) },
    notes: row.notes,
    version: row.version,
    changedAt: row.changed_at,
  };
}
