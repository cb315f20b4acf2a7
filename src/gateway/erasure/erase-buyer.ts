import { type Kysely, sql } from 'kysely';
import * as z from 'zod/mini';
import { deleteAllFiles } from '#gateway/export/store.ts';
import { parseJsonBody } from '#gateway/forward/json-body.ts';
import { InquirySchema } from '#gateway/forward/reply-schemas.ts';
import { eraseNotesNaming } from '#gateway/invitations/store.ts';
import { eraseJobsNaming } from '#gateway/jobs/erasure.ts';
import { mailKey } from '#gateway/people/store.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { eraseTemplatesNaming } from '#gateway/templates/store.ts';
import { deleteViewsNaming } from '#gateway/views/store.ts';
import { type BuyerKeys, type BuyerReason, buyerCondition } from '#gateway/inquiries/buyers.ts';
import { toBuyerColumns } from '#gateway/inquiries/entries.ts';
import { syncFollowUps } from '#gateway/inquiries/store.ts';
import { type ErasedCopies, eraseInquiry } from './erase-inquiry.ts';
import {
  findErasedBuyers,
  findErasedSids,
  hashBuyerKeys,
  holdErasures,
  lockErasures,
  markBuyerErased,
} from './erasure-marks.ts';
import { fold } from '#contract/search.ts';

export type { BuyerKeys };

type Tables = GatewayTables;

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

/** An inquiry whose data is not erased yet; `at` null: it is not in the index any more, but its follow-up is here. */
export interface Erasable {
  agency_key: string;
  sid: string;
  at: number | null;
}

/** Inquiries of a buyer that are not erased yet, newest first, then those that left the index. */
export async function findErasable(db: Kysely<Tables>, keys: BuyerKeys): Promise<Erasable[]> {
  const indexed = await db
    .selectFrom('inquiry as i')
    .select(['agency_key', 'sid', 'at'])
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
  return [...indexed, ...departed.map(({ agency_key, sid }) => ({ agency_key, sid, at: null }))];
}

/** Counts of an erasure. */
export interface Erasure extends ErasedCopies {
  /** Inquiries of the index. */
  inquiries: number;
  /** Inquiries that are not in the index, of which there were notes or payloads. */
  departed: number;
  /** Saved searches, templates and notes about agencies that named the buyer. */
  texts: number;
}

/**
 * Erases a buyer's data: inquiries, payloads of their webhooks, notes, rows and texts of jobs, saved searches, and the files of
 * all exports. Marks keep what was written until now from coming back. Again after a crash, it ends what it began.
 */
export async function eraseBuyerData(db: Kysely<Tables>, keys: BuyerKeys, now: number): Promise<Erasure> {
  const erasure: Erasure = { inquiries: 0, departed: 0, notes: 0, payloads: 0, jobRows: 0, texts: 0 };
  const add = (copies: ErasedCopies, found: Erasable | undefined) => {
    for (const name of ['notes', 'payloads', 'jobRows'] as const) erasure[name] += copies[name];
    erasure[found === undefined || found.at === null ? 'departed' : 'inquiries'] += 1;
  };
  await db.transaction().execute(async (transaction) => {
    await lockErasures(transaction);
    // All files are deleted, because the inquiries in a file are not known.
    await deleteAllFiles(transaction);
    await eraseFound(transaction, keys, { now, add });
  });
  for await (const delivered of findDelivered(db, keys))
    await db.transaction().execute(async (transaction: Kysely<Tables>) => {
      add(await eraseInquiry(transaction, delivered, now), undefined);
    });
  const namesBuyer = createBuyerMatcher(keys);
  erasure.jobRows += await eraseJobsNaming(db, namesBuyer);
  erasure.texts += await deleteViewsNaming(db, namesBuyer);
  erasure.texts += await eraseTemplatesNaming(db, namesBuyer);
  erasure.texts += await eraseNotesNaming(db, namesBuyer);
  return erasure;
}

/** Marks the buyer, and erases inquiries that the index or keyed hashes find. */
async function eraseFound(
  db: Kysely<Tables>,
  keys: BuyerKeys,
  { now, add }: { now: number; add: (copies: ErasedCopies, found: Erasable) => void },
): Promise<void> {
  const hashes = await hashBuyerKeys(db, keys);
  const inquiries = await findErasable(db, keys);
  await markBuyerErased(db, hashes, now);
  for (const inquiry of inquiries) add(await eraseInquiry(db, inquiry, now), inquiry);
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
}

const PAYLOADS_PER_SLICE = 100;
const PayloadSchema = z.looseObject({
  Interesado: z.looseObject({
    Telefono: z.optional(z.unknown()),
    Email: z.optional(z.unknown()),
    DocIdentidad: z.optional(z.unknown()),
  }),
});

/** Inquiries of a buyer that are known by the payload of a webhook alone, read in slices. */
async function* findDelivered(db: Kysely<Tables>, keys: BuyerKeys) {
  for (let after = ''; ;) {
    const rows = await db
      .selectFrom('delivery')
      .select(['id', 'agency_key', 'sid', 'payload'])
      .where('id', '>', after)
      .where('payload', 'is not', null)
      .orderBy('id')
      .limit(PAYLOADS_PER_SLICE)
      .execute();
    for (const { agency_key, sid, payload } of rows)
      if (agency_key !== null && sid !== null && isOfBuyer(payload, keys))
        yield { agency_key, sid, at: parseMoment(payload) };
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

function parseMoment(payload: string | null): number | null {
  const parsed = z.safeParse(z.looseObject({ Momento: z.string() }), parseJsonBody(payload));
  const at = Date.parse(parsed.data?.Momento ?? '');
  return Number.isNaN(at) ? null : at;
}

function isOfBuyer(payload: string | null, { phone, mail, document }: BuyerKeys): boolean {
  const parsed = z.safeParse(PayloadSchema, parseJsonBody(payload));
  if (!parsed.success) return false;
  const { Telefono, Email, DocIdentidad } = parsed.data.Interesado;
  const columns = toBuyerColumns({ phone: Telefono, mail: Email, document: DocIdentidad });
  return (
    (phone !== undefined && columns.phone_key === phone) ||
    (mail !== undefined && columns.mail_key === mail) ||
    (document !== undefined && columns.document_key === document)
  );
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

/** Candidates for a phone number or document inside a text. */
const NUMBERS = /\+?\d[\d\s().-]{4,}\d/g;

/** Tells whether a text names a buyer by phone, mail or document, however it is written. */
export function createBuyerMatcher({ phone, mail, document }: BuyerKeys): (text: string) => boolean {
  return (text) => {
    if (mail !== undefined && fold(text).includes(mail)) return true;
    if (phone === undefined && document === undefined) return false;
    return (text.match(NUMBERS) ?? []).some((number) => {
      const columns = toBuyerColumns({ phone: number, document: number });
      return (
        (phone !== undefined && columns.phone_key === phone) ||
        (document !== undefined && columns.document_key === document)
      );
    });
  };
}
