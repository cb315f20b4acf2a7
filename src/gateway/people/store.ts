import type { Generated, Insertable, Kysely, QueryCreator, Transaction } from 'kysely';
import type { Role } from '#contract/desk/sessions.ts';
import { fold } from '#contract/search.ts';
import { matchesAny } from '#database/database.ts';
import type { ApiTokenTables } from '#gateway/api-tokens/tables.ts';
import type { Stamp } from '#system/random.ts';
import { generatePassword, hashPassword, verifyPassword } from './passwords.ts';

export interface PeopleTables extends ApiTokenTables {
  person: {
    id: string;
    mail: string;
    name: string;
    /** `nameKey` of the name. */
    name_key: Generated<string>;
    role: Role;
    password_hash: string;
    last_agency: string | null;
    created_at: number;
    disabled_at: number | null;
    /** Time at which the invitation was accepted; null: pending, and `password_hash` is empty. */
    accepted_at: number | null;
    /** Encrypted Base32 secrets: of the active authenticator, and of one being set up. */
    second_factor_secret: string | null;
    second_factor_next: string | null;
    /** TOTP step of the last used code: codes work once. */
    second_factor_step: number | null;
    /** The person's account at the OpenID Connect provider; null: none is linked. */
    openid_issuer: string | null;
    openid_subject: string | null;
    /** With OIDC_ONLY a password is accepted until this time, ms since 1970; null: it is not. */
    password_accepted_until: number | null;
    /** Incremented with each change of rights, name or state. */
    version: Generated<number>;
  };
  person_agency: { person_id: string; admin_mail: string; own_inquiries_only: Generated<0 | 1> };
  recovery_code: { person_id: string; code_hash: string };
  passkey: {
    id: string;
    person_id: string;
    name: string;
    /** Base64url, as is the public key. */
    credential_id: string;
    /** Encoded by COSE. */
    public_key: string;
    /** Uses that the authenticator counted; 0: it does not count. */
    counter: number;
    /** JSON array. */
    transports: string;
    created_at: number;
    used_at: number | null;
  };
}

/** An enabled person of the console. */
export interface Person {
  id: string;
  mail: string;
  name: string;
  role: Role;
  /** Keys of the person's agencies; null: all of the app's. */
  agencies: readonly string[] | null;
  /** Those where the person is limited to their own inquiries. */
  ownInquiriesIn: readonly string[];
  lastAgency: string | null;
}

export class MailTakenError extends Error {
  constructor(mail: string) {
    super(`There is already a person with the mail ${mail}.`);
    this.name = 'MailTakenError';
  }
}

/**
 * Mails are stored and compared in lower case (brief 4.1). Only ASCII letters fold: a look-alike of another alphabet is
 * another mail.
 */
