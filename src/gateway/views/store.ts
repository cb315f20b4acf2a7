import type { Generated, Kysely, Selectable } from 'kysely';
import type { EditView, View, WriteView } from '#contract/desk/views.ts';
import { MOST_SAVED, sharersBeside, sharersFor } from '#gateway/people/sharing.ts';
import { type PeopleTables, type Person, mailKey } from '#gateway/people/store.ts';
import { refusal } from '#gateway/problems.ts';

interface ViewTable {
  /** Made by the browser. */
  id: string;
  person_id: string;
  name: string;
  search: string;
  shared: 0 | 1;
  version: Generated<number>;
}

export interface ViewTables {
  view: ViewTable;
  /** Each pins for themselves. */
  pinned_view: { person_id: string; view_id: string };
}

type Tables = ViewTables & PeopleTables;
type ViewRow = Selectable<ViewTable> & { by: string; pinned_by: string | null };

/** The person's own views and those shared with them, by name. */
export async function viewsFor(db: Kysely<Tables>, person: Person): Promise<View[]> {
  const rows = await visible(db, person).orderBy('view.id').execute();
  const order = new Intl.Collator('es');
  return rows
    .filter((row) => mayKnow(row, person))
    .map((row) => shown(row, person))
    .toSorted((a, b) => order.compare(a.name, b.name));
}

/**
 * The same id again makes no other.
 * @throws ProblemError `too-many-saved`, `changed-meanwhile` where somebody else has the id, `forbidden` where the person
 * shares nothing
 */
export async function addView(db: Kysely<Tables>, person: Person, view: WriteView): Promise<View> {
  mustShare(person, view.shared);
  if (!(await rowOf(db, person, view.id))) await mustHaveRoom(db, person, view.shared);
  await db
    .insertInto('view')
    .values({ ...view, shared: view.shared ? 1 : 0, person_id: person.id })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  const row = await rowOf(db, person, view.id);
  if (row?.person_id !== person.id) throw refusal('changed-meanwhile');
  return shown(row, person);
}

/**
 * @throws ProblemError `not-found` where the person may not change it, `changed-meanwhile`, `too-many-saved`, `forbidden`
 * where the person shares nothing
 */
export async function editView(
  db: Kysely<Tables>,
  person: Person,
  id: string,
  { version, ...view }: EditView,
): Promise<View> {
  mustShare(person, view.shared);
  const former = await mustEdit(db, person, id);
  if ((former.shared === 1) !== view.shared) await mustHaveRoom(db, person, view.shared);
  const values = { ...view, shared: view.shared ? (1 as const) : (0 as const), version: version + 1 };
  await db.updateTable('view').set(values).where('id', '=', id).where('version', '=', version).execute();
  const row = await rowOf(db, person, id);
  if (!row) throw refusal('not-found');
  // A repeat finds what it wrote.
  if (Object.entries(values).some(([name, value]) => row[name as keyof ViewRow] !== value))
    throw refusal('changed-meanwhile');
  return shown(row, person);
}

/** @throws ProblemError `not-found` where the person does not have it */
export async function pinView(
  db: Kysely<Tables>,
  person: Person,
  id: string,
  pinned: boolean,
): Promise<View> {
  const one = async () => {
    const row = await visible(db, person).where('view.id', '=', id).executeTakeFirst();
    return row && mayKnow(row, person) ? row : undefined;
  };
  if (!(await one())) throw refusal('not-found');
  if (pinned)
    await db
      .insertInto('pinned_view')
      .values({ person_id: person.id, view_id: id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  else
    await db.deleteFrom('pinned_view').where('person_id', '=', person.id).where('view_id', '=', id).execute();
  const row = await one();
  if (!row) throw refusal('not-found');
  return shown(row, person);
}

/** @throws ProblemError `not-found` where the person may not change it */
export async function deleteView(db: Kysely<Tables>, person: Person, id: string): Promise<void> {
  await mustEdit(db, person, id);
  await db.deleteFrom('view').where('id', '=', id).execute();
}

/** As with templates, support shares nothing. */
function mustShare({ role }: Person, shared: boolean): void {
  if (shared && role === 'support') throw refusal('forbidden');
}

async function mustEdit(db: Kysely<Tables>, person: Person, id: string): Promise<ViewRow> {
  const row = await rowOf(db, person, id);
  if (!row || !mayEdit(row, person)) throw refusal('not-found');
  return row;
}

/** @throws ProblemError `too-many-saved` */
async function mustHaveRoom(db: Kysely<Tables>, person: Person, shared: boolean): Promise<void> {
  const { count } = await db
    .selectFrom('view')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('shared', '=', shared ? 1 : 0)
    .where('person_id', 'in', shared ? sharersBeside(db, person) : [person.id])
    .executeTakeFirstOrThrow();
  if (count >= MOST_SAVED) throw refusal('too-many-saved');
}

/** With whether the person pinned it. */
function withAuthor(db: Kysely<Tables>, { id }: Person) {
  return db
    .selectFrom('view')
    .innerJoin('person', 'person.id', 'view.person_id')
    .leftJoin('pinned_view', (join) =>
      join.onRef('pinned_view.view_id', '=', 'view.id').on('pinned_view.person_id', '=', id),
    )
    .selectAll('view')
    .select(['person.name as by', 'pinned_view.person_id as pinned_by']);
}

function visible(db: Kysely<Tables>, person: Person) {
  return withAuthor(db, person).where((eb) =>
    eb.or([
      eb('view.person_id', '=', person.id),
      eb.and([
        eb('view.shared', '=', 1),
        ...(person.role === 'seller' ? [eb('view.person_id', 'in', sharersFor(db, person))] : []),
      ]),
    ]),
  );
}

/** To a seller nobody's view names an agency that is not theirs; their own says what they know. */
function mayKnow({ person_id, search }: ViewRow, { id, role, agencies }: Person): boolean {
  if (role !== 'seller' || person_id === id) return true;
  const named = new URLSearchParams(search).getAll('agencia');
  return named.every((mail) => agencies?.includes(mailKey(mail.trim())));
}

function rowOf(db: Kysely<Tables>, person: Person, id: string): Promise<ViewRow | undefined> {
  return withAuthor(db, person).where('view.id', '=', id).executeTakeFirst();
}

/** Who made it, and partner admins what is shared. */
function mayEdit({ person_id, shared }: Pick<ViewRow, 'person_id' | 'shared'>, person: Person): boolean {
  return person_id === person.id || (shared === 1 && person.role === 'partner');
}

function shown(row: ViewRow, person: Person): View {
  const { id, name, search, version } = row;
  return {
    id,
    name,
    search,
    shared: row.shared === 1,
    pinned: row.pinned_by !== null,
    by: { id: row.person_id, name: row.by },
    mayEdit: mayEdit(row, person),
    version,
  };
}
