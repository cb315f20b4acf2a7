import type { QueryCreator } from 'kysely';
import type { Colleagues } from '#contract/desk/follow-up.ts';
import { type PeopleTables, mailKey } from '#gateway/people/store.ts';

/**
 * Active people who may work on an inquiry, sorted by name. Sellers limited to their own inquiries are included if they
 * are its operator.
 */
// decided: support only reads follow-up, so inquiries cannot be handed over to them.
export async function fetchColleagues(
  db: QueryCreator<PeopleTables>,
  adminMail: string,
  operator: string | null,
): Promise<Colleagues['colleagues']> {
  const agency = mailKey(adminMail);
  const unlimitedMails = new Set([agency, ...(operator === null ? [] : [mailKey(operator.trim())])]);
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
  const collator = new Intl.Collator('es');
  return rows
    .filter(
      ({ role, mail, own_inquiries_only: isLimited }) =>
        role === 'partner' || (isLimited !== null && (isLimited === 0 || unlimitedMails.has(mail))),
    )
    .map(({ id, name }) => ({ id, name }))
    .toSorted((a, b) => collator.compare(a.name, b.name));
}
