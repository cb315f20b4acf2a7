import { type Expression, type Kysely, type QueryCreator, type SqlBool, sql } from 'kysely';
import {
  type FollowUp,
  type FollowUpDetail,
  type FollowUps,
  TIMELINE_PAGE,
  type TimelineEntry,
} from '#contract/desk/follow-up.ts';
import { type RecordedChange, getMentions, getRecipientId } from '#contract/follow-up/change-kinds.ts';
import type { InquiryTables } from '#gateway/inquiries/tables.ts';
import type { Tables as JobStoreTables } from '#gateway/jobs/store.ts';
import type { LiveTables } from '#gateway/live/event-log.ts';
import { type PeopleTables, type Person, fetchNames, mailKey } from '#gateway/people/store.ts';
import { isLimitedToOwnInquiries } from '#gateway/permissions/own-inquiries.ts';
import { createProblem } from '#gateway/problems.ts';
import { parseSources } from './entry-sources.ts';
import { INITIAL_COLUMNS, type StateColumns, toState } from './state-columns.ts';
import type { FollowUpRow, FollowUpTables } from './tables.ts';

export type Tables = FollowUpTables & InquiryTables & PeopleTables & LiveTables;
export type FollowUpDatabase = Kysely<Tables>;

/** An inquiry that the person may see, as just read. */
export interface InquiryRef {
  adminMail: string;
  sid: string;
  momento: number;
  operator: string | null;
}

export const toInquiryKeys = ({ adminMail, sid }: { adminMail: string; sid: string }) => ({
  agency_key: mailKey(adminMail),
  sid: sid.toUpperCase(),
});

/**
 * Condition: the person may see the inquiry of a row. For people limited to their own inquiries the index says who the
 * operator is now.
 */
function isVisibleTo(person: Person, agency_key: string, table: 'follow_up' | 'seen'): Expression<SqlBool> {
  if (!isLimitedToOwnInquiries(person, agency_key)) return sql<SqlBool>`1 = 1`;
  return sql<SqlBool>`exists (select 1 from inquiry where inquiry.agency_key = ${agency_key}
    and inquiry.sid = ${sql.ref(`${table}.sid`)} and inquiry.gone_at is null
    and inquiry.operator_key = ${mailKey(person.mail)})`;
}

/** Stands in lists of sids, which PostgreSQL wants not empty. */
const NO_SID = '';

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
    .where(isVisibleTo(person, agency_key, 'follow_up'))
    .execute();
  const seen = await db
    .selectFrom('seen')
    .select('sid')
    .where((eb) => eb.and({ person_id: person.id, agency_key }))
    .where('momento', '>=', from)
    .where('momento', '<=', to)
    .where(isVisibleTo(person, agency_key, 'seen'))
    .execute();
  return toFollowUps(db, rows, seen);
}

async function toFollowUps(
  db: Kysely<Tables>,
  rows: readonly FollowUpRow[],
  seen: readonly { sid: string }[],
): Promise<FollowUps> {
  const names = await fetchNames(db, rows.flatMap(collectPersonIds));
  return { followUps: rows.map((row) => toFollowUp(row, names)), seen: seen.map(({ sid }) => sid) };
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
    .select('i.number')
    .where('i.number', 'in', numbers)
    // A join may begin with everything that the person has opened.
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('seen')
          .select('seen.sid')
          .whereRef('seen.agency_key', '=', 'i.agency_key')
          .whereRef('seen.sid', '=', 'i.sid')
          .where('seen.person_id', '=', person.id),
      ),
    )
    .execute();
  return new Set(rows.map(({ number }) => number));
}

/**
 * Follow-ups of snoozed inquiries of an agency, those whose snooze has expired first, then by the time they return, and the sids
 * that the person has opened.
 */
export async function fetchSnoozed(
  db: Kysely<Tables>,
  person: Person,
  adminMail: string,
  now: number,
): Promise<FollowUps> {
  const agency_key = mailKey(adminMail);
  const agencyQuery = db
    .selectFrom('follow_up')
    .selectAll()
    .where('agency_key', '=', agency_key)
    .where(isVisibleTo(person, agency_key, 'follow_up'))
    .orderBy('snoozed_until')
    .orderBy('momento', 'desc')
    .orderBy('sid');
  // Two queries, each with its own index.
  const expired = await agencyQuery
    .where('snoozed_until', '<=', now)
    .whereRef('changed_at', '<=', 'snoozed_until')
    .where('status', 'not in', ['won', 'lost'])
    .execute();
  const rows = [...expired, ...(await agencyQuery.where('snoozed_until', '>', now).execute())];
  const seen = await db
    .selectFrom('seen')
    .select('sid')
    .where((eb) => eb.and({ person_id: person.id, agency_key }))
    .where('sid', 'in', [...rows.map(({ sid }) => sid), NO_SID])
    .execute();
  return toFollowUps(db, rows, seen);
}

