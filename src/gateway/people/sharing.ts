import type { QueryCreator } from 'kysely';
import { countRows } from '#database/count-rows.ts';
import { createProblem } from '#gateway/problems.ts';
import type { PeopleTables, Person } from './store.ts';

/** Columns that templates and views have in common. */
interface SavedItem {
  person_id: string;
  shared: 0 | 1;
}

interface SavedTables {
  template: SavedItem;
  view: SavedItem;
}

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
const MAX_SAVED = 60;

/** Selects the ids of people whose shared items count towards the same `MAX_SAVED` as a person's. */
function selectSharersInQuota(db: QueryCreator<PeopleTables>, person: Pick<Person, 'id' | 'role'>) {
  if (person.role === 'seller') return selectSharers(db, person);
  return db.selectFrom('person').select('person.id').where('person.role', '=', 'partner');
}

/** @throws ProblemError `too-many-saved` when the person has as many own, or shared, templates or views as allowed */
export async function assertCapacity(
  db: QueryCreator<PeopleTables & SavedTables>,
  table: keyof SavedTables,
  person: Person,
  shared: boolean,
): Promise<void> {
  const saved = db
    .selectFrom(table)
    .where('shared', '=', shared ? 1 : 0)
    .where('person_id', 'in', shared ? selectSharersInQuota(db, person) : [person.id]);
  if ((await countRows(saved)) >= MAX_SAVED) throw createProblem('too-many-saved');
}

/** Authors may edit their own templates and views, partner admins also shared ones. */
export function canEdit({ person_id, shared }: SavedItem, person: Person): boolean {
  return person_id === person.id || (shared === 1 && person.role === 'partner');
}