export function mailKey(mail: string): string {
  return mail.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Name for order and search: without case and accents. */
export function nameKey(name: string): string {
  return fold(name.trim());
}

/** `mailKey` of an OperadorResponsable; null: none, or text that PostgreSQL rejects. */
export function operatorKey(operator: string | null): string | null {
  if (operator === null || operator.includes('\0') || !operator.isWellFormed()) return null;
  return mailKey(operator.trim());
}

/** A person to create; only the hash of the password is stored. */
export interface NewPerson {
  mail: string;
  name: string;
  role: Role;
  agencies: readonly string[];
  password: string;
}

/** Inserts a person without agencies. @returns the id; undefined: somebody has the mail */
export async function insertPerson(
  transaction: Transaction<PeopleTables>,
  {
    mail,
    name,
    ...columns
  }: Pick<Insertable<PeopleTables['person']>, 'mail' | 'name' | 'role' | 'password_hash' | 'accepted_at'>,
  { now, random }: Stamp,
): Promise<string | undefined> {
  const inserted = await transaction
    .insertInto('person')
    .values({
      id: random.ulid(now),
      mail: mailKey(mail),
      name,
      name_key: nameKey(name),
      created_at: now,
      ...columns,
    })
    .onConflict((conflict) => conflict.column('mail').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id;
}

/**
 * Creates people, all or none.
 * @throws MailTakenError
 */
export async function createPeople(db: Kysely<PeopleTables>, people: readonly NewPerson[], stamp: Stamp) {
  const hashed = await Promise.all(
    people.map(async (person) => ({
      ...person,
      password_hash: await hashPassword(person.password, person.mail, stamp.random),
    })),
  );
  await db.transaction().execute(async (transaction) => {
    for (const { mail, name, role, agencies, password_hash } of hashed) {
      const person_id = await insertPerson(
        transaction,
        { mail, name, role, password_hash, accepted_at: stamp.now },
        stamp,
      );
      if (person_id === undefined) throw new MailTakenError(mail);
      for (const admin_mail of new Set(agencies.map(mailKey)))
        await transaction.insertInto('person_agency').values({ person_id, admin_mail }).execute();
    }
  });
}

/**
 * Creates a person with a random password.
 * @returns the password
 * @throws MailTakenError
 */
export async function createPerson(
  db: Kysely<PeopleTables>,
  person: Omit<NewPerson, 'password'>,
  stamp: Stamp,
): Promise<string> {
  const password = generatePassword(stamp.random);
  await createPeople(db, [{ ...person, password }], stamp);
  return password;
}

export async function hasPeople(db: Kysely<PeopleTables>): Promise<boolean> {
  return (await db.selectFrom('person').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/**
 * Finds a person by mail and password, with the hash of the password; takes the same time for unknown mails and disabled
 * people: undefined.
 */
export async function findPersonByCredentials(
  db: Kysely<PeopleTables>,
  { mail, password, client }: { mail: string; password: string; client: string },
): Promise<{ person: Person; passwordHash: string } | undefined> {
  const row = await db
    .selectFrom('person')
    .select(['id', 'password_hash'])
    .where('mail', '=', mailKey(mail))
    .executeTakeFirst();
  // Empty: the invitation is pending, or the password was reset.
  const isMatch = await verifyPassword(password, row?.password_hash || undefined, client);
  const person = isMatch && row ? await findPersonById(db, row.id) : undefined;
  return person && row && { person, passwordHash: row.password_hash };
}

/** Finds a person by id; undefined: unknown or disabled. */
export async function findPersonById(db: Kysely<PeopleTables>, id: string): Promise<Person | undefined> {
  const row = await db
    .selectFrom('person')
    .selectAll()
    .where((eb) => eb.and({ id, disabled_at: null }))
    .executeTakeFirst();
  if (!row) return undefined;
  const { mail, name, role, last_agency: lastAgency } = row;
  const agencies = role === 'seller' ? await fetchPersonAgencies(db, id) : null;
  return {
    id,
    mail,
    name,
    role,
    lastAgency,
    agencies: agencies && agencies.map(({ admin_mail }) => admin_mail),
    ownInquiriesIn: (agencies ?? [])
      .filter((agency) => agency.own_inquiries_only)
      .map(({ admin_mail }) => admin_mail),
  };
}

/** Names of people by id, also of disabled ones, and of tokens of the installation. */
export async function fetchNames(db: Kysely<PeopleTables>, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, string>();
  const people = db.selectFrom('person').select(['id', 'name']);
  const rows = await people.where(matchesAny(db, 'id', [...new Set(ids)])).execute();
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  const others = [...new Set(ids)].filter((id) => id !== '' && !names.has(id));
  for (const [id, name] of await fetchTokenNames(db, others)) names.set(id, name);
  return names;
}

/** Names of tokens by id, also of those that have ended. */
export async function fetchTokenNames(
  db: Kysely<ApiTokenTables>,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const tokens = db.selectFrom('api_token').select(['id', 'name']);
  const rows = await tokens.where(matchesAny(db, 'id', ids)).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Active sellers of an agency, and partners. */
export function selectPeopleOfAgency(db: QueryCreator<PeopleTables>, adminMail: string) {
  return db
    .selectFrom('person')
    .leftJoin('person_agency', (join) =>
      join.onRef('person_id', '=', 'person.id').on('admin_mail', '=', mailKey(adminMail)),
    )
    .where('disabled_at', 'is', null)
    .where('accepted_at', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('role', '=', 'partner'),
        eb.and([eb('role', '=', 'seller'), eb('admin_mail', 'is not', null)]),
      ]),
    );
}

/** Finds a person by mail for the audit, also a disabled one. */
export function findActor(db: Kysely<PeopleTables>, mail: string) {
  return selectActors(db).where('mail', '=', mailKey(mail)).executeTakeFirst();
}

export function findActorById(db: Kysely<PeopleTables>, id: string) {
  return selectActors(db).where('id', '=', id).executeTakeFirst();
}

const selectActors = (db: Kysely<PeopleTables>) => db.selectFrom('person').select(['id', 'mail', 'role']);

/** Saves the agency whose inbox the person opened; writes only changes. */
export async function saveLastAgency(person: Person, db: Kysely<PeopleTables>, adminMail: string) {
  const key = mailKey(adminMail);
  if (person.lastAgency === key) return;
  await db.updateTable('person').set({ last_agency: key }).where('id', '=', person.id).execute();
}

/** Clears an agency as the person's last one. */
export async function forgetLastAgency(person: Person, db: Kysely<PeopleTables>, adminMail: string) {
  if (person.lastAgency === mailKey(adminMail))
    await db.updateTable('person').set({ last_agency: null }).where('id', '=', person.id).execute();
}

/** Clears an agency as anybody's last one after a disassociation. */
export async function clearLastAgency(db: Kysely<PeopleTables>, adminMail: string): Promise<void> {
  await db
    .updateTable('person')
    .set({ last_agency: null })
    .where('last_agency', '=', mailKey(adminMail))
    .execute();
}

function fetchPersonAgencies(db: Kysely<PeopleTables>, id: string) {
  return db
    .selectFrom('person_agency')
    .select(['admin_mail', 'own_inquiries_only'])
    .where('person_id', '=', id)
    .orderBy('admin_mail')
    .execute();
}
