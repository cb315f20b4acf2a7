import type { QueryCreator } from 'kysely';
import type { Colleagues } from '#contract/desk/follow-up.ts';
import { type PeopleTables, mailKey } from '#gateway/people/store.ts';

/**
 * Who may see an inquiry of an agency and work on it, by name; nobody who is disabled or has not accepted yet. Sellers
 * who are shown their own inquiries only are there when it is theirs.
 */
// decided: support reads follow-up, and so is handed nothing.
export async function colleaguesFor(
  db: QueryCreator<PeopleTables>,
  adminMail: string,
  operator: string | null,
): Promise<Colleagues['colleagues']> {
  const agency = mailKey(adminMail);
  const seeingAll = new Set([agency, ...(operator === null ? [] : [mailKey(operator.trim())])]);
  const rows = await db
    .selectFrom('person')
    .leftJoin('person_agency', (join) =>
      join.onRef('person_id', '=', 'person.id').on('admin_mail', '=', agency),
    )
    .select(['id', 'name', 'mail', 'role', 'own_inquiries_only'])
    .where('disabled_at', 'is', null)
    .where('accepted_at', 'is not', null)
    .where('role', 'in', ['seller', 'partner'])
    .execute();
  const order = new Intl.Collator('es');
  return rows
    .filter(
      ({ role, mail, own_inquiries_only: own }) =>
        role === 'partner' || (own !== null && (own === 0 || seeingAll.has(mail))),
    )
    .map(({ id, name }) => ({ id, name }))
    .toSorted((a, b) => order.compare(a.name, b.name));
}
