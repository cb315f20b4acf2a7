import type { Kysely } from 'kysely';
import { type RecordedChange, replaceText } from '#contract/follow-up/change-kinds.ts';
import { deleteFullText } from '#database/full-text.ts';
import type { DeliveryTables } from '#gateway/deliveries/store.ts';
import type { FollowUpTables } from '#gateway/follow-up/tables.ts';
import { ERASED_TEXT, eraseJobRowsOf } from '#gateway/jobs/erasure.ts';
import type { JobTables } from '#gateway/jobs/tables.ts';
import { FULL_TEXT_INDEX, type InquiryTable, type InquiryTables } from '#gateway/inquiries/tables.ts';
import { markInquiryErased } from './erasure-marks.ts';

export type ErasureTables = InquiryTables & FollowUpTables & DeliveryTables & JobTables;

/** Copies outside the inquiries that an erasure has emptied. */
export interface ErasedCopies {
  notes: number;
  payloads: number;
  jobRows: number;
}

/**
 * Erases what the gateway has of an inquiry, whether or not it is in the index: its data, notes, payloads of its webhooks
 * and rows of jobs. A mark keeps it from coming back; follow-up without texts stays.
 */
export async function eraseInquiry(
  db: Kysely<ErasureTables>,
  inquiry: Pick<InquiryTable, 'agency_key' | 'sid'> & { at: number | null },
  now: number,
): Promise<ErasedCopies> {
  const { agency_key, sid, at: momento } = inquiry;
  await markInquiryErased(db, { agency_key, sid, momento }, now);
  const erased = await db
    .updateTable('inquiry')
    .set((eb) => ({
      erased_at: now,
      gone_at: eb.fn.coalesce('gone_at', eb.val(now)),
      data: '{}',
      phone_key: null,
      mail_key: null,
      document_key: null,
      province: null,
      province_key: null,
    }))
    .where((eb) => eb.and({ agency_key, sid }))
    .returning('number')
    .execute();
  await deleteFullText(
    db,
    FULL_TEXT_INDEX,
    erased.map(({ number }) => number),
  );
  const payloads = await db
    .updateTable('delivery')
    .set({ payload: null })
    .where((eb) => eb.and({ agency_key, sid }))
    .where('payload', 'is not', null)
    .executeTakeFirst();
  return {
    notes: await eraseInquiryNotes(db, inquiry),
    payloads: Number(payloads.numUpdatedRows),
    jobRows: await eraseJobRowsOf(db, inquiry),
  };
}

/** @returns how many texts were erased */
async function eraseInquiryNotes(
  db: Kysely<ErasureTables>,
  { agency_key, sid }: Pick<InquiryTable, 'agency_key' | 'sid'>,
): Promise<number> {
  const entries = await db
    .selectFrom('follow_up_entry')
    .select(['id', 'change'])
    .where((eb) => eb.and({ agency_key, sid }))
    .execute();
  let notes = 0;
  for (const { id, change } of entries) {
    const erased = JSON.stringify(replaceText(JSON.parse(change) as RecordedChange, ERASED_TEXT));
    if (erased === change) continue;
    await db.updateTable('follow_up_entry').set({ change: erased }).where('id', '=', id).execute();
    notes += 1;
  }
  return notes;
}
