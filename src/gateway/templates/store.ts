import type { Generated, Kysely, Selectable } from 'kysely';
import { ulid } from 'ulid';
import type { EditTemplate, Template, WriteTemplate } from '#contract/desk/follow-up.ts';
import type { PeopleTables, Person } from '#gateway/people/store.ts';
import { refusal } from '#gateway/problems.ts';

interface TemplateTable {
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

/** The person's own templates and the shared ones, by name. */
export async function templatesFor(db: Kysely<Tables>, person: Person): Promise<Template[]> {
  const rows = await db
    .selectFrom('template')
    .innerJoin('person', 'person.id', 'template.person_id')
    .selectAll('template')
    .select('person.name as by')
    .where((eb) => eb.or([eb('template.person_id', '=', person.id), eb('template.shared', '=', 1)]))
    .orderBy('template.id')
    .execute();
  const order = new Intl.Collator('es');
  return rows.map((row) => shown(row, row.by, person)).toSorted((a, b) => order.compare(a.name, b.name));
}

export async function addTemplate(
  db: Kysely<Tables>,
  person: Person,
  template: WriteTemplate,
  now: number,
): Promise<Template> {
  const row = await db
    .insertInto('template')
    .values({ ...template, shared: template.shared ? 1 : 0, id: ulid(now), person_id: person.id })
    .returningAll()
    .executeTakeFirstOrThrow();
  return shown(row, person.name, person);
}

/**
 * @throws ProblemError `not-found` where the person may not change it, `changed-meanwhile`
 */
export async function editTemplate(
  db: Kysely<Tables>,
  person: Person,
  id: string,
  { version, ...template }: EditTemplate,
): Promise<Template> {
  await mustEdit(db, person, id);
  const row = await db
    .updateTable('template')
    .set({ ...template, shared: template.shared ? 1 : 0, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw refusal('changed-meanwhile');
  const { name } = await db
    .selectFrom('person')
    .select('name')
    .where('id', '=', row.person_id)
    .executeTakeFirstOrThrow();
  return shown(row, name, person);
}

/** @throws ProblemError `not-found` where the person may not change it */
export async function deleteTemplate(db: Kysely<Tables>, person: Person, id: string): Promise<void> {
  await mustEdit(db, person, id);
  await db.deleteFrom('template').where('id', '=', id).execute();
}

async function mustEdit(db: Kysely<Tables>, person: Person, id: string): Promise<void> {
  const row = await db.selectFrom('template').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row || !mayEdit(row, person)) throw refusal('not-found');
}

/** Who made it, and partner admins what is shared. */
function mayEdit(
  { person_id, shared }: Pick<Selectable<TemplateTable>, 'person_id' | 'shared'>,
  person: Person,
) {
  return person_id === person.id || (shared === 1 && person.role === 'partner');
}

function shown(row: Selectable<TemplateTable>, by: string, person: Person): Template {
  const { id, name, subject, text, version } = row;
  return {
    id,
    name,
    subject,
    text,
    shared: row.shared === 1,
    by: { id: row.person_id, name: by },
    mayEdit: mayEdit(row, person),
    version,
  };
}
