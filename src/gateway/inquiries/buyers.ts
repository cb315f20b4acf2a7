import { type Expression, type Kysely, type SqlBool, expressionBuilder } from 'kysely';
import type { BUYER_REASONS } from '#contract/desk/inquiries.ts';
import { type Scope, isInScope } from './scope.ts';
import type { InquiryTable, InquiryTables } from './tables.ts';

// Repeat buyers: inquiries with the same phone, mail or document.

export type BuyerReason = (typeof BUYER_REASONS)[number];

const BUYER_KEY_COLUMNS = { phone: 'phone_key', mail: 'mail_key', document: 'document_key' } as const;
const MATCHED_BUYER_REASONS = Object.keys(BUYER_KEY_COLUMNS) as BuyerReason[];

/** Normalized keys that identify a buyer, and the number of one of their inquiries. */
export type BuyerKeys = Readonly<Partial<Record<BuyerReason, string>> & { number?: number }>;

/** Condition: the inquiry `i` is the buyer's. */
export function buyerCondition(keys: BuyerKeys): Expression<SqlBool> {
  const eb = expressionBuilder<InquiryTables & { i: InquiryTable }, 'i'>();
  return eb.or([
    ...MATCHED_BUYER_REASONS.flatMap((reason) =>
      keys[reason] ? [eb(`i.${BUYER_KEY_COLUMNS[reason]}`, '=', keys[reason])] : [],
    ),
    ...(keys.number === undefined ? [] : [eb('i.number', '=', keys.number)]),
  ]);
}

/** Returns true if normalized values have one of the buyer's keys, as `buyerCondition` finds them. */
export const isBuyer = (
  keys: BuyerKeys,
  columns: Pick<InquiryTable, (typeof BUYER_KEY_COLUMNS)[BuyerReason]>,
): boolean =>
  MATCHED_BUYER_REASONS.some(
    (reason) => keys[reason] !== undefined && columns[BUYER_KEY_COLUMNS[reason]] === keys[reason],
  );

/** Tells whether a text names a buyer. */
export type NamesBuyer = (text: string) => boolean;

/** Keys of the buyer of an inquiry; undefined: no such inquiry in the scope. */
export async function fetchBuyerKeys(
  db: Kysely<InquiryTables>,
  scope: Scope,
  { agency_key, sid }: { agency_key: string; sid: string },
): Promise<(BuyerKeys & { number: number }) | undefined> {
  const buyer = await db
    .selectFrom('inquiry as i')
    .select(['number', 'phone_key', 'mail_key', 'document_key'])
    .where((eb) => eb.and({ agency_key, sid }))
    .where(isInScope(db, scope))
    .executeTakeFirst();
  if (!buyer) return undefined;
  const { number, phone_key: phone, mail_key: mail, document_key: document } = buyer;
  return { number, ...(phone && { phone }), ...(mail && { mail }), ...(document && { document }) };
}

const MAX_INQUIRIES = 50;

export interface BuyerInquiry {
  number: number;
  agency_key: string;
  sid: string;
  data: string;
  reasons: BuyerReason[];
}

/** Other inquiries of an inquiry's buyer within the scope; undefined: no such inquiry. */
export async function fetchBuyerInquiries(
  db: Kysely<InquiryTables>,
  scope: Scope,
  { agency_key, sid }: { agency_key: string; sid: string },
): Promise<BuyerInquiry[] | undefined> {
  const buyer = await fetchBuyerKeys(db, scope, { agency_key, sid });
  if (!buyer) return undefined;
  const rows = await db
    .selectFrom('inquiry as i')
    .select(['number', 'agency_key', 'sid', 'data', 'phone_key', 'mail_key', 'document_key'])
    .where(buyerCondition(buyer))
    .where('number', '!=', buyer.number)
    .where('gone_at', 'is', null)
    .where(isInScope(db, scope))
    .orderBy('at', 'desc')
    .orderBy('sid')
    .limit(MAX_INQUIRIES)
    .execute();
  return rows.map((row) => ({
    number: row.number,
    agency_key: row.agency_key,
    sid: row.sid,
    data: row.data,
    reasons: MATCHED_BUYER_REASONS.filter(
      (reason) => buyer[reason] !== undefined && row[BUYER_KEY_COLUMNS[reason]] === buyer[reason],
    ),
  }));
}

/** The inquiries, by number, whose buyer has an earlier one. */
export async function findRepeatBuyers(
  db: Kysely<InquiryTables>,
  scope: Scope,
  numbers: readonly number[],
): Promise<Set<number>> {
  if (numbers.length === 0) return new Set();
  const rows = await db
    .selectFrom('inquiry as later')
    .select('later.number')
    .where('later.number', 'in', numbers)
    .where((eb) =>
      eb.or(
        MATCHED_BUYER_REASONS.map((reason) =>
          eb.exists(
            eb
              .selectFrom('inquiry as i')
              .select('i.number')
              .whereRef(`i.${BUYER_KEY_COLUMNS[reason]}`, '=', `later.${BUYER_KEY_COLUMNS[reason]}`)
              .whereRef('i.at', '<', 'later.at')
              .where('i.gone_at', 'is', null)
              .where(isInScope(db, scope)),
          ),
        ),
      ),
    )
    .execute();
  return new Set(rows.map(({ number }) => number));
}
