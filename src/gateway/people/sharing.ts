import type { QueryCreator } from 'kysely';
import type { PeopleTables, Person } from './store.ts';

/**
 * Ids of those whose shared things a seller has too, as a part of a query: who has an agency with them, as agencies are
 * strangers to one another, and partner admins.
 */
export function sharersFor(db: QueryCreator<PeopleTables>, { id }: Pick<Person, 'id'>) {
  return db
    .selectFrom('person')
    .select('person.id')
    .where((eb) =>
      eb.or([
        eb('person.role', '=', 'partner'),
        eb.exists(
          eb
            .selectFrom('person_agency as theirs')
            .innerJoin('person_agency as own', 'own.admin_mail', 'theirs.admin_mail')
            .select('own.person_id')
            .whereRef('theirs.person_id', '=', 'person.id')
            .where('own.person_id', '=', id),
        ),
      ]),
    );
}
