import { type Kysely, sql } from 'kysely';
import { type RecordedChange, getText, replaceText } from '#contract/follow-up/change-kinds.ts';
import { readById } from '#database/read-by-id.ts';
import type { CrmTables } from '#gateway/crm/tables.ts';
import type { DeliveryTables } from '#gateway/deliveries/store.ts';
import type { EntryTable, FollowUpTables } from '#gateway/follow-up/tables.ts';
import {
  ERASED_TEXT,
  type HeldJobText,
  eraseJobText,
  findJobTextsNaming,
  findJobTextsOf,
} from '#gateway/jobs/erasure.ts';
import type { JobTables } from '#gateway/jobs/tables.ts';
import type { IndexedAgencyTables } from '#gateway/inquiries/agencies.ts';
import type { InquiryTable, InquiryTables } from '#gateway/inquiries/tables.ts';
import type { MailTables } from '#work/mail-table.ts';
import type { RelayTables } from '#gateway/relay/tables.ts';
import { type BuyerKeys, createBuyerMatcher, isOfBuyer } from './buyer-keys.ts';

// Copies of a buyer's data outside the index: notes of follow-ups, payloads of messages, rows and texts of jobs. The report and
// the erasure find them by the same functions.

export type CopyTables = InquiryTables &
  FollowUpTables &
  DeliveryTables &
  JobTables &
  RelayTables &
  CrmTables &
  MailTables &
  IndexedAgencyTables;

interface DeliveredInquiry {
  agency_key: string;
  sid: string;
}

export type HeldCopy =
  | { kind: 'note'; id: string; at: number; text: string; erased: string }
  | { kind: 'payload'; id: string; at: number; topic: string; payload: string }
  | HeldJobText;

/** Identifies a copy. */
export function toCopyKey(copy: HeldCopy): string {
  if (copy.kind === 'job-row') return `${copy.kind} ${copy.row.job_id} ${copy.row.number}`;
  return `${copy.kind} ${copy.kind === 'job' ? copy.job.id : copy.id}`;
}

const ROWS_PER_SLICE = 200;
const ENTRY_COLUMNS = ['id', 'at', 'change'] as const;
const DELIVERY_COLUMNS = ['id', 'at', 'topic', 'agency_key', 'sid', 'payload'] as const;

/** Finds the copies of an inquiry. */
export async function findCopiesOf(
  db: Kysely<CopyTables>,
  { agency_key, sid }: Pick<InquiryTable, 'agency_key' | 'sid'>,
): Promise<HeldCopy[]> {
  const entries = await db
    .selectFrom('follow_up_entry')
    .select(ENTRY_COLUMNS)
    .where((eb) => eb.and({ agency_key, sid }))
    .orderBy('number')
    .execute();
  const deliveries = await db
    .selectFrom('delivery')
    .select(DELIVERY_COLUMNS)
    .where((eb) => eb.and({ agency_key, sid }))
    .where('payload', 'is not', null)
    .orderBy('id')
    .execute();
  return [
    ...entries.flatMap(toHeldNote),
    ...deliveries.flatMap(toHeldPayload),
    ...(await findJobTextsOf(db, { agency_key, sid })),
  ];
}

/** Finds copies that name the buyer and belong to no inquiry of theirs, in slices. */
export async function* findCopiesNaming(db: Kysely<CopyTables>, keys: BuyerKeys): AsyncGenerator<HeldCopy> {
  const namesBuyer = createBuyerMatcher(keys);
  for await (const note of findNotes(db)) if (namesBuyer(note.text)) yield note;
  // The payload of another buyer's inquiry stays.
  for await (const { copy } of findPayloads(db, { ofInquiries: false }))
    if (isOfBuyer(copy.payload, keys) || namesBuyer(copy.payload)) yield copy;
  yield* findJobTextsNaming(db, namesBuyer);
}

/** Finds each inquiry of a buyer once, by the payloads of its messages. */
export async function* findDelivered(
  db: Kysely<CopyTables>,
  keys: BuyerKeys,
): AsyncGenerator<DeliveredInquiry & { payload: string }> {
  const found = new Set<string>();
  for await (const { row, copy } of findPayloads(db, { ofInquiries: true })) {
    const { agency_key, sid } = row;
    if (agency_key === null || sid === null || found.has(`${agency_key} ${sid}`)) continue;
    if (!isOfBuyer(copy.payload, keys)) continue;
    found.add(`${agency_key} ${sid}`);
    yield { agency_key, sid, payload: copy.payload };
  }
}

export async function eraseCopy(db: Kysely<CopyTables>, copy: HeldCopy): Promise<void> {
  if (copy.kind === 'note')
    await db.updateTable('follow_up_entry').set({ change: copy.erased }).where('id', '=', copy.id).execute();
  else if (copy.kind === 'payload')
    await db.updateTable('delivery').set({ payload: null }).where('id', '=', copy.id).execute();
  else await eraseJobText(db, copy);
}

async function* findNotes(db: Kysely<CopyTables>) {
  const entries = readById((after) =>
    db
      .selectFrom('follow_up_entry')
      .select(ENTRY_COLUMNS)
      .where('id', '>', after)
      .where(sql<boolean>`(change like '%"text":%' or change like '%"note":%')`)
      .orderBy('id')
      .limit(ROWS_PER_SLICE)
      .execute(),
  );
  for await (const entry of entries) yield* toHeldNote(entry);
}

/** Payloads of messages that tell of which inquiry they are, or of those that do not. */
async function* findPayloads(db: Kysely<CopyTables>, { ofInquiries }: { ofInquiries: boolean }) {
  const rows = readById((after) =>
    db
      .selectFrom('delivery')
      .select(DELIVERY_COLUMNS)
      .where('id', '>', after)
      .where('payload', 'is not', null)
      .where((eb) => {
        const isOfInquiry = eb.and([eb('agency_key', 'is not', null), eb('sid', 'is not', null)]);
        return ofInquiries ? isOfInquiry : eb.not(isOfInquiry);
      })
      .orderBy('id')
      .limit(ROWS_PER_SLICE)
      .execute(),
  );
  for await (const row of rows) for (const copy of toHeldPayload(row)) yield { row, copy };
}

/** The note of an entry, or none: it has no text, or that was erased. */
function toHeldNote({ id, at, change }: Pick<EntryTable, (typeof ENTRY_COLUMNS)[number]>) {
  const parsed = JSON.parse(change) as RecordedChange;
  const erased = JSON.stringify(replaceText(parsed, ERASED_TEXT));
  const text = getText(parsed);
  return erased === change || !text ? [] : [{ kind: 'note' as const, id, at, text, erased }];
}

function toHeldPayload({
  id,
  at,
  topic,
  payload,
}: Pick<DeliveryTables['delivery'], 'id' | 'at' | 'topic' | 'payload'>) {
  return payload === null ? [] : [{ kind: 'payload' as const, id, at, topic, payload }];
}
