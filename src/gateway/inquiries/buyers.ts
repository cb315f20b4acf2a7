import type { Kysely } from 'kysely';
import type { BUYER_REASONS } from '#contract/desk/inquiries.ts';
import { type Scope, isInScope } from './scope.ts';
import type { InquiryTables } from './store.ts';

// Who asked before: inquiries with the same phone, mail or document.

type Reason = (typeof BUYER_REASONS)[number];

const KEYS = { phone: 'phone_key', mail: 'mail_key', document: 'document_key' } as const;
const REASONS = Object.keys(KEYS) as Reason[];

const MOST = 50;

export interface BuyerInquiries {
  agency_key: string;
  sid: string;
  data: string;
  reasons: Reason[];
}

/** Other inquiries of the buyer of one, of those that a person may know of; undefined: there is no such inquiry. */
export async function fetchBuyerInquiries(
  db: Kysely<InquiryTables>,
  scope: Scope,
  { agency_key, sid }: { agency_key: string; sid: string },
): Promise<BuyerInquiries[] | undefined> {
  const buyer = await db
    .selectFrom('inquiry as i')
    .select(['number', 'phone_key', 'mail_key', 'document_key'])
    .where('agency_key', '=', agency_key)
    .where('sid', '=', sid)
    .where(isInScope(scope))
    .executeTakeFirst();
  if (!buyer) return undefined;
  const known = REASONS.filter((reason) => buyer[KEYS[reason]] !== null);
  if (known.length === 0) return [];
  const rows = await db
    .selectFrom('inquiry as i')
    .select(['agency_key', 'sid', 'data', 'phone_key', 'mail_key', 'document_key'])
    .where((eb) => eb.or(known.map((reason) => eb(`i.${KEYS[reason]}`, '=', buyer[KEYS[reason]]))))
    .where('number', '!=', buyer.number)
    .where('gone_at', 'is', null)
    .where(isInScope(scope))
    .orderBy('at', 'desc')
    .orderBy('sid')
    .limit(MOST)
    .execute();
  return rows.map((row) => ({
    agency_key: row.agency_key,
    sid: row.sid,
    data: row.data,
    reasons: known.filter((reason) => row[KEYS[reason]] === buyer[KEYS[reason]]),
  }));
}

/** Which of some inquiries are of buyers who asked before. */
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
        REASONS.map((reason) =>
          eb.exists(
            eb
              .selectFrom('inquiry as i')
              .select('i.number')
              .whereRef(`i.${KEYS[reason]}`, '=', `later.${KEYS[reason]}`)
              .whereRef('i.at', '<', 'later.at')
              .where('i.gone_at', 'is', null)
              .where(isInScope(scope)),
          ),
        ),
      ),
    )
    .execute();
  return new Set(rows.map(({ number }) => number));
}
