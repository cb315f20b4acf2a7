import type { Generated, Kysely, Selectable, Transaction } from 'kysely';
import { ulid } from 'ulid';
import type {
  ChangeFollowUp,
  FollowUp,
  FollowUpDetail,
  FollowUps,
  LOST_REASONS,
  Status,
  TOUCHES,
  TimelineEntry,
} from '#contract/desk/follow-up.ts';
import { type PeopleTables, type Person, mailKey } from '#gateway/people/store.ts';
import { refusal } from '#gateway/problems.ts';

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
  touched_how: (typeof TOUCHES)[number] | null;
  contacted_at: number | null;
  contacted_by: string | null;
  notes: Generated<number>;
  /** Grows with the status, the claim and the snooze. */
  version: Generated<number>;
  changed_at: number | null;
}
type FollowUpRow = Selectable<FollowUpTable>;

export interface FollowUpTables {
  follow_up: FollowUpTable;
  follow_up_entry: {
    id: string;
    /** Made by the browser: a repeat is known by it. */
    request_id: string;
    agency_key: string;
    sid: string;
    at: number;
    person_id: string;
    address: string;
    /** JSON, as are the columns that it changed, `before` and `after`. */
    change: string;
    before: string;
    after: string;
    undone: Generated<0 | 1>;
  };
  seen: { person_id: string; agency_key: string; sid: string; momento: number };
}

type Tables = FollowUpTables & PeopleTables;
type Fields = Partial<
  Omit<FollowUpRow, 'agency_key' | 'sid' | 'momento' | 'operator_key' | 'version' | 'changed_at'>
>;

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

const VERSIONED: ReadonlySet<Change['kind']> = new Set(['status', 'snooze', 'claim', 'hand-over']);
const VERSIONED_FIELDS = ['status', 'lost_reason', 'claimed_by', 'snoozed_until'] as const;

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
  const limited = person.ownInquiriesIn.includes(agency_key);
  const rows = await db
    .selectFrom('follow_up')
    .selectAll()
    .where('agency_key', '=', agency_key)
    .where('momento', '>=', from)
    .where('momento', '<=', to)
    .$if(limited, (query) => query.where('operator_key', '=', person.mail))
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

/** Where one inquiry stands, and everything that was done about it. */
export async function followUpOf(
  db: Kysely<Tables>,
  inquiry: { adminMail: string; sid: string },
): Promise<FollowUpDetail> {
  const { agency_key, sid } = keysOf(inquiry);
  const row = await db
    .selectFrom('follow_up')
    .selectAll()
    .where('agency_key', '=', agency_key)
    .where('sid', '=', sid)
    .executeTakeFirst();
  const entries = await db
    .selectFrom('follow_up_entry')
    .selectAll()
    .where('agency_key', '=', agency_key)
    .where('sid', '=', sid)
    .orderBy('id', 'desc')
    .execute();
  const names = await namesOf(db, [
    ...(row ? peopleIn(row) : []),
    ...entries.map(({ person_id }) => person_id),
  ]);
  return {
    followUp: row ? shown(row, names) : untouched(sid),
    timeline: entries.map((entry): TimelineEntry => ({
      id: entry.id,
      at: entry.at,
      by: named(entry.person_id, names),
      address: entry.address,
      change: JSON.parse(entry.change) as Change,
      undone: entry.undone === 1,
    })),
  };
}

/**
 * Makes one change of an inquiry that the person was just seen to read. The same `id` again changes nothing.
 * @throws ProblemError `changed-meanwhile` when somebody else changed what it is about, `not-found` for an entry that
 * is not there to be undone
 */
export async function changeFollowUp(
  db: Kysely<Tables>,
  inquiry: ReadInquiry,
  { person, address }: Actor,
  { id: request_id, version, change }: ChangeFollowUp,
  now: number,
): Promise<void> {
  const key = keysOf(inquiry);
  await db.transaction().execute(async (transaction) => {
    const current = await held(transaction, inquiry);
    const done = await transaction
      .selectFrom('follow_up_entry')
      .select(['agency_key', 'sid'])
      .where('request_id', '=', request_id)
      .executeTakeFirst();
    if (done?.agency_key === key.agency_key && done.sid === key.sid) return;
    if (done) throw refusal('changed-meanwhile');
    if (VERSIONED.has(change.kind) && version !== current.version) throw refusal('changed-meanwhile');

    const after =
      change.kind === 'undo'
        ? await takenBack(transaction, key, change.entry, current)
        : fieldsAfter(current, change, person.id, now);
    const before = Object.fromEntries(
      Object.keys(after).map((name) => [name, current[name as keyof Fields]]),
    ) as Fields;
    const versioned = VERSIONED_FIELDS.some((name) => name in after);
    await transaction
      .updateTable('follow_up')
      .set({ ...after, changed_at: now, version: current.version + (versioned ? 1 : 0) })
      .where('agency_key', '=', key.agency_key)
      .where('sid', '=', key.sid)
      .execute();
    await transaction
      .insertInto('follow_up_entry')
      .values({
        id: ulid(now),
        request_id,
        ...key,
        at: now,
        person_id: person.id,
        address,
        change: JSON.stringify(change),
        before: JSON.stringify(before),
        after: JSON.stringify(after),
      })
      .execute();
  });
}

