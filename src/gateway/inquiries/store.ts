import { type Generated, type Kysely, type QueryExecutorProvider, sql } from 'kysely';
import type { Hours } from '#contract/hours.ts';
import type { Status } from '#contract/desk/follow-up.ts';
import { deleteFullText, insertFullText } from '#database/full-text.ts';
import type { FollowUpTables } from '#gateway/follow-up/store.ts';
import { mailKey } from '#gateway/people/store.ts';
import { type IndexEntry, type Learned, type Source, dueAt, entriesBySid, parseEntry } from './entries.ts';

// The index: a copy of the inquiries that the gateway can ask what the service's list cannot be asked.

export interface InquiryTable {
  /** Key of its search words, too. */
  number: Generated<number>;
  agency_key: string;
  sid: string;
  /** Its Momento. */
  at: number;
  /** When it should be answered by; null: the agency is never open. */
  due_at: number | null;
  /** Since when the service does not have it any more. */
  gone_at: number | null;
  /** Since when its data is erased, as its buyer asked. */
  erased_at: Generated<number | null>;
  /** Copies of the follow-up, so that a list or a count is one read of one index; of what is gone nothing is copied. */
  status: Status;
  /** 1: neither won nor lost, and nobody turned to the buyer. */
  waits: 0 | 1;
  claimed_by: string | null;
  /** When it returns, or returned and was not changed since. */
  snoozed_until: number | null;
  operator_key: string | null;
  /** ExternalId of the vehicle, folded. */
  listing_key: string | null;
  /** Facets: as the service wrote it, and folded. */
  make: string | null;
  make_key: string | null;
  origin: string | null;
  origin_key: string | null;
  listing_type: string | null;
  listing_type_key: string | null;
  interest: string | null;
  interest_key: string | null;
  condition: string | null;
  condition_key: string | null;
  province: string | null;
  province_key: string | null;
  trade_in: 0 | 1;
  finance: 0 | 1;
  insurance: 0 | 1;
  model: string | null;
  year: number | null;
  price: number | null;
  currency: string | null;
  /** By which a buyer is known again. */
  phone_key: string | null;
  mail_key: string | null;
  document_key: string | null;
  /** How it became known first. */
  learned: Learned;
  first_seen_at: number;
  last_seen_at: number;
  /** JSON, as the service sent it. */
  data: string;
}

export interface InquiryTables {
  inquiry: InquiryTable;
}

type Tables = InquiryTables & FollowUpTables;

/** Name of the full-text index. */
export const WORDS = 'inquiry_words';

/** Rows per insert statement: PostgreSQL allows 65,535 parameters. */
const SLICE = 500;

/** Result of an upsert. */
export interface UpsertResult {
  /** Not known before; those without a sid cannot be opened and are left out. */
  added: Pick<InquiryTable, 'sid' | 'operator_key'>[];
  /** How many were known, and are now otherwise. */
  changed: number;
}

/** Inserts or updates inquiries of an agency in the index. Idempotent. */
export async function upsertInquiries(
  db: Kysely<Tables>,
  entries: readonly unknown[],
  source: Source,
): Promise<UpsertResult> {
  const bySid = [...entriesBySid(entries)];
  const result: UpsertResult = { added: [], changed: 0 };
  await inTransaction(db, async (transaction) => {
    for (let from = 0; from < bySid.length; from += SLICE) {
      const slice = new Map(bySid.slice(from, from + SLICE));
      const { added, changed } = await upsertSlice(transaction, slice, source);
      result.added.push(...added);
      result.changed += changed;
    }
  });
  return result;
}

/** Entries that are missing in the index, or differ from it. */
export async function unindexed(
  db: Kysely<Tables>,
  adminMail: string,
  entries: readonly unknown[],
): Promise<unknown[]> {
  const { others } = await compareWithIndex(db, mailKey(adminMail), entriesBySid(entries));
  return others.map(({ entry }) => entry);
}

function inTransaction<T>(db: Kysely<Tables>, work: (transaction: Kysely<Tables>) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}

/** Splits entries into those that equal the index, or stay erased, and the others; `number` is that of a row that differs. */
async function compareWithIndex(
  db: Kysely<Tables>,
  agency_key: string,
  entries: ReadonlyMap<string, unknown>,
): Promise<{ same: number[]; others: { number: number | undefined; entry: unknown }[] }> {
  const rows = await db
    .selectFrom('inquiry')
    .select(['sid', 'number', 'data', 'gone_at', 'erased_at'])
    .where('agency_key', '=', agency_key)
    .where('sid', 'in', [...entries.keys(), ''])
    .execute();
  const known = new Map(rows.map((row) => [row.sid, row]));
  const same: number[] = [];
  const others: { number: number | undefined; entry: unknown }[] = [];
  for (const [sid, entry] of entries) {
    const row = known.get(sid);
    const isSame = row?.gone_at === null && row.data === JSON.stringify(entry);
    if (row && (isSame || row.erased_at !== null)) same.push(row.number);
    else others.push({ number: row?.number, entry });
  }
  return { same, others };
}

