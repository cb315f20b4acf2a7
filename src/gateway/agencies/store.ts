import type { Kysely } from 'kysely';
import type { AgencyPeople } from '#contract/desk/agencies.ts';
import { type PeopleTables, mailKey } from '#gateway/people/store.ts';

/** Who of the console is bound to an agency, by name; nobody who is disabled. */
export async function peopleOf(db: Kysely<PeopleTables>, adminMail: string): Promise<AgencyPeople['people']> {
  const rows = await db
    .selectFrom('person_agency')
    .innerJoin('person', 'person.id', 'person_agency.person_id')
    .select(['name', 'mail', 'role', 'own_inquiries_only'])
    .where('admin_mail', '=', mailKey(adminMail))
    .where('role', '=', 'seller')
    .where('disabled_at', 'is', null)
    .execute();
  const order = new Intl.Collator('es');
  return rows
    .map(({ name, mail, role, own_inquiries_only: own }) => ({
      name,
      mail,
      role,
      ownInquiriesOnly: own === 1,
    }))
    .toSorted((a, b) => order.compare(a.name, b.name));
}
