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

/** How many a person keeps, and how many are shared with one. */
// decided: more than a list of them is read for.
export const MOST_SAVED = 60;

/** Ids of those whose shared things count together with a person's: what a seller beside them is shown, or everybody. */
export function sharersBeside(db: QueryCreator<PeopleTables>, person: Pick<Person, 'id' | 'role'>) {
  if (person.role === 'seller') return sharersFor(db, person);
  return db.selectFrom('person').select('person.id').where('person.role', '=', 'partner');
}
