import { type Kysely, sql } from 'kysely';
import * as z from 'zod/mini';
import { parseJsonBody } from '#gateway/forward/json-body.ts';
import { buyerCondition } from '#gateway/inquiries/buyers.ts';
import { parseBuyerName } from '#gateway/inquiries/entries.ts';
import type { BuyerKeys } from './buyer-keys.ts';
import { hashBuyerKeys } from './erasure-marks.ts';
import { type CopyTables as Tables, findDelivered } from './held-copies.ts';

/** An inquiry whose data is not erased yet; `data` null: it is not in the index, but its follow-up or message is here. */
export interface HeldInquiry {
  agency_key: string;
  sid: string;
  /** Moment of the inquiry; null: it is not known. */
  at: number | null;
  /** JSON, as the service sent it. */
  data: string | null;
}

/** Inquiries of a buyer that are not erased yet, newest first, then those that left the index. */
export async function findIndexedAndDeparted(db: Kysely<Tables>, keys: BuyerKeys): Promise<HeldInquiry[]> {
  const indexed = await db
    .selectFrom('inquiry as i')
    .select(['agency_key', 'sid', 'at', 'data'])
    .where(buyerCondition(keys))
    .where('erased_at', 'is', null)
    .orderBy('at', 'desc')
    .orderBy('sid')
    .execute();
  const departed = await db
    .selectFrom('departed_inquiry as d')
    .select(['agency_key', 'sid'])
    .distinct()
    .where('key_hash', 'in', [...(await hashBuyerKeys(db, keys)), ''])
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('inquiry as i')
            .select('i.number')
            .whereRef('i.agency_key', '=', 'd.agency_key')
            .whereRef('i.sid', '=', 'd.sid'),
        ),
      ),
    )
    .orderBy('agency_key')
    .orderBy('sid')
    .execute();
  return [...indexed, ...departed.map(({ agency_key, sid }) => ({ agency_key, sid, at: null, data: null }))];
}

/** Every inquiry of a buyer that is not erased yet, those that are known by the payload of a message alone come last. */
export async function findHeldInquiries(db: Kysely<Tables>, keys: BuyerKeys): Promise<HeldInquiry[]> {
  const inquiries = await findIndexedAndDeparted(db, keys);
  const found = new Set(inquiries.map(({ agency_key, sid }) => `${agency_key} ${sid}`));
  for await (const { agency_key, sid, payload } of findDelivered(db, keys))
    if (!found.has(`${agency_key} ${sid}`))
      inquiries.push({ agency_key, sid, at: parseMoment(payload), data: null });
  return inquiries;
}

/** Name of the buyer; null: it is not known. */
export const getBuyerName = ({ data }: HeldInquiry): string | null =>
  data === null ? null : parseBuyerName(data);

/** Time of the inquiry in the payload of a message; null: it has none. */
export function parseMoment(payload: string): number | null {
  const parsed = z.safeParse(z.looseObject({ Momento: z.string() }), parseJsonBody(payload));
  const at = Date.parse(parsed.data?.Momento ?? '');
  return Number.isNaN(at) ? null : at;
}

/** Notes of inquiries that left the index before keyed hashes of their buyers were kept: no erasure finds them by buyer. */
export async function countUnreachableNotes(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from follow_up as f
    where notes > 0
      and not exists (select 1 from inquiry as i where i.agency_key = f.agency_key and i.sid = f.sid)
      and not exists (select 1 from departed_inquiry as d where d.agency_key = f.agency_key and d.sid = f.sid)
      and not exists (select 1 from erased_inquiry as e where e.agency_key = f.agency_key and e.sid = f.sid)`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
