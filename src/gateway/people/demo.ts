import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import { ROLES, type Role } from '#contract/desk/sessions.ts';
import { newPassword } from './passwords.ts';
import { type NewPerson, type PeopleTables, anyPerson, createPeople } from './store.ts';

export type DemoPerson = Omit<NewPerson, 'agencies'>;

const Line = z.tuple([z.enum(ROLES), z.string(), z.string(), z.string()]);

/**
 * One person for each role, made when the database has nobody; their passwords are kept in `demo-people.txt`
 * (mode 600), from where later starts read them. The seller is bound to `agency`, and left out without one.
 */
export async function demoPeople(
  db: Kysely<PeopleTables>,
  { dataDir, agency, now }: { dataDir: string; agency: string | undefined; now: number },
): Promise<DemoPerson[] | undefined> {
  const file = join(dataDir, 'demo-people.txt');
  if (await anyPerson(db)) return read(file);
  const people = [
    ...(agency === undefined ? [] : [demoPerson('vendedora', 'seller', 'Valeria Sosa', [agency])]),
    demoPerson('socia', 'partner', 'Paula Ferreyra'),
    demoPerson('soporte', 'support', 'Simón Aguirre'),
  ];
  write(file, people);
  await createPeople(db, people, now);
  return people;
}

function demoPerson(mailbox: string, role: Role, name: string, agencies: string[] = []): NewPerson {
  return { mail: `${mailbox}@vitrina.example`, password: newPassword(), role, name, agencies };
}

function write(file: string, people: readonly DemoPerson[]): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // Mode is given at creation only: a file that is already there could be readable by others.
  rmSync(file, { force: true });
  const lines = people.map(({ role, mail, password, name }) => [role, mail, password, name].join('\t'));
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 });
}

function read(file: string): DemoPerson[] | undefined {
  try {
    return readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => Line.parse(line.split('\t')))
      .map(([role, mail, password, name]) => ({ role, mail, password, name }));
  } catch {
    // Removed or edited by hand: the people are there, only nobody can be told their passwords.
    return undefined;
  }
}
