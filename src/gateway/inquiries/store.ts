import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type Kysely, type QueryExecutorProvider, sql } from 'kysely';
import type { Hours } from '#contract/hours.ts';
import { inTransaction } from '#database/database.ts';
import { deleteFullText, insertFullText } from '#database/full-text.ts';
import { enqueueCrmMails } from '#gateway/crm/queue.ts';
import { mailKey } from '#gateway/people/store.ts';
import { eraseInquiry } from '#gateway/erasure/erase-inquiry.ts';
import type { CopyTables as Tables } from '#gateway/erasure/held-copies.ts';
import { findErasedBuyers, findErasedSids, holdErasures } from '#gateway/erasure/erasure-marks.ts';
import type { Clock } from '#system/clock.ts';
import { type EntrySource, type IndexEntry, computeDueAt, keyEntriesBySid, parseEntry } from './entries.ts';
import { FULL_TEXT_INDEX, type InquiryTable } from './tables.ts';

// The index: a copy of the service's inquiries, for queries that its lists do not support.

/** Rows per statement: others do not wait for long, and PostgreSQL allows 65,535 parameters. */
export const INQUIRIES_PER_BATCH = 500;

/** Result of an upsert. */
export interface UpsertResult {
  /** New inquiries. */
  added: Pick<InquiryTable, 'sid' | 'operator_key'>[];
  /** Number of inquiries that existed and differed. */
  changed: number;
  /** Mails of new inquiries wait for the agency's CRM. */
  isMailDue: boolean;
}

/** Inserts or updates inquiries of an agency; entries without a sid are ignored. Idempotent. */
export async function upsertInquiries(
  db: Kysely<Tables>,
  entries: readonly unknown[],
  source: EntrySource,
): Promise<UpsertResult> {
  const bySid = [...keyEntriesBySid(entries)];
  const result: UpsertResult = { added: [], changed: 0, isMailDue: false };
  await inTransaction(db, async (transaction) => {
    await holdErasures(transaction);
    for (let from = 0; from < bySid.length; from += INQUIRIES_PER_BATCH) {
      const batch = new Map(bySid.slice(from, from + INQUIRIES_PER_BATCH));
      const { added, changed, isMailDue } = await upsertBatch(transaction, batch, source);
      result.added.push(...added);
      result.changed += changed;
      result.isMailDue ||= isMailDue;
    }
  });
  return result;
}

/** Entries that are missing in the index or differ from it. */
export async function findUnindexed(
  db: Kysely<Tables>,
  adminMail: string,
  entries: readonly unknown[],
): Promise<unknown[]> {
  const { outdated } = await compareWithIndex(db, mailKey(adminMail), keyEntriesBySid(entries));
  return outdated.map(({ entry }) => entry);
}

/** Splits entries into unchanged and outdated ones, without erased ones; `number` is undefined for new entries. */
async function compareWithIndex(
  db: Kysely<Tables>,
  agency_key: string,
  entries: ReadonlyMap<string, unknown>,
): Promise<{ unchanged: number[]; outdated: { number: number | undefined; entry: unknown }[] }> {
  const rows = await db
    .selectFrom('inquiry')
    .select(['sid', 'number', 'data', 'gone_at'])
    .where('agency_key', '=', agency_key)
    .where('sid', 'in', [...entries.keys(), ''])
    .execute();
  const erased = await findErasedSids(db, agency_key, [...entries.keys()]);
  const existing = new Map(rows.map((row) => [row.sid, row]));
  const unchanged: number[] = [];
  const outdated: { number: number | undefined; entry: unknown }[] = [];
  for (const [sid, entry] of entries) {
    if (erased.has(sid)) continue;
    const row = existing.get(sid);
    const isSame = row?.gone_at === null && row.data === JSON.stringify(entry);
    if (row && isSame) unchanged.push(row.number);
    else outdated.push({ number: row?.number, entry });
  }
  return { unchanged, outdated };
}