async function upsertSlice(
  db: Kysely<Tables>,
  entries: ReadonlyMap<string, unknown>,
  source: Source,
): Promise<UpsertResult> {
  const agency_key = mailKey(source.agency);
  const { same, others } = await compareWithIndex(db, agency_key, entries);
  const fresh: IndexEntry[] = [];
  const changed: IndexEntry[] = [];
  for (const { number, entry } of others) {
    const parsed = parseEntry(entry, source);
    if (!parsed) continue;
    if (number === undefined) {
      fresh.push(parsed);
      continue;
    }
    changed.push(parsed);
    await db.updateTable('inquiry').set(parsed.columns).where('number', '=', number).execute();
    await deleteFullText(db, WORDS, [number]);
    await insertFullText(db, WORDS, [{ number, tokens: parsed.tokens }]);
  }
  const added = await insert(db, fresh, source);
  if (same.length > 0)
    await db.updateTable('inquiry').set({ last_seen_at: source.now }).where('number', 'in', same).execute();
  const written = [...fresh, ...changed].map(({ sid }) => sid);
  if (written.length > 0) await syncFollowUps(db, agency_key, written);
  return { added, changed: changed.length };
}

async function insert(
  db: Kysely<Tables>,
  entries: readonly IndexEntry[],
  { learned, now }: Source,
): Promise<UpsertResult['added']> {
  if (entries.length === 0) return [];
  const tokens = new Map(entries.map((entry) => [entry.sid, entry.tokens]));
  const made = await db
    .insertInto('inquiry')
    .values(entries.map(({ columns }) => Object.assign(columns, { learned, first_seen_at: now })))
    // Another instance may have been first.
    .onConflict((conflict) => conflict.doNothing())
    .returning(['number', 'sid', 'operator_key'])
    .execute();
  await insertFullText(
    db,
    WORDS,
    made.map(({ number, sid }) => ({ number, tokens: tokens.get(sid) ?? [] })),
  );
  return made;
}

/** Copies the follow-up to inquiries of an agency, all or some, after either changed. */
export async function syncFollowUps(
  db: QueryExecutorProvider,
  agency_key: string,
  sids?: readonly string[],
): Promise<void> {
  await sql`
    update inquiry
    set status = current.status, waits = current.waits,
      claimed_by = current.claimed_by, snoozed_until = current.snoozed_until
    from (
      select inquiry.number,
        coalesce(follow_up.status, 'new') as status,
        case when gone_at is null and coalesce(follow_up.status, 'new') not in ('won', 'lost')
          and touched_at is null and contacted_at is null then 1 else 0 end as waits,
        case when gone_at is null then follow_up.claimed_by end as claimed_by,
        case when gone_at is null and coalesce(changed_at, 0) <= follow_up.snoozed_until
          then follow_up.snoozed_until end as snoozed_until
      from inquiry left join follow_up
        on follow_up.agency_key = inquiry.agency_key and follow_up.sid = inquiry.sid
      where inquiry.agency_key = ${agency_key} ${sids ? sql`and inquiry.sid in (${sql.join(sids)})` : sql``}
    ) as current
    where inquiry.number = current.number and (
      inquiry.status != current.status or inquiry.waits != current.waits
      or inquiry.claimed_by is distinct from current.claimed_by
      or inquiry.snoozed_until is distinct from current.snoozed_until
    )`.execute(db);
}

/** Inquiries from a time on that were not seen at the service since another. */
export async function unseenSince(
  db: Kysely<InquiryTables>,
  agency_key: string,
  { from, since }: { from: number; since: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('inquiry')
    .select('sid')
    .where('agency_key', '=', agency_key)
    .where('at', '>=', from)
    .where('last_seen_at', '<', since)
    .where('gone_at', 'is', null)
    .execute();
  return rows.map(({ sid }) => sid);
}

/** The service does not have it any more: lists leave it out. */
export async function markGone(
  db: Kysely<InquiryTables>,
  agency_key: string,
  sid: string,
  now: number,
): Promise<void> {
  await db
    .updateTable('inquiry')
    .set({ gone_at: now })
    .where('agency_key', '=', agency_key)
    .where('sid', '=', sid)
    .execute();
  await syncFollowUps(db, agency_key, [sid]);
}

/** Erases inquiries with their search words, at most so many. @returns how many there were */
export async function eraseInquiries(
  db: Kysely<InquiryTables>,
  which: { agency_key: string } | { before: number },
  most: number,
): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const rows = await transaction
      .selectFrom('inquiry')
      .select('number')
      .$if('agency_key' in which, (query) =>
        query.where('agency_key', '=', 'agency_key' in which ? which.agency_key : ''),
      )
      .$if('before' in which, (query) => query.where('at', '<', 'before' in which ? which.before : 0))
      .limit(most)
      .execute();
    const numbers = rows.map(({ number }) => number);
    if (numbers.length === 0) return 0;
    await deleteFullText(transaction, WORDS, numbers);
    await transaction.deleteFrom('inquiry').where('number', 'in', numbers).execute();
    return numbers.length;
  });
}

/** Recomputes `due_at` of an agency's inquiries after its hours changed. */
export async function recomputeDue(
  db: Kysely<InquiryTables>,
  agency_key: string,
  hours: Hours,
): Promise<void> {
  let after = 0;
  for (;;) {
    const rows = await db
      .selectFrom('inquiry')
      .select(['number', 'at', 'due_at'])
      .where('agency_key', '=', agency_key)
      .where('number', '>', after)
      .orderBy('number')
      .limit(SLICE)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    after = last.number;
    await db.transaction().execute(async (transaction) => {
      for (const { number, at, due_at } of rows) {
        const due = dueAt(at, hours);
        if (due !== due_at)
          await transaction
            .updateTable('inquiry')
            .set({ due_at: due })
            .where('number', '=', number)
            .execute();
      }
    });
  }
}
