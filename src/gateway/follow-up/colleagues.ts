import type { Kysely, QueryCreator } from 'kysely';
import { COLLEAGUES_PAGE, type Colleagues, type ColleaguesQuery } from '#contract/desk/follow-up.ts';
import { columnContains } from '#database/text-search.ts';
import { type PeopleTables, mailKey, nameKey, selectPeopleOfAgency } from '#gateway/people/store.ts';

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
