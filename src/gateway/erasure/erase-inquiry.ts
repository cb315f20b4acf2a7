import type { Kysely } from 'kysely';
import { deleteFullText } from '#database/full-text.ts';
import { eraseCrmMail } from '#gateway/crm/queue.ts';
import { FULL_TEXT_INDEX, type InquiryTable } from '#gateway/inquiries/tables.ts';
import { markInquiryErased } from './erasure-marks.ts';
import { type CopyTables, type HeldCopy, eraseCopy, findCopiesOf } from './held-copies.ts';

/**
 * Erases what the gateway has of an inquiry, whether or not it is in the index: its data, notes, payloads of its webhooks
 * and rows of jobs. A mark keeps it from coming back; follow-up without texts stays.
 * @returns the copies outside the index that were erased
 */
export async function eraseInquiry(
  db: Kysely<CopyTables>,
  inquiry: Pick<InquiryTable, 'agency_key' | 'sid'> & { at: number | null },
  now: number,
): Promise<HeldCopy[]> {
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
  // Waiting messages about its follow-up are not sent either.
  await db
    .deleteFrom('relay_event')
    .where((eb) => eb.and({ agency_key, sid }))
    .execute();
  await eraseCrmMail(db, { agency_key, sid });
  const copies = await findCopiesOf(db, inquiry);
  for (const copy of copies) await eraseCopy(db, copy);
  return copies;
}
