import type { Kysely, Transaction } from 'kysely';
import type { ChangeFollowUp } from '#contract/desk/follow-up.ts';
import { deleteFullText } from '#database/full-text.ts';
import type { DeliveryTables } from '#gateway/deliveries/store.ts';
import type { FollowUpTables } from '#gateway/follow-up/tables.ts';
import { deleteAllFiles } from '#gateway/export/store.ts';
import type { ExportTables } from '#gateway/export/tables.ts';
import type { JobTables } from '#gateway/jobs/tables.ts';
import { type BuyerKeys, type BuyerReason, buyerCondition } from './buyers.ts';
import { toBuyerColumns } from './entries.ts';
import { FULL_TEXT_INDEX, syncFollowUps } from './store.ts';
import type { InquiryTables } from './tables.ts';

export type { BuyerKeys };

type Tables = InquiryTables & FollowUpTables & DeliveryTables & ExportTables & JobTables;

/** Replaces erased texts: a timeline entry must not be empty. */
const ERASED_TEXT = '—';

/** Normalizes a buyer's phone, mail and document; `unusable` names those that do not identify anyone. */
export function parseBuyerKeys({ phone, mail, document }: Partial<Record<BuyerReason, string | undefined>>): {
  keys: BuyerKeys;
  unusable: string[];
} {
  const columns = toBuyerColumns({ phone, mail, document });
  const fields = [
    ['phone', phone, columns.phone_key],
    ['mail', mail, columns.mail_key],
    ['document', document, columns.document_key],
  ] as const;
  return {
    keys: Object.fromEntries(fields.flatMap(([name, , key]) => (key ? [[name, key]] : []))),
    unusable: fields.flatMap(([name, value, key]) => (value !== undefined && !key ? [name] : [])),
  };
}

/** An inquiry whose data is not erased yet. */
export interface Erasable {
  number: number;
  agency_key: string;
  sid: string;
  at: number;
}

/** Inquiries of a buyer that are not erased yet, newest first. */
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
 * Erases a buyer's data: inquiries, payloads of their webhooks, notes, and the files of all exports. Rows without data remain, so that sweeps do
 * not index the inquiries again. @returns the number of inquiries
 */
export async function eraseBuyer(db: Kysely<Tables>, keys: BuyerKeys, now: number): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const inquiries = await findErasable(transaction, keys);
    if (inquiries.length > 0) await deleteAllFiles(transaction);
    for (const inquiry of inquiries) await eraseInquiry(transaction, inquiry, now);
    for (const [agency, group] of Map.groupBy(inquiries, ({ agency_key }) => agency_key))
      await syncFollowUps(
        transaction,
        agency,
        group.map(({ sid }) => sid),
      );
    return inquiries.length;
  });
}

async function eraseInquiry(
  db: Transaction<Tables>,
  { number, agency_key, sid }: Erasable,
  now: number,
): Promise<void> {
  await deleteFullText(db, FULL_TEXT_INDEX, [number]);
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
    const erased = JSON.stringify(redactTexts(JSON.parse(change) as ChangeFollowUp['change']));
    if (erased !== change)
      await db.updateTable('follow_up_entry').set({ change: erased }).where('id', '=', id).execute();
  }
}

function redactTexts(change: ChangeFollowUp['change']): ChangeFollowUp['change'] {
  switch (change.kind) {
    case 'note':
      return { ...change, text: ERASED_TEXT };
    case 'hand-over':
      return change.note ? { ...change, note: ERASED_TEXT } : change;
    case 'status':
    case 'snooze':
    case 'claim':
    case 'touch':
    case 'undo':
      return change;
    default:
      return change satisfies never;
  }
}
