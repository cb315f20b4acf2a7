import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { BuyerCounts } from '#contract/desk/buyers.ts';
import { eraseRunsNaming } from '#gateway/catalogs/match-runs.ts';
import { deleteAllFiles } from '#gateway/export/store.ts';
import { InquirySchema } from '#gateway/forward/reply-schemas.ts';
import { eraseNotesNaming } from '#gateway/invitations/store.ts';
import { mailKey } from '#gateway/people/store.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { eraseTemplatesNaming } from '#gateway/templates/store.ts';
import { deleteViewsNaming } from '#gateway/views/store.ts';
import { toBuyerColumns } from '#gateway/inquiries/entries.ts';
import { syncFollowUps } from '#gateway/inquiries/store.ts';
import { type BuyerKeys, createBuyerMatcher } from './buyer-keys.ts';
import { eraseInquiry } from './erase-inquiry.ts';
import {
  findErasedBuyers,
  findErasedSids,
  hashBuyerKeys,
  holdErasures,
  lockErasures,
  markBuyerErased,
} from './erasure-marks.ts';
import { type HeldCopy, eraseCopy, findCopiesNaming, findDelivered } from './held-copies.ts';
import { countCopies, countInquiries } from './held-data.ts';
import { type HeldInquiry, findIndexedAndDeparted, parseMoment } from './held-inquiries.ts';

type Tables = GatewayTables;

/**
 * Erases a buyer's data: inquiries, payloads of their webhooks, notes, rows and texts of jobs, saved searches, and the files of
 * all exports. Marks keep what was written until now from coming back. Again after a crash, it ends what it began.
 */
export async function eraseBuyerData(db: Kysely<Tables>, keys: BuyerKeys, now: number): Promise<BuyerCounts> {
  let files = 0;
  const found: HeldInquiry[] = [];
  const copies: HeldCopy[] = [];
  await db.transaction().execute(async (transaction: Kysely<Tables>) => {
    await lockErasures(transaction);
    // All files are deleted, because the inquiries in a file are not known.
    files = await deleteAllFiles(transaction);
    found.push(...(await findIndexedAndDeparted(transaction, keys)));
    copies.push(...(await eraseFound(transaction, found, keys, now)));
  });
  for await (const { agency_key, sid, payload } of findDelivered(db, keys)) {
    const inquiry: HeldInquiry = { agency_key, sid, at: parseMoment(payload), data: null };
    await db.transaction().execute(async (transaction: Kysely<Tables>) => {
      copies.push(...(await eraseInquiry(transaction, inquiry, now)));
    });
    found.push(inquiry);
  }
  for await (const copy of findCopiesNaming(db, keys)) {
    await eraseCopy(db, copy);
    copies.push(copy);
  }
  const namesBuyer = createBuyerMatcher(keys);
  return {
    ...countInquiries(found),
    ...countCopies(copies),
    texts:
      (await deleteViewsNaming(db, namesBuyer)) +
      (await eraseTemplatesNaming(db, namesBuyer)) +
      (await eraseNotesNaming(db, namesBuyer)) +
      (await eraseRunsNaming(db, namesBuyer)),
    files,
  };
}

/** Marks the buyer, and erases their inquiries. @returns the copies that were erased with them */
async function eraseFound(
  db: Kysely<Tables>,
  inquiries: readonly HeldInquiry[],
  keys: BuyerKeys,
  now: number,
): Promise<HeldCopy[]> {
  const hashes = await hashBuyerKeys(db, keys);
  await markBuyerErased(db, hashes, now);
  const copies: HeldCopy[] = [];
  for (const inquiry of inquiries) copies.push(...(await eraseInquiry(db, inquiry, now)));
  await db
    .deleteFrom('departed_inquiry')
    .where('key_hash', 'in', [...hashes, ''])
    .execute();
  for (const [agency, group] of Map.groupBy(inquiries, ({ agency_key }) => agency_key))
    await syncFollowUps(
      db,
      agency,
      group.map(({ sid }) => sid),
    );
  return copies;
}

/**
 * Returns true if an inquiry that arrives was erased, or its buyer was after it was written: nothing of it
 * may be stored. No erasure happens until the transaction ends.
 */
export async function refusesErased(
  transaction: Kysely<Tables>,
  { agency, sid, payload }: { agency: string; sid: string; payload: unknown },
  now: number,
): Promise<boolean> {
  await holdErasures(transaction);
  const inquiry = { agency_key: mailKey(agency), sid: sid.toUpperCase() };
  if ((await findErasedSids(transaction, inquiry.agency_key, [inquiry.sid])).size > 0) return true;
  const parsed = z.safeParse(InquirySchema, payload);
  const at = Date.parse(parsed.data?.Momento ?? '');
  if (!parsed.success || Number.isNaN(at)) return false;
  const { Telefono: phone, Email: mail, DocIdentidad: document } = parsed.data.Interesado;
  const columns = toBuyerColumns({ phone, mail, document });
  const erased = await findErasedBuyers(transaction, [{ ...columns, sid: inquiry.sid, at }]);
  if (erased.size === 0) return false;
  await eraseInquiry(transaction, { ...inquiry, at }, now);
  return true;
}
