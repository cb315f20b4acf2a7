import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import { ROLES, type Role } from '#contract/desk/sessions.ts';
import type { Stamp } from '#system/random.ts';
import { generatePassword } from './passwords.ts';
import { type NewPerson, type PeopleTables, createPeople, hasPeople } from './store.ts';

export type DemoPerson = Omit<NewPerson, 'agencies'>;

const LineSchema = z.tuple([z.enum(ROLES), z.string(), z.string(), z.string()]);

/**
 * Creates one person per role in an empty database and stores their passwords in `demo-people.txt` (mode 600); later
 * starts read that file. The seller works for `agency` and is omitted without one.
 */
export async function ensureDemoPeople(
  db: Kysely<PeopleTables>,
  { dataDir, agency, ...stamp }: Stamp & { dataDir: string; agency: string | undefined },
): Promise<DemoPerson[] | undefined> {
  const file = join(dataDir, 'demo-people.txt');
  if (await hasPeople(db)) return readPeople(file);
  const people = [
    ...(agency === undefined
      ? []
      : [buildDemoPerson(stamp, 'vendedora', 'seller', 'Valeria Sosa', [agency])]),
    buildDemoPerson(stamp, 'socia', 'partner', 'Paula Ferreyra'),
    buildDemoPerson(stamp, 'soporte', 'support', 'Simón Aguirre'),
  ];
  writePeople(file, people);
  await createPeople(db, people, stamp);
  return people;
}

function buildDemoPerson(
  { random }: Stamp,
  mailbox: string,
  role: Role,
  name: string,
  agencies: string[] = [],
): NewPerson {
  return {
    mail: `${mailbox}@vitrina.example`,
    password: generatePassword(random),
    role,
    name,
    agencies,
  };
}

function writePeople(file: string, people: readonly DemoPerson[]): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // `mode` applies only to new files: an existing one could be readable by others.
  rmSync(file, { force: true });
  const lines = people.map(({ role, mail, password, name }) => [role, mail, password, name].join('\t'));
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 });
}

function readPeople(file: string): DemoPerson[] | undefined {
  try {
    return readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => LineSchema.parse(line.split('\t')))
      .map(([role, mail, password, name]) => ({ role, mail, password, name }));
  } catch {
    // Deleted or edited by hand: the people exist, but their passwords cannot be shown.
    return undefined;
  }
}
