import type { Generated, Kysely, Selectable } from 'kysely';
import type { EditTemplate, Template, WriteTemplate } from '#contract/desk/templates.ts';
import { MOST_SAVED, sharersBeside, sharersFor } from '#gateway/people/sharing.ts';
import type { PeopleTables, Person } from '#gateway/people/store.ts';
import { refusal } from '#gateway/problems.ts';

interface TemplateTable {
  /** Made by the browser. */
  id: string;
  person_id: string;
  name: string;
  subject: string;
  text: string;
  shared: 0 | 1;
  version: Generated<number>;
}

export interface TemplateTables {
  template: TemplateTable;
}

type Tables = TemplateTables & PeopleTables;
type TemplateRow = Selectable<TemplateTable> & { by: string };

/** The person's own templates and those shared with them, by name. */
export async function templatesFor(db: Kysely<Tables>, person: Person): Promise<Template[]> {
  const rows = await withAuthor(db)
    .where((eb) =>
      eb.or([
        eb('template.person_id', '=', person.id),
        eb.and([
          eb('template.shared', '=', 1),
          ...(person.role === 'seller' ? [eb('template.person_id', 'in', sharersFor(db, person))] : []),
        ]),
      ]),
    )
    .orderBy('template.id')
    .execute();
  const order = new Intl.Collator('es');
  return rows.map((row) => shown(row, person)).toSorted((a, b) => order.compare(a.name, b.name));
}

/**
 * The same id again makes no other.
 * @throws ProblemError `too-many-saved`, `changed-meanwhile` where somebody else has the id
 */
export async function addTemplate(
  db: Kysely<Tables>,
  person: Person,
  template: WriteTemplate,
): Promise<Template> {
  if (!(await rowOf(db, template.id))) await mustHaveRoom(db, person, template.shared);
  await db
    .insertInto('template')
    .values({ ...template, shared: template.shared ? 1 : 0, person_id: person.id })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  const row = await rowOf(db, template.id);
  if (row?.person_id !== person.id) throw refusal('changed-meanwhile');
  return shown(row, person);
}

/**
 * @throws ProblemError `not-found` where the person may not change it, `changed-meanwhile`, `too-many-saved`
 */
export async function editTemplate(
  db: Kysely<Tables>,
  person: Person,
  id: string,
  { version, ...template }: EditTemplate,
): Promise<Template> {
  const values = { ...template, shared: template.shared ? (1 as const) : (0 as const), version: version + 1 };
  const former = await mustEdit(db, person, id);
  if ((former.shared === 1) !== template.shared) await mustHaveRoom(db, person, template.shared);
  await db.updateTable('template').set(values).where('id', '=', id).where('version', '=', version).execute();
  const row = await rowOf(db, id);
  if (!row) throw refusal('not-found');
  // A repeat finds what it wrote.
  if (Object.entries(values).some(([name, value]) => row[name as keyof TemplateRow] !== value))
    throw refusal('changed-meanwhile');
  return shown(row, person);
}

/** @throws ProblemError `not-found` where the person may not change it */
export async function deleteTemplate(db: Kysely<Tables>, person: Person, id: string): Promise<void> {
  await mustEdit(db, person, id);
  await db.deleteFrom('template').where('id', '=', id).execute();
}

async function mustEdit(db: Kysely<Tables>, person: Person, id: string): Promise<TemplateRow> {
  const row = await rowOf(db, id);
  if (!row || !mayEdit(row, person)) throw refusal('not-found');
  return row;
}

/** @throws ProblemError `too-many-saved` */
async function mustHaveRoom(db: Kysely<Tables>, person: Person, shared: boolean): Promise<void> {
  const { count } = await db
    .selectFrom('template')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('shared', '=', shared ? 1 : 0)
    .where('person_id', 'in', shared ? sharersBeside(db, person) : [person.id])
    .executeTakeFirstOrThrow();
  if (count >= MOST_SAVED) throw refusal('too-many-saved');
}

function withAuthor(db: Kysely<Tables>) {
  return db
    .selectFrom('template')
    .innerJoin('person', 'person.id', 'template.person_id')
    .selectAll('template')
    .select('person.name as by');
}

function rowOf(db: Kysely<Tables>, id: string): Promise<TemplateRow | undefined> {
  return withAuthor(db).where('template.id', '=', id).executeTakeFirst();
}

/** Who made it, and partner admins what is shared. */
function mayEdit({ person_id, shared }: Pick<TemplateRow, 'person_id' | 'shared'>, person: Person): boolean {
  return person_id === person.id || (shared === 1 && person.role === 'partner');
}

function shown(row: TemplateRow, person: Person): Template {
  const { id, name, subject, text, version } = row;
  return {
    id,
    name,
    subject,
    text,
    shared: row.shared === 1,
    by: { id: row.person_id, name: row.by },
    mayEdit: mayEdit(row, person),
    version,
  };
}