/**
 * The follow-up of an inquiry and one page of its timeline, newest first, before the entry `before`. Jobs are named by id
 * where the person may open them.
 * @throws ProblemError `not-found` where `before` is not an entry of the inquiry
 */
export async function fetchFollowUpDetail(
  db: Kysely<Tables & JobStoreTables>,
  person: Person,
  inquiry: { adminMail: string; sid: string },
  before?: string,
): Promise<FollowUpDetail> {
  const { agency_key, sid } = toInquiryKeys(inquiry);
  const row = await db
    .selectFrom('follow_up')
    .selectAll()
    .where((eb) => eb.and({ agency_key, sid }))
    .executeTakeFirst();
  const entries = await countEntries(db, { agency_key, sid });
  const erased = await db
    .selectFrom('erased_inquiry')
    .select('at')
    .where((eb) => eb.and({ agency_key, sid }))
    .executeTakeFirst();
  const inquiryQuery = db
    .selectFrom('follow_up_entry')
    .selectAll()
    .where((eb) => eb.and({ agency_key, sid }));
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
  const pinned = row?.pinned_note
    ? await inquiryQuery.where('id', '=', row.pinned_note).where('undone', '=', 0).execute()
    : [];
  const changes = (await parseSources(db, person, [...page, ...pinned])).map(
    ({ id, at, person_id, change, undone, source }) => ({
      id,
      at,
      person_id,
      change: JSON.parse(change) as RecordedChange,
      undone: undone === 1,
      source,
    }),
  );
  const names = await fetchNames(db, [
    ...(row ? collectPersonIds(row) : []),
    ...changes.flatMap(({ person_id, change }) =>
      [person_id, getRecipientId(change) ?? [], getMentions(change)].flat(),
    ),
  ]);
  const timeline = changes.map(({ id, at, person_id, change, undone, source }): TimelineEntry => {
    const to = getRecipientId(change);
    return {
      id,
      at,
      by: toPersonRef(person_id, names),
      change,
      to: to === undefined ? null : toPersonRef(to, names),
      mentionNames: getMentions(change).flatMap((id) => names.get(id) ?? []),
      undone,
      source,
    };
  });
  return {
    followUp: toFollowUp(row ?? { ...INITIAL_COLUMNS, sid, version: 0, changed_at: null }, names),
    timeline: timeline.slice(0, page.length),
    entries,
    pinned: timeline[page.length],
    ...(erased && { erasedAt: erased.at }),
  };
}

/** An inquiry from the index; undefined: not indexed, or the person may not see it. */
export async function fetchIndexedInquiry(
  db: Kysely<Tables>,
  person: Person,
  { adminMail, sid }: { adminMail: string; sid: string },
): Promise<InquiryRef | undefined> {
  const key = toInquiryKeys({ adminMail, sid });
  const row = await db
    .selectFrom('inquiry')
    .select(['at', 'operator_key'])
    .where((eb) => eb.and({ agency_key: key.agency_key, sid: key.sid, gone_at: null }))
    .$if(isLimitedToOwnInquiries(person, adminMail), (query) =>
      query.where('operator_key', '=', mailKey(person.mail)),
    )
    .executeTakeFirst();
  return row && { adminMail, sid, momento: row.at, operator: row.operator_key };
}

/** The highest number is the count: numbers start at 1 and have no gaps. */
export async function countEntries(
  db: QueryCreator<Tables>,
  { agency_key, sid }: ReturnType<typeof toInquiryKeys>,
): Promise<number> {
  const newest = await db
    .selectFrom('follow_up_entry')
    .select('number')
    .where((eb) => eb.and({ agency_key, sid }))
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.number ?? 0;
}

function collectPersonIds({ claimed_by, touched_by, contacted_by }: StateColumns): string[] {
  return [claimed_by, touched_by, contacted_by].filter((id) => id !== null);
}

const toPersonRef = (id: string, names: Map<string, string>) => ({ id, name: names.get(id) ?? '' });

function toFollowUp(row: Omit<FollowUpRow, 'agency_key' | 'momento'>, names: Map<string, string>): FollowUp {
  const { claimedBy, firstTouch, firstContact, ...state } = toState(row);
  const toRef = (id: string) => toPersonRef(id, names);
  return {
    ...state,
    sid: row.sid,
    claimedBy: claimedBy === null ? null : toRef(claimedBy),
    firstTouch: firstTouch && { ...firstTouch, by: toRef(firstTouch.by) },
    firstContact: firstContact && { ...firstContact, by: toRef(firstContact.by) },
    version: row.version,
    changedAt: row.changed_at,
  };
}
