import { type Kysely, type QueryCreator, sql } from 'kysely';
import { COLLEAGUES_PAGE, type Colleagues, type ColleaguesQuery } from '#contract/desk/follow-up.ts';
import { columnContains } from '#database/text-search.ts';
import type { InquiryTables } from '#gateway/inquiries/tables.ts';
import { type PeopleTables, mailKey, nameKey, selectPeopleOfAgency } from '#gateway/people/store.ts';
import type { InquiryRef } from './store.ts';

/** Active people who may work on an inquiry, sorted by name: the first ones, and whether there are more. */
export async function fetchColleagues(
  db: Kysely<PeopleTables>,
  adminMail: string,
  { operador, q = '' }: ColleaguesQuery,
): Promise<Colleagues> {
  const part = nameKey(q);
  const found = await selectColleagues(db, adminMail, operador ?? null)
    .$if(part !== '', (query) => query.where((eb) => columnContains(eb.ref('name_key'), part)))
    .orderBy('name_key')
    .orderBy('id')
    .limit(COLLEAGUES_PAGE + 1)
    .execute();
  return { colleagues: found.slice(0, COLLEAGUES_PAGE), more: found.length > COLLEAGUES_PAGE };
}

/** The person if they may work on an inquiry. */
export function findColleague(
  db: QueryCreator<PeopleTables>,
  { adminMail, operator }: { adminMail: string; operator: string | null },
  id: string,
): Promise<Colleagues['colleagues'][number] | undefined> {
  return selectColleagues(db, adminMail, operator).where('person.id', '=', id).executeTakeFirst();
}

/**
 * The seller of an inquiry: its operator, else its owner, else the one with the fewest open inquiries of the agency;
 * undefined: the agency has none. A second call after the inquiry was handed over finds the same person.
 */
export async function findSeller(
  db: Kysely<PeopleTables & InquiryTables>,
  { adminMail, sid, operator }: InquiryRef,
): Promise<string | undefined> {
  const agency_key = mailKey(adminMail);
  const sellers = await selectColleagues(db, adminMail, operator)
    .select('mail')
    .where('role', '=', 'seller')
    .orderBy('id')
    .execute();
  const open = await db
    .selectFrom('inquiry')
    .select(({ fn }) => ['claimed_by', fn.countAll<number>().as('count')])
    .select(sql<number>`max(case when sid = ${sid.toUpperCase()} then 1 else 0 end)`.as('isOwner'))
    .where((eb) => eb.and({ agency_key }))
    .where('claimed_by', 'in', [...sellers.map(({ id }) => id), ''])
    .where('status', 'not in', ['won', 'lost'])
    .groupBy('claimed_by')
    .execute();
  const counts = new Map(open.map(({ claimed_by, ...row }) => [claimed_by, row]));
  const rank = ({ id, mail }: (typeof sellers)[number]) => {
    const { count = 0, isOwner = 0 } = counts.get(id) ?? {};
    if (mail === operator) return -2;
    return isOwner ? -1 : count;
  };
  return sellers.toSorted((a, b) => rank(a) - rank(b))[0]?.id;
}

/**
 * Partners and the sellers of the agency. Sellers limited to their own inquiries are included if they are its operator.
 */
// decided: support only reads follow-up, so inquiries cannot be handed over to them.
function selectColleagues(db: QueryCreator<PeopleTables>, adminMail: string, operator: string | null) {
  const unlimitedMails = [mailKey(adminMail), ...(operator === null ? [] : [mailKey(operator.trim())])];
  return selectPeopleOfAgency(db, adminMail)
    .select(['id', 'name'])
    .where((eb) =>
      eb.or([eb('role', '=', 'partner'), eb('own_inquiries_only', '=', 0), eb('mail', 'in', unlimitedMails)]),
    );
}
