import type { QueryCreator } from 'kysely';
import type { PeopleTables, Person } from './store.ts';

/**
 * Selects the ids of people whose shared templates and views a seller sees: partners, and sellers with a common agency.
 * Agencies are isolated from each other.
 */
export function selectSharers(db: QueryCreator<PeopleTables>, { id }: Pick<Person, 'id'>) {
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

/** Maximum of own and of shared templates or views per person. */
// decided: beyond any list that people still read.
export const MAX_SAVED = 60;

/** Selects the ids of people whose shared items count towards the same `MAX_SAVED` as a person's. */
export function selectSharersInQuota(db: QueryCreator<PeopleTables>, person: Pick<Person, 'id' | 'role'>) {
  if (person.role === 'seller') return selectSharers(db, person);
  return db.selectFrom('person').select('person.id').where('person.role', '=', 'partner');
}
