import type { Generated, Kysely, QueryCreator, Selectable, Transaction } from 'kysely';
import {
  type ANSWERS,
  type ChangeFollowUp,
  type FollowUp,
  type FollowUpDetail,
  type FollowUps,
  type LOST_REASONS,
  type Status,
  TIMELINE_PAGE,
  type TimelineEntry,
} from '#contract/desk/follow-up.ts';
import { type InquiryTables, syncFollowUps } from '#gateway/inquiries/store.ts';
import { type LiveTables, appendEvent } from '#gateway/live/log.ts';
import { type PeopleTables, type Person, mailKey, operatorKey } from '#gateway/people/store.ts';
import { isLimitedIn } from '#gateway/permissions/own-inquiries.ts';
import { refusal } from '#gateway/problems.ts';
import { colleaguesFor } from './colleagues.ts';

type Change = ChangeFollowUp['change'];

interface FollowUpTable {
  agency_key: string;
  sid: string;
  /** Of the inquiry, as last read: what a window is asked by. */
  momento: number;
  /** Its OperadorResponsable as last read, lower-case: whom a person limited to their own inquiries is told of it. */
  operator_key: string | null;
  status: Generated<Status>;
  lost_reason: (typeof LOST_REASONS)[number] | null;
  claimed_by: string | null;
  snoozed_until: number | null;
  touched_at: number | null;
  touched_by: string | null;
  touched_how: (typeof ANSWERS)[number] | null;
  contacted_at: number | null;
  contacted_by: string | null;
  notes: Generated<number>;
  /** Grows with the status, the claim and the snooze. */
  version: Generated<number>;
  changed_at: number | null;
}
type FollowUpRow = Selectable<FollowUpTable>;

interface EntryTable {
  /** Made by the browser: a repeat is known by it. */
  id: string;
  agency_key: string;
  sid: string;
  /** Its place in the timeline of the inquiry. */
  number: number;
  at: number;
  person_id: string;
  address: string;
  /** JSON. */
  change: string;
  undone: Generated<0 | 1>;
}

export interface FollowUpTables {
  follow_up: FollowUpTable;
  follow_up_entry: EntryTable;
  seen: { person_id: string; agency_key: string; sid: string; momento: number };
}

type Tables = FollowUpTables & InquiryTables & PeopleTables & LiveTables;
export type FollowUpStore = Kysely<Tables>;

/** Where an inquiry stands: what follows from the entries that were not taken back. */
type Standing = Omit<
  FollowUpRow,
  'agency_key' | 'sid' | 'momento' | 'operator_key' | 'version' | 'changed_at'
>;