/** Notes that the person opened it. */
export async function noteSeen(
  db: Kysely<Tables>,
  person: Person,
  { momento, ...inquiry }: Omit<ReadInquiry, 'operator'>,
): Promise<void> {
  await db
    .insertInto('seen')
    .values({ person_id: person.id, ...keysOf(inquiry), momento })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The row as it is, made when it is missing, and held until the transaction ends: an update is a lock on both engines. */
async function held(
  transaction: Transaction<Tables>,
  { momento, operator, ...inquiry }: ReadInquiry,
): Promise<FollowUpRow> {
  const read = { momento, operator_key: operator === null ? null : mailKey(operator.trim()) };
  return transaction
    .insertInto('follow_up')
    .values({ ...keysOf(inquiry), ...read })
    .onConflict((conflict) => conflict.columns(['agency_key', 'sid']).doUpdateSet(read))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The columns that a change gives new values. */
function fieldsAfter(
  current: FollowUpRow,
  change: Exclude<Change, { kind: 'undo' }>,
  personId: string,
  now: number,
): Fields {
  const contact: Fields = current.contacted_at === null ? { contacted_at: now, contacted_by: personId } : {};
  switch (change.kind) {
    case 'status':
      return {
        status: change.status,
        lost_reason: change.status === 'lost' ? (change.lostReason ?? 'other') : null,
        // decided: whatever follows a first contact says that there was one; a loss says nothing of it.
        ...(['contacted', 'appointment', 'won'].includes(change.status) && contact),
      };
    case 'snooze':
      return { snoozed_until: change.until };
    case 'claim':
      return { claimed_by: change.claimed ? personId : null };
    case 'hand-over':
      return { claimed_by: change.to };
    case 'note':
      return { notes: current.notes + 1, ...(change.contact && contact) };
    default:
      return current.touched_at === null
        ? { touched_at: now, touched_by: personId, touched_how: change.how }
        : {};
  }
}

/** What stood before an entry, if nobody changed it since; the entry is marked as undone. */
async function takenBack(
  transaction: Transaction<Tables>,
  { agency_key, sid }: ReturnType<typeof keysOf>,
  entryId: string,
  current: FollowUpRow,
): Promise<Fields> {
  const entry = await transaction
    .updateTable('follow_up_entry')
    .set({ undone: 1 })
    .where('id', '=', entryId)
    .where('agency_key', '=', agency_key)
    .where('sid', '=', sid)
    .where('undone', '=', 0)
    .returning(['before', 'after', 'change'])
    .executeTakeFirst();
  if (!entry) throw refusal('not-found');
  const before = JSON.parse(entry.before) as Fields;
  const after = JSON.parse(entry.after) as Fields;
  // A note is struck whatever came after it.
  if ((JSON.parse(entry.change) as Change).kind === 'note') {
    const { notes, ...rest } = before;
    return { ...restored(rest, after, current), ...(notes !== undefined && { notes: current.notes - 1 }) };
  }
  if (Object.keys(after).some((name) => current[name as keyof Fields] !== after[name as keyof Fields]))
    throw refusal('changed-meanwhile');
  return before;
}

/** Those of the former values that still have the value they were changed to. */
function restored(before: Fields, after: Fields, current: FollowUpRow): Fields {
  return Object.fromEntries(
    Object.entries(before).filter(([name]) => current[name as keyof Fields] === after[name as keyof Fields]),
  );
}

function peopleIn({ claimed_by, touched_by, contacted_by }: FollowUpRow): string[] {
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

function shown(row: FollowUpRow, names: Map<string, string>): FollowUp {
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

/** An inquiry about which nobody did anything. */
function untouched(sid: string): FollowUp {
  return {
    sid,
    status: 'new',
    lostReason: null,
    claimedBy: null,
    snoozedUntil: null,
    firstTouch: null,
    firstContact: null,
    notes: 0,
    version: 0,
    changedAt: null,
  };
}