async function upsertBatch(db: Kysely<Tables>, entries: ReadonlyMap<string, unknown>, source: EntrySource) {
  const agency_key = mailKey(source.agency);
  const { unchanged, outdated } = await compareWithIndex(db, agency_key, entries);
  const parsedEntries = outdated.flatMap(({ number, entry }) => {
    const parsed = parseEntry(entry, source);
    return parsed ? [{ number, parsed }] : [];
  });
  const erased = await findErasedBuyers(
    db,
    parsedEntries.map(({ parsed }) => parsed.columns),
  );
  const newEntries: IndexEntry[] = [];
  const changed: IndexEntry[] = [];
  for (const { number, parsed } of parsedEntries) {
    if (erased.has(parsed.sid)) {
      await eraseInquiry(db, { agency_key, sid: parsed.sid, at: parsed.columns.at }, source.now);
      continue;
    }
    if (number === undefined) {
      newEntries.push(parsed);
      continue;
    }
    changed.push(parsed);
    await db.updateTable('inquiry').set(parsed.columns).where('number', '=', number).execute();
    await deleteFullText(db, FULL_TEXT_INDEX, [number]);
    await insertFullText(db, FULL_TEXT_INDEX, [{ number, tokens: parsed.tokens }]);
  }
  const added = await insertEntries(db, newEntries, source);
  if (unchanged.length > 0)
    await db
      .updateTable('inquiry')
      .set({ last_seen_at: source.now, missing_since: null })
      .where('number', 'in', unchanged)
      .execute();
  const written = [...newEntries, ...changed].map(({ sid }) => sid);
  if (written.length > 0) await syncFollowUps(db, agency_key, written);
  const { zone } = source.hours;
  const isMailDue = await enqueueCrmMails(db, added, { agency_key, zone, now: source.now });
  return { added, changed: changed.length, isMailDue };
}

async function insertEntries(
  db: Kysely<Tables>,
  entries: readonly IndexEntry[],
  { discoverySource, now }: EntrySource,
): Promise<Pick<InquiryTable, 'sid' | 'operator_key' | 'at' | 'data'>[]> {
  if (entries.length === 0) return [];
  const tokens = new Map(entries.map((entry) => [entry.sid, entry.tokens]));
  const inserted = await db
    .insertInto('inquiry')
    .values(
      entries.map(({ columns }) =>
        Object.assign(columns, { discovery_source: discoverySource, first_seen_at: now }),
      ),
    )
    // Another instance may have inserted it.
    .onConflict((conflict) => conflict.doNothing())
    .returning(['number', 'sid', 'operator_key', 'at', 'data'])
    .execute();
  await insertFullText(
    db,
    FULL_TEXT_INDEX,
    inserted.map(({ number, sid }) => ({ number, tokens: tokens.get(sid) ?? [] })),
  );
  return inserted;
}

/** Copies follow-ups to an agency's inquiries, or to those of `sids`, after either changed. */
export async function syncFollowUps(db: QueryExecutorProvider, agency_key: string, sids?: readonly string[]) {
  await sql`
    update inquiry
    set status = current.status, is_waiting = current.is_waiting,
      claimed_by = current.claimed_by, snoozed_until = current.snoozed_until
    from (
      select inquiry.number,
        coalesce(follow_up.status, 'new') as status,
        case when gone_at is null and coalesce(follow_up.status, 'new') = 'new'
          and touched_at is null and contacted_at is null then 1 else 0 end as is_waiting,
        case when gone_at is null then follow_up.claimed_by end as claimed_by,
        case when gone_at is null and coalesce(changed_at, 0) <= follow_up.snoozed_until
          then follow_up.snoozed_until end as snoozed_until
      from inquiry left join follow_up
        on follow_up.agency_key = inquiry.agency_key and follow_up.sid = inquiry.sid
      where inquiry.agency_key = ${agency_key} ${sids ? sql`and inquiry.sid in (${sql.join(sids)})` : sql``}
    ) as current
    where inquiry.number = current.number and (
      inquiry.status != current.status or inquiry.is_waiting != current.is_waiting
      or inquiry.claimed_by is distinct from current.claimed_by
      or inquiry.snoozed_until is distinct from current.snoozed_until
    )`.execute(db);
}

/** Rows that a slice reads. */
const INDEXING_SLICE_ROWS = 200;
/** A slice ends after this time: requests are answered before the next one. */
const INDEXING_SLICE_MS = 10;

/**
 * Recomputes `due_at` of an agency's inquiries after its hours changed, in slices. One that is broken off is begun anew: what
 * it had computed stays.
 */
export async function recomputeDueTimes(
  db: Kysely<Tables>,
  agency_key: string,
  hours: Hours,
  {
    clock: { monotonic },
    signal,
    sliceMs = INDEXING_SLICE_MS,
  }: { clock: Clock; signal?: AbortSignal; sliceMs?: number },
): Promise<void> {
  let after = 0;
  for (;;) {
    signal?.throwIfAborted();
    const endsAt = monotonic() + sliceMs;
    const rows = await db
      .selectFrom('inquiry')
      .select(['number', 'at', 'due_at'])
      .where('agency_key', '=', agency_key)
      .where('number', '>', after)
      .orderBy('number')
      .limit(INDEXING_SLICE_ROWS)
      .execute();
    if (rows.length === 0) return;
    await db.transaction().execute(async (transaction) => {
      for (const { number, at, due_at } of rows) {
        const due = computeDueAt(at, hours);
        if (due !== due_at)
          await transaction
            .updateTable('inquiry')
            .set({ due_at: due })
            .where('number', '=', number)
            .execute();
        after = number;
        if (monotonic() >= endsAt) break;
      }
    });
    await yieldToEventLoop();
  }
}
