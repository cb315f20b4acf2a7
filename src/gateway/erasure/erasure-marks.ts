import { createHmac } from 'node:crypto';
import { type Kysely, type QueryCreator, type QueryExecutorProvider, sql } from 'kysely';
import { isPostgres } from '#database/database.ts';
import type { BuyerKeys, BuyerReason } from '#gateway/inquiries/buyers.ts';
import type { InquiryTable, InquiryTables } from '#gateway/inquiries/tables.ts';

// Marks of erasures. They are kept outside the rows of the index and win for ever over what the service sends again.

type Tables = InquiryTables;
type BuyerColumns = { [Name in 'phone_key' | 'mail_key' | 'document_key']?: string | null };

const ERASURE_LOCK = sql`hashtextextended('inquiry erasure', 0)`;

/**
 * No erasure happens until the transaction ends: what it reads of marks stays true. SQLite has one writer. Call it before
 * anything that is written because there is no mark.
 */
export async function holdErasures(transaction: QueryExecutorProvider): Promise<void> {
  if (isPostgres(transaction))
    await sql`select pg_advisory_xact_lock_shared(${ERASURE_LOCK})`.execute(transaction);
}

/** Waits for transactions that hold erasures, and keeps out others until this one ends. */
export async function lockErasures(transaction: QueryExecutorProvider): Promise<void> {
  if (isPostgres(transaction)) await sql`select pg_advisory_xact_lock(${ERASURE_LOCK})`.execute(transaction);
}

/** Keyed hashes of what identifies a buyer. */
export type HashBuyer = (columns: BuyerColumns) => string[];

export async function createBuyerHash(db: Kysely<Tables>): Promise<HashBuyer> {
  const { secret } = await db.selectFrom('erasure_secret').select('secret').executeTakeFirstOrThrow();
  const hash = (reason: BuyerReason, value: string | null | undefined) =>
    value === null || value === undefined
      ? []
      : [createHmac('sha256', secret).update(`${reason}\n${value}`).digest('base64url')];
  return ({ phone_key, mail_key, document_key }) => [
    ...hash('phone', phone_key),
    ...hash('mail', mail_key),
    ...hash('document', document_key),
  ];
}

/** Hashes of the keys of a buyer. */
export async function hashBuyerKeys(db: Kysely<Tables>, keys: BuyerKeys): Promise<string[]> {
  const hashBuyer = await createBuyerHash(db);
  const { phone = null, mail = null, document = null } = keys;
  return hashBuyer({ phone_key: phone, mail_key: mail, document_key: document });
}

export async function markInquiryErased(
  db: Kysely<Tables>,
  { agency_key, sid, momento }: Pick<InquiryTable, 'agency_key' | 'sid'> & { momento: number | null },
  at: number,
): Promise<void> {
  await db
    .insertInto('erased_inquiry')
    .values({ agency_key, sid, at, momento })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function markBuyerErased(db: Kysely<Tables>, hashes: readonly string[], at: number) {
  if (hashes.length > 0)
    await db
      .insertInto('erased_buyer')
      .values(hashes.map((key_hash) => ({ key_hash, at })))
      .onConflict((conflict) =>
        conflict.column('key_hash').doUpdateSet((eb) => ({
          at: eb.case().when('erased_buyer.at', '<', at).then(at).else(eb.ref('erased_buyer.at')).end(),
        })),
      )
      .execute();
}

/** Those of some inquiries of an agency that were erased. */
export async function findErasedSids(
  db: QueryCreator<Tables>,
  agency_key: string,
  sids: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('erased_inquiry')
    .select('sid')
    .where('agency_key', '=', agency_key)
    .where('sid', 'in', [...sids, ''])
    .execute();
  return new Set(rows.map(({ sid }) => sid));
}

/**
 * Sids of the inquiries whose buyer was erased after they were written. decided: later inquiries of the same buyer are
 * kept, since they are a new contact.
 */
export async function findErasedBuyers(
  db: Kysely<Tables>,
  inquiries: readonly (BuyerColumns & { sid: string; at: number })[],
): Promise<Set<string>> {
  if (inquiries.length === 0) return new Set();
  const hashBuyer = await createBuyerHash(db);
  const hashed = inquiries.map(({ sid, at, ...columns }) => ({ sid, at, hashes: hashBuyer(columns) }));
  const rows = await db
    .selectFrom('erased_buyer')
    .selectAll()
    .where('key_hash', 'in', [...new Set(hashed.flatMap(({ hashes }) => hashes)), ''])
    .execute();
  const erasedAt = new Map(rows.map(({ key_hash, at }) => [key_hash, at]));
  return new Set(
    hashed
      .filter(({ at, hashes }) => hashes.some((hash) => (erasedAt.get(hash) ?? -Infinity) >= at))
      .map(({ sid }) => sid),
  );
}
