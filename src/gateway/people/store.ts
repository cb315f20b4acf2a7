import type { Generated, Kysely } from 'kysely';
import { ulid } from 'ulid';
import type { Role } from '#contract/desk/sessions.ts';
import { hashPassword, newPassword, passwordMatches } from './passwords.ts';

export interface PeopleTables {
  person: {
    id: string;
    mail: string;
    name: string;
    role: Role;
    password_hash: string;
    last_agency: string | null;
    created_at: number;
    disabled_at: number | null;
    /** When the invitation was accepted; null: it is pending, and `password_hash` is empty. */
    accepted_at: number | null;
    /** Encrypted: Base32 of the authenticator that holds, and of one that is being set up. */
    second_factor_secret: string | null;
    second_factor_next: string | null;
    /** The last step of 30 s whose code was used: none serves twice. */
    second_factor_step: number | null;
    /** Grows with each change of rights, name or state. */
    version: Generated<number>;
  };
  person_agency: { person_id: string; admin_mail: string; own_inquiries_only: Generated<0 | 1> };
  recovery_code: { person_id: string; code_hash: string };
}

/** Somebody who may use the console. */
export interface Person {
  id: string;
  mail: string;
  name: string;
  role: Role;
  /** Lower-case AdminMails the person is bound to; null: all of the app's. */
  agencies: readonly string[] | null;
  /** Those of them where only the person's own inquiries are shown. */
  ownInquiriesIn: readonly string[];
  lastAgency: string | null;
}

export class MailTaken extends Error {
  constructor(mail: string) {
    super(`There is already a person with the mail ${mail}.`);
    this.name = 'MailTaken';
  }
}

/**
 * The form in which mails are kept and compared (brief 4.1: case-insensitive). Only ASCII letters fold: another
 * alphabet's look-alike of a letter is another mail.
 */
export function mailKey(mail: string): string {
  return mail.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** The OperadorResponsable of an inquiry as a mail of somebody here; null: nobody, or what PostgreSQL takes for no text. */
export function operatorKey(operator: string | null): string | null {
  if (operator === null || operator.includes('\0') || !operator.isWellFormed()) return null;
  return mailKey(operator.trim());
}

/** Somebody to be made; the password is kept as its hash only. */
export interface NewPerson {
  mail: string;
  name: string;
  role: Role;
  agencies: readonly string[];
  password: string;
}

/**
 * Makes all of the people or none.
 * @throws MailTaken
 */
export async function createPeople(
  db: Kysely<PeopleTables>,
  people: readonly NewPerson[],
  now: number,
): Promise<void> {
  const hashed = await Promise.all(
    people.map(async (person) => ({ ...person, password_hash: await hashPassword(person.password) })),
  );
  await db.transaction().execute(async (transaction) => {
    for (const { mail, name, role, agencies, password_hash } of hashed) {
      const made = await transaction
        .insertInto('person')
        .values({
          id: ulid(now),
          mail: mailKey(mail),
          name,
          role,
          password_hash,
          last_agency: null,
          created_at: now,
          disabled_at: null,
          accepted_at: now,
          second_factor_secret: null,
          second_factor_next: null,
          second_factor_step: null,
        })
        .onConflict((conflict) => conflict.column('mail').doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!made) throw new MailTaken(mail);
      for (const admin_mail of new Set(agencies.map(mailKey)))
        await transaction.insertInto('person_agency').values({ person_id: made.id, admin_mail }).execute();
    }
  });
}

/**
 * Makes one person with a random password, which is returned.
 * @throws MailTaken
 */
export async function createPerson(
  db: Kysely<PeopleTables>,
  person: Omit<NewPerson, 'password'>,
  now: number,
): Promise<string> {
  const password = newPassword();
  await createPeople(db, [{ ...person, password }], now);
  return password;
}

export async function anyPerson(db: Kysely<PeopleTables>): Promise<boolean> {
  return (await db.selectFrom('person').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Who has this mail and password; undefined, and after the same time, for nobody and for a disabled person. */
export async function personByCredentials(
  db: Kysely<PeopleTables>,
  { mail, password }: { mail: string; password: string },
): Promise<Person | undefined> {
  const row = await db
    .selectFrom('person')
    .select(['id', 'password_hash'])
    .where('mail', '=', mailKey(mail))
    .executeTakeFirst();
  // Empty: an invitation not accepted yet, or a password that was reset.
  const matches = await passwordMatches(password, row?.password_hash || undefined);
  return matches && row ? personById(db, row.id) : undefined;
}

/** The person of an id; undefined when there is none or it is disabled. */
export async function personById(db: Kysely<PeopleTables>, id: string): Promise<Person | undefined> {
  const row = await db
    .selectFrom('person')
    .selectAll()
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  if (!row) return undefined;
  const { mail, name, role, last_agency: lastAgency } = row;
  const bound = role === 'seller' ? await agenciesOf(db, id) : null;
  return {
    id,
    mail,
    name,
    role,
    lastAgency,
    agencies: bound && bound.map(({ admin_mail }) => admin_mail),
    ownInquiriesIn: (bound ?? [])
      .filter((agency) => agency.own_inquiries_only)
      .map(({ admin_mail }) => admin_mail),
  };
}

/** Who has this mail, for the audit; undefined: nobody. */
export function actorOf(
  db: Kysely<PeopleTables>,
  mail: string,
): Promise<Pick<Person, 'id' | 'mail' | 'role'> | undefined> {
  return db
    .selectFrom('person')
    .select(['id', 'mail', 'role'])
    .where('mail', '=', mailKey(mail))
    .executeTakeFirst();
}

/** Remembers whose inbox the person opened; writes only when it changes. */
export async function rememberAgency(
  person: Person,
  db: Kysely<PeopleTables>,
  adminMail: string,
): Promise<void> {
  const key = mailKey(adminMail);
  if (person.lastAgency === key) return;
  await db.updateTable('person').set({ last_agency: key }).where('id', '=', person.id).execute();
}

/** An agency whose association ended is nobody's last one. */
export async function forgetAgency(db: Kysely<PeopleTables>, adminMail: string): Promise<void> {
  await db
    .updateTable('person')
    .set({ last_agency: null })
    .where('last_agency', '=', mailKey(adminMail))
    .execute();
}

function agenciesOf(db: Kysely<PeopleTables>, id: string) {
  return db
    .selectFrom('person_agency')
    .select(['admin_mail', 'own_inquiries_only'])
    .where('person_id', '=', id)
    .orderBy('admin_mail')
    .execute();
}