const UNTOUCHED: Standing = {
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

/** What a change sets anew, and so may set over what somebody else has set; the others only add. */
const SETS: Partial<Record<Change['kind'], 'status' | 'snooze' | 'claim'>> = {
  status: 'status',
  snooze: 'snooze',
  claim: 'claim',
  'hand-over': 'claim',
};

/** What is known of an inquiry from reading it just now. */
export interface ReadInquiry {
  adminMail: string;
  sid: string;
  momento: number;
  operator: string | null;
}

/** Who does something, and from where. */
export interface Actor {
  person: Person;
  address: string;
}

// decided: more than anybody does about one inquiry.
const MOST_NOTES = 200;
const MOST_ENTRIES = 1000;

const keysOf = ({ adminMail, sid }: { adminMail: string; sid: string }) => ({
  agency_key: mailKey(adminMail),
  sid: sid.toUpperCase(),
});

/** Where the inquiries of a window stand, and which the person has opened; those nobody touched are not among them. */
export async function followUpsOf(
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
    .$if(isLimitedIn(person, agency_key), (query) => query.where('operator_key', '=', person.mail))
    .execute();
  const seen = await db
    .selectFrom('seen')
    .select('sid')
    .where('person_id', '=', person.id)
    .where('agency_key', '=', agency_key)
    .where('momento', '>=', from)
    .where('momento', '<=', to)
    .execute();
  const names = await namesOf(db, rows.flatMap(peopleIn));
  return { followUps: rows.map((row) => shown(row, names)), seen: seen.map(({ sid }) => sid) };
}

/** Where some inquiries of an agency stand, by their sids in capitals; those nobody touched are not among them. */
export async function followUpsBySid(
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
  const names = await namesOf(db, rows.flatMap(peopleIn));
  return new Map(rows.map((row) => [row.sid, shown(row, names)]));
}

/** Where indexed inquiries stand, by their numbers; those nobody touched are not among them. */
export async function followUpsByNumber(
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
  const names = await namesOf(db, rows.flatMap(peopleIn));
  return new Map(rows.map((row) => [row.number, shown(row, names)]));
}

/** Which of some indexed inquiries the person has opened, by their numbers. */
export async function seenNumbers(
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

/** Which of some inquiries of an agency the person has opened, by their sids in capitals. */
export async function seenAmong(
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

/**
 * Inquiries of an agency that are put off, as `isSnoozed` has it, whatever their age: those that are back, and then the next
 * to return.
 */
export async function snoozedOf(
  db: Kysely<Tables>,
  person: Person,
  adminMail: string,
  now: number,
): Promise<{ sid: string; momento: number }[]> {
  const agency_key = mailKey(adminMail);
  const ofAgency = db
    .selectFrom('follow_up')
    .select(['sid', 'momento'])
    .where('agency_key', '=', agency_key)
    .$if(isLimitedIn(person, agency_key), (query) => query.where('operator_key', '=', person.mail))
    .orderBy('snoozed_until')
    .orderBy('momento', 'desc')
    .orderBy('sid');
  // Two reads, so that each has an index of its own.
  const back = await ofAgency
    .where('snoozed_until', '<=', now)
    .whereRef('changed_at', '<=', 'snoozed_until')
    .where('status', 'not in', ['won', 'lost'])
    .execute();
  const resting = await ofAgency.where('snoozed_until', '>', now).execute();
  return [...back, ...resting];
}

/** Where some inquiries stand, in the order given, and which of them the person has opened. */
export async function followUpsAmong(
  db: Kysely<Tables>,
  person: Person,
  adminMail: string,
  inquiries: readonly { sid: string }[],
): Promise<FollowUps> {
  const sids = inquiries.map(({ sid }) => sid);
  const bySid = await followUpsBySid(db, adminMail, sids);
  const seen = await seenAmong(db, person, adminMail, sids);
  return { followUps: sids.flatMap((sid) => bySid.get(sid) ?? []), seen: [...seen] };
}

/**
 * Where one inquiry stands, and a page of what was done about it.
 * @throws ProblemError `not-found` where `before` is no entry of it
 */
export async function followUpOf(
  db: Kysely<Tables>,
  inquiry: { adminMail: string; sid: string },
  before?: string,
): Promise<FollowUpDetail> {
  const { agency_key, sid } = keysOf(inquiry);
  const row = await db
    .selectFrom('follow_up')
    .selectAll()
    .where('agency_key', '=', agency_key)
    .where('sid', '=', sid)
    .executeTakeFirst();
  const entries = await countEntries(db, { agency_key, sid });
  const ofInquiry = db
    .selectFrom('follow_up_entry')
    .selectAll()
    .where('agency_key', '=', agency_key)
    .where('sid', '=', sid);
  const bound =
    before === undefined
      ? { number: entries + 1 }
      : await ofInquiry.where('id', '=', before).executeTakeFirst();
  if (!bound) throw refusal('not-found');
  const page = await ofInquiry
    .where('number', '<', bound.number)
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
  const names = await namesOf(db, [
    ...(row ? peopleIn(row) : []),
    ...changes.flatMap(({ person_id, change }) => [
      person_id,
      ...(change.kind === 'hand-over' ? [change.to] : []),
    ]),
  ]);
  return {
    followUp: shown(row ?? { ...UNTOUCHED, sid, version: 0, changed_at: null }, names),
    timeline: changes.map(({ id, at, person_id, address, change, undone }): TimelineEntry => ({
      id,
      at,
      by: named(person_id, names),
      address,
      change,
      to: change.kind === 'hand-over' ? named(change.to, names) : null,
      undone,
    })),
    entries,
  };
}

/**
 * Makes one change of an inquiry that the person was just seen to read. The same change again changes nothing.
 * @throws ProblemError `timeline-full`; `changed-meanwhile` when somebody else changed what it is about, or the id is that of another
 * change; `not-found` for an entry that is not there to be undone; `invalid-request` for somebody who cannot be handed it
 */
export async function changeFollowUp(
  db: Kysely<Tables>,
  inquiry: ReadInquiry,
  { person, address }: Actor,
  { id, version, change }: ChangeFollowUp,
  now: number,
): Promise<void> {
  const key = keysOf(inquiry);
  await db.transaction().execute(async (transaction) => {
    const current = await held(transaction, inquiry);
    const entry = { id, ...key, person_id: person.id, change: JSON.stringify(change) };
    if (await isThere(transaction, entry)) return;
    if (SETS[change.kind] && version !== current.version) throw refusal('changed-meanwhile');
    if (change.kind === 'hand-over') await mustBeColleague(transaction, inquiry, change.to);

    const entries = await countEntries(transaction, key);
    if (entries >= MOST_ENTRIES || (change.kind === 'note' && current.notes >= MOST_NOTES))
      throw refusal('timeline-full');
    const taken =
      change.kind === 'undo'
        ? await takeBack(transaction, await entriesOf(transaction, key), change.entry)
        : undefined;
    const next = current.version + (SETS[(taken?.change ?? change).kind] ? 1 : 0);
    const standing = taken
      ? standingAfter(taken.left)
      : stepped(current, { change, person_id: person.id, at: now });
    await transaction
      .updateTable('follow_up')
      .set({
        ...standing,
        changed_at: now,
        version: next,
      })
      .where('agency_key', '=', key.agency_key)
      .where('sid', '=', key.sid)
      .execute();
    await syncFollowUps(transaction, key.agency_key, [key.sid]);
    const made = await transaction
      .insertInto('follow_up_entry')
      .values({ ...entry, number: entries + 1, at: now, address })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst();
    // The same id, at the same time, for another inquiry.
    if (!made) throw refusal('changed-meanwhile');
    await appendEvent(transaction, {
      kind: 'follow-up',
      agency_key: key.agency_key,
      operator_key: readOf(inquiry).operator_key,
      data: { adminMail: key.agency_key, sid: key.sid, version: next, by: person.id },
    });
  });
}

/** Notes that the person opened it, and what was read of it then. */
export async function noteSeen(db: Kysely<Tables>, person: Person, inquiry: ReadInquiry): Promise<void> {
  const key = keysOf(inquiry);
  await db
    .updateTable('follow_up')
    .set(readOf(inquiry))
    .where('agency_key', '=', key.agency_key)
    .where('sid', '=', key.sid)
    .execute();
  await db
    .insertInto('seen')
    .values({ person_id: person.id, ...key, momento: inquiry.momento })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** An inquiry as the index has it, if the person may know of it. */
export async function indexedInquiry(
  db: Kysely<Tables>,
  person: Person,
  { adminMail, sid }: { adminMail: string; sid: string },
): Promise<ReadInquiry | undefined> {
  const key = keysOf({ adminMail, sid });
  const row = await db
    .selectFrom('inquiry')
    .select(['at', 'operator_key'])
    .where('agency_key', '=', key.agency_key)
    .where('sid', '=', key.sid)
    .where('gone_at', 'is', null)
    .$if(isLimitedIn(person, adminMail), (query) => query.where('operator_key', '=', mailKey(person.mail)))
    .executeTakeFirst();
  return row && { adminMail, sid, momento: row.at, operator: row.operator_key };
}

function readOf({ momento, operator }: ReadInquiry): Pick<FollowUpRow, 'momento' | 'operator_key'> {
  return { momento, operator_key: operatorKey(operator) };
}

/** The row as it is, made when it is missing, and held until the transaction ends: an update is a lock on both engines. */
async function held(transaction: Transaction<Tables>, inquiry: ReadInquiry): Promise<FollowUpRow> {
  const read = readOf(inquiry);
  return transaction
    .insertInto('follow_up')
    .values({ ...keysOf(inquiry), ...read })
    .onConflict((conflict) => conflict.columns(['agency_key', 'sid']).doUpdateSet(read))
    .returningAll()
    .executeTakeFirstOrThrow();
}

type NewEntry = Pick<EntryTable, 'id' | 'agency_key' | 'sid' | 'person_id' | 'change'>;

/** Whether this very change was made already. @throws ProblemError `changed-meanwhile` where its id is another's */
async function isThere(transaction: Transaction<Tables>, entry: NewEntry): Promise<boolean> {
  const there = await transaction
    .selectFrom('follow_up_entry')
    .select(['id', 'agency_key', 'sid', 'person_id', 'change'])
    .where('id', '=', entry.id)
    .executeTakeFirst();
  if (!there) return false;
  if (Object.entries(there).every(([name, value]) => entry[name as keyof NewEntry] === value)) return true;
  throw refusal('changed-meanwhile');
}

async function mustBeColleague(
  transaction: Transaction<Tables>,
  { adminMail, operator }: ReadInquiry,
  id: string,
): Promise<void> {
  const colleagues = await colleaguesFor(transaction, adminMail, operator);
  if (!colleagues.some((colleague) => colleague.id === id))
    throw refusal('invalid-request', { errors: { 'change.to': ['invalid'] } });
}

/** Their numbers begin with 1 and have no gap. */
async function countEntries(
  db: QueryCreator<Tables>,
  { agency_key, sid }: ReturnType<typeof keysOf>,
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

/** What was done so far, oldest first. */
async function entriesOf(
  transaction: Transaction<Tables>,
  { agency_key, sid }: ReturnType<typeof keysOf>,
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
 * Marks an entry as undone, unless it is already, or what it set was set again since.
 * @returns what was taken back, and what is left
 */
async function takeBack(
  transaction: Transaction<Tables>,
  entries: readonly Entry[],
  id: string,
): Promise<{ change: Change; left: readonly Entry[] }> {
  const changes = entries.filter(({ change }) => change.kind !== 'undo');
  const entry = changes.find((one) => one.id === id);
  if (!entry) throw refusal('not-found');
  const standing = changes.filter(({ undone }) => !undone);
  const at = standing.indexOf(entry);
  const set = SETS[entry.change.kind];
  const setAgain = set && standing.slice(at + 1).some(({ change }) => SETS[change.kind] === set);
  if (entry.undone || setAgain) throw refusal('changed-meanwhile');
  await transaction.updateTable('follow_up_entry').set({ undone: 1 }).where('id', '=', id).execute();
  return { change: entry.change, left: standing.toSpliced(at, 1) };
}

function standingAfter(entries: readonly Entry[]): Standing {
  const standing = { ...UNTOUCHED };
  for (const entry of entries) Object.assign(standing, stepped(standing, entry));
  return standing;
}

/** The columns that a change gives new values. */
function stepped(
  {
    status,
    contacted_at,
    touched_at,
    notes,
  }: Pick<Standing, 'status' | 'contacted_at' | 'touched_at' | 'notes'>,
  { change, person_id, at }: Pick<Entry, 'change' | 'person_id' | 'at'>,
): Partial<Standing> {
  const touch = (how: (typeof ANSWERS)[number]): Partial<Standing> =>
    touched_at === null ? { touched_at: at, touched_by: person_id, touched_how: how } : {};
  const contact: Partial<Standing> =
    contacted_at === null ? { contacted_at: at, contacted_by: person_id } : {};
  switch (change.kind) {
    case 'status':
      return {
        status: change.status,
        lost_reason: change.status === 'lost' ? (change.lostReason ?? 'other') : null,
        // decided: whatever follows a first contact says that there was one; a loss says nothing of it.
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

function peopleIn({ claimed_by, touched_by, contacted_by }: Standing): string[] {
  return [claimed_by, touched_by, contacted_by].filter((id) => id !== null);
}

async function namesOf(db: Kysely<Tables>, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('person')
    .select(['id', 'name'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const named = (id: string, names: Map<string, string>) => ({ id, name: names.get(id) ?? '' });

function shown(
  row: Omit<FollowUpRow, 'agency_key' | 'momento' | 'operator_key'>,
  names: Map<string, string>,
): FollowUp {
  return {
    sid: row.sid,
    status: row.status,
    lostReason: row.lost_reason,
    claimedBy: row.claimed_by === null ? null : named(row.claimed_by, names),
    snoozedUntil: row.snoozed_until,
    firstTouch:
      row.touched_at === null || row.touched_by === null || row.touched_how === null
        ? null
        : { at: row.touched_at, by: named(row.touched_by, names), how: row.touched_how },
    firstContact:
      row.contacted_at === null || row.contacted_by === null
        ? null
        : { at: row.contacted_at, by: named(row.contacted_by, names) },
    notes: row.notes,
    version: row.version,
    changedAt: row.changed_at,
  };
}
