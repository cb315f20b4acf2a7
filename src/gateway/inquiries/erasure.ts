import type { Kysely, Transaction } from 'kysely';
import type { ChangeFollowUp } from '#contract/desk/follow-up.ts';
import { deleteFullText } from '#database/full-text.ts';
import type { DeliveryTables } from '#gateway/deliveries/store.ts';
import type { FollowUpTables } from '#gateway/follow-up/store.ts';
import { type BuyerKeys, type BuyerReason, buyerCondition } from './buyers.ts';
import { buyerColumns } from './entries.ts';
import { type InquiryTables, WORDS, syncFollowUps } from './store.ts';

export type { BuyerKeys };

type Tables = InquiryTables & FollowUpTables & DeliveryTables;

/** In place of what somebody wrote: an entry of a timeline is never empty. */
const ERASED_TEXT = '—';

/** What a buyer is known by, from what a person gives; and the names of what tells nobody apart. */
export function readBuyerKeys({ phone, mail, document }: Partial<Record<BuyerReason, string | undefined>>): {
  keys: BuyerKeys;
  unusable: string[];
} {
  const columns = buyerColumns({ phone, mail, document });
  const read = [
    ['phone', phone, columns.phone_key],
    ['mail', mail, columns.mail_key],
    ['document', document, columns.document_key],
  ] as const;
  return {
    keys: Object.fromEntries(read.flatMap(([name, , key]) => (key ? [[name, key]] : []))),
    unusable: read.flatMap(([name, given, key]) => (given !== undefined && !key ? [name] : [])),
  };
}

/** An inquiry with data that would be erased. */
export interface Erasable {
  number: number;
  agency_key: string;
  sid: string;
  at: number;
}

/** The inquiries of a buyer that still have data, the newest first. */
export function findErasable(db: Kysely<Tables>, keys: BuyerKeys): Promise<Erasable[]> {
  return db
    .selectFrom('inquiry as i')
    .select(['number', 'agency_key', 'sid', 'at'])
    .where(buyerCondition(keys))
    .where('erased_at', 'is', null)
    .orderBy('at', 'desc')
    .orderBy('sid')
    .execute();
}

/**
 * Erases what this installation stores of a buyer: inquiries, payloads of their webhooks, and notes. A row without data
 * stays, so that a sweep does not bring the inquiry back. @returns how many inquiries there were
 */
export async function eraseBuyer(db: Kysely<Tables>, keys: BuyerKeys, now: number): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const inquiries = await findErasable(transaction, keys);
    for (const inquiry of inquiries) await eraseOne(transaction, inquiry, now);
    for (const [agency, theirs] of Map.groupBy(inquiries, ({ agency_key }) => agency_key))
      await syncFollowUps(
        transaction,
        agency,
        theirs.map(({ sid }) => sid),
      );
    return inquiries.length;
  });
}

async function eraseOne(
  db: Transaction<Tables>,
  { number, agency_key, sid }: Erasable,
  now: number,
): Promise<void> {
  await deleteFullText(db, WORDS, [number]);
  await db
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
    .where('number', '=', number)
    .execute();
  await db
    .updateTable('delivery')
    .set({ payload: null })
    .where('agency_key', '=', agency_key)
    .where('sid', '=', sid)
    .execute();
  const entries = await db
    .selectFrom('follow_up_entry')
    .select(['id', 'change'])
    .where('agency_key', '=', agency_key)
    .where('sid', '=', sid)
    .execute();
  for (const { id, change } of entries) {
    const erased = JSON.stringify(withoutTexts(JSON.parse(change) as ChangeFollowUp['change']));
    if (erased !== change)
      await db.updateTable('follow_up_entry').set({ change: erased }).where('id', '=', id).execute();
  }
}

function withoutTexts(change: ChangeFollowUp['change']): ChangeFollowUp['change'] {
  if (change.kind === 'note') return { ...change, text: ERASED_TEXT };
  return change.kind === 'hand-over' && change.note ? { ...change, note: ERASED_TEXT } : change;
}
