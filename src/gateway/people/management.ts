import { type Kysely, type QueryCreator, type Transaction, sql } from 'kysely';
import { DAY_MS } from '#contract/durations.ts';
import type { FieldErrorCode } from '#contract/desk/field-error-codes.ts';
import type { EditPerson, InvitePerson } from '#contract/desk/people.ts';
import type { RateLimitTables } from '#database/shared-rate-limiter.ts';
import { endSessionsAndTokens } from '#gateway/api-tokens/store.ts';
import { type LinkTables, deleteLinks, sendLink } from '#gateway/links/store.ts';
import { createProblem } from '#gateway/problems.ts';
import { deleteSecondFactors } from '#gateway/second-factor/store.ts';
import { resetAttempts } from '#gateway/sessions/attempts.ts';
import type { SessionTables } from '#gateway/sessions/store.ts';
import type { SettingTables } from '#database/settings.ts';
import type { MailTables } from '#work/mail-table.ts';
import type { Stamp } from '#system/random.ts';
import { type PeopleTables, insertPerson, mailKey, nameKey } from './store.ts';

type Tables = PeopleTables & LinkTables & SessionTables & RateLimitTables & MailTables & SettingTables;
type Rights = Pick<EditPerson, 'role' | 'agencies'>;

/** decided: with OIDC_ONLY a password of a command signs in for a day, as long as a provider may be away. */
const EMERGENCY_PASSWORD_MS = DAY_MS;

const UNLINKED = { openid_issuer: null, openid_subject: null, password_accepted_until: null };

/** Validates role and agencies; error codes by member of the body (issue: People). */
export function validateRights(mail: string, { role, agencies }: Rights): Record<string, FieldErrorCode> {
  if (role !== 'seller') return agencies.length > 0 ? { agencies: 'agencies-not-wanted' } : {};
  if (agencies.length === 0) return { agencies: 'agency-needed' };
  if (new Set(agencies.map(({ adminMail }) => mailKey(adminMail))).size < agencies.length)
    return { agencies: 'twice' };
  return Object.fromEntries(
    agencies.flatMap(({ adminMail, ownInquiriesOnly }, at) =>
      // An agency's administrator always sees all of its inquiries (decisions: Inquiries).
      ownInquiriesOnly && mailKey(adminMail) === mailKey(mail)
        ? [[`agencies.${at}.ownInquiriesOnly`, 'unlimited-admin' as const]]
        : [],
    ),
  );
}

/**
 * Creates a person and mails an invitation link.
 * @returns the id
 * @throws ProblemError `mail-taken`
 */
export async function createInvitedPerson(
  db: Kysely<Tables>,
  { mail, name, role, agencies }: InvitePerson,
  invitation: { inviter: string; publicUrl: string },
  stamp: Stamp,
): Promise<string> {
  return db.transaction().execute(async (transaction) => {
    const id = await insertPerson(transaction, { mail, name, role, password_hash: '' }, stamp);
    if (id === undefined) throw createProblem('mail-taken');
    await insertAgencies(transaction, id, agencies);
    const person = { id, mail: mailKey(mail), name };
    await sendLink(transaction, { person, kind: 'invitation', ...invitation }, stamp);
    return id;
  });
}

/**
 * A change of role ends all sessions and personal tokens: the new role may require a second factor at sign-in.
 * decided: partners may change their own role while another partner is left.
 * @throws ProblemError `changed-meanwhile`, `last-partner`
 */
export async function updatePerson(
  db: Kysely<Tables>,
  id: string,
  { name, role, agencies, version }: EditPerson,
  now: number,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await lockPartnerChanges(transaction);
    const previous = await transaction
      .selectFrom('person')
      .select('role')
      .where('id', '=', id)
      .executeTakeFirst();
    const { numUpdatedRows } = await transaction
      .updateTable('person')
      .set({ name, name_key: nameKey(name), role, version: version + 1 })
      .where((eb) => eb.and({ id, version }))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw createProblem('changed-meanwhile');
    await transaction.deleteFrom('person_agency').where('person_id', '=', id).execute();
    await insertAgencies(transaction, id, agencies);
    if (previous?.role !== role) await endSessionsAndTokens(transaction, id, now);
    await assertPartnerLeft(transaction);
  });
}

/**
 * Enables or disables a person, and ends all their sessions, personal tokens and links.
 * @throws ProblemError `last-partner`
 */
export async function setAccess(db: Kysely<Tables>, id: string, enabled: boolean, now: number) {
  await db.transaction().execute(async (transaction) => {
    await lockPartnerChanges(transaction);
    await transaction
      .updateTable('person')
      .set((eb) => ({ disabled_at: enabled ? null : now, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .where('disabled_at', enabled ? 'is not' : 'is', null)
      .execute();
    // This is done when enabling too, because a sign-in may have run concurrently.
    await endSessionsAndTokens(transaction, id, now);
    await deleteLinks(transaction, id);
    await assertPartnerLeft(transaction);
  });
}

/**
 * Deletes the password and the link to an account of OpenID Connect, ends all sessions, and mails a link to choose a new
 * password where there are passwords.
 * @throws ProblemError `not-active`
 */
export async function resetCredentials(
  db: Kysely<Tables>,
  id: string,
  {
    removeSecondFactor: shouldRemoveFactor,
    hasPasswords,
    publicUrl,
  }: { removeSecondFactor: boolean; hasPasswords: boolean; publicUrl: string },
  stamp: Stamp,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const person = await transaction
      .updateTable('person')
      .set((eb) => ({ password_hash: '', ...UNLINKED, version: eb('version', '+', 1) }))
      .where((eb) => eb.and({ id, disabled_at: null }))
      .where('accepted_at', 'is not', null)
      .returning(['id', 'mail', 'name'])
      .executeTakeFirst();
    if (!person) throw createProblem('not-active');
    await resetAttempts(transaction, person);
    if (shouldRemoveFactor) await deleteSecondFactors(transaction, id);
    await endSessionsAndTokens(transaction, id, stamp.now);
    if (hasPasswords) await sendLink(transaction, { person, kind: 'recovery', publicUrl }, stamp);
  });
}

/**
 * Sets a password that a command printed, ends all sessions and links, also that to an account of OpenID Connect, and
 * lifts lock-outs at the given addresses. An invitation is accepted by it.
 * @throws ProblemError `not-active` for somebody who is disabled
 */
export async function replacePassword(
  db: Kysely<Tables>,
  id: string,
  change: { passwordHash: string; removeSecondFactor: boolean; addresses: readonly string[] },
  now: number,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const person = await transaction
      .updateTable('person')
      .set((eb) => ({
        password_hash: change.passwordHash,
        ...UNLINKED,
        password_accepted_until: now + EMERGENCY_PASSWORD_MS,
        accepted_at: eb.fn.coalesce('accepted_at', eb.val(now)),
        version: eb('version', '+', 1),
      }))
      .where((eb) => eb.and({ id, disabled_at: null }))
      .returning(['id', 'mail'])
      .executeTakeFirst();
    if (!person) throw createProblem('not-active');
    await resetAttempts(transaction, person, change.addresses);
    if (change.removeSecondFactor) await deleteSecondFactors(transaction, id);
    await endSessionsAndTokens(transaction, id, now);
    await deleteLinks(transaction, id);
  });
}

/** Mails a new invitation link. @throws ProblemError `not-invited` */
export async function inviteAgain(
  db: Kysely<Tables>,
  id: string,
  invitation: { inviter: string; publicUrl: string },
  stamp: Stamp,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const person = await transaction
      .selectFrom('person')
      .select(['id', 'mail', 'name'])
      .where((eb) => eb.and({ id, disabled_at: null, accepted_at: null }))
      .executeTakeFirst();
    if (!person) throw createProblem('not-invited');
    await sendLink(transaction, { person, kind: 'invitation', ...invitation }, stamp);
  });
}

async function insertAgencies(
  transaction: Transaction<Tables>,
  person_id: string,
  agencies: Rights['agencies'],
): Promise<void> {
  if (agencies.length === 0) return;
  await transaction
    .insertInto('person_agency')
    .values(
      agencies.map(({ adminMail, ownInquiriesOnly }) => ({
        person_id,
        admin_mail: mailKey(adminMail),
        own_inquiries_only: ownInquiriesOnly ? (1 as const) : (0 as const),
      })),
    )
    .execute();
}

/** Serializes these changes with a row lock, so that two concurrent ones cannot remove the last two partners. */
async function lockPartnerChanges(transaction: Transaction<Tables>): Promise<void> {
  await transaction
    .updateTable('setting')
    .set({ value: sql`value` })
    .where('name', '=', 'APP_KEY')
    .execute();
}

/** @throws ProblemError `last-partner` when no active partner would be left */
async function assertPartnerLeft(transaction: Transaction<Tables>): Promise<void> {
  if (!(await hasActivePartner(transaction))) throw createProblem('last-partner');
}

/** Returns true if somebody can administer. */
export async function hasActivePartner(db: QueryCreator<PeopleTables>): Promise<boolean> {
  const partner = await db
    .selectFrom('person')
    .select('id')
    .where((eb) => eb.and({ role: 'partner', disabled_at: null }))
    .where('accepted_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return partner !== undefined;
}
