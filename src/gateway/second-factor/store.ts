import type { Kysely, QueryCreator } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import type { PeopleTables } from '#gateway/people/store.ts';
import { generateReadableSecret, hashWithSalt } from '#gateway/people/passwords.ts';
import { createProblem } from '#gateway/problems.ts';
import { type SessionTables, deleteSessionsOfPerson, isSessionOpen } from '#gateway/sessions/store.ts';
import { KeyMismatchError, type SecretBox } from '#signing/secret-box.ts';
import type { Random, Stamp } from '#system/random.ts';
import { hasSecondFactor } from './has-second-factor.ts';

interface Deps {
  db: Kysely<PeopleTables & SessionTables>;
  secrets: SecretBox;
}

const TOTP_STEP_MS = 30_000;
const RECOVERY_CODES = 10;

/** Purpose under which a second factor is sealed. */
export const toSecondFactorUse = (personId: string) => `second factor ${personId}`;

/** RFC 6238 with the parameters that every authenticator supports: SHA-1, six digits, 30 s. */
function createTotp(secret: string, mail: string): TOTP {
  return new TOTP({ issuer: 'Vitrina', label: mail, secret: Secret.fromBase32(secret) });
}

/** Stores a pending second factor; `activateSecondFactor` activates it. @returns its Base32 secret and `otpauth:` URI */
export async function beginSecondFactor(
  { db, secrets, random }: Deps & { random: Random },
  { id, mail }: { id: string; mail: string },
): Promise<{ secret: string; uri: string }> {
  const secret = new Secret({ buffer: new Uint8Array(random.bytes(20)).buffer }).base32;
  const second_factor_next = secrets.seal(secret, toSecondFactorUse(id));
  await db.updateTable('person').set({ second_factor_next }).where('id', '=', id).execute();
  return { secret, uri: createTotp(secret, mail).toString() };
}

/**
 * Activates the pending second factor and ends the person's other sessions, which were opened without it.
 * @returns new recovery codes; `wrong` for a wrong code, `nothing` without a pending second factor
 * @throws KeyMismatchError when it was sealed with another key
 */
export async function activateSecondFactor(
  { db, secrets }: Deps,
  { id, mail, session }: { id: string; mail: string; session: string },
  code: string,
  { now, random }: Stamp,
): Promise<string[] | 'wrong' | 'nothing'> {
  const { second_factor_next: pendingSecret } = await db
    .selectFrom('person')
    .select('second_factor_next')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (pendingSecret === null) return 'nothing';
  const step = findStep(createTotp(secrets.open(pendingSecret, toSecondFactorUse(id)), mail), code, now);
  if (step === undefined) return 'wrong';
  const newCodes = await generateRecoveryCodes(id, random);
  return db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('person')
      .set({ second_factor_secret: pendingSecret, second_factor_next: null, second_factor_step: step })
      .where('id', '=', id)
      .where('second_factor_next', '=', pendingSecret)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return 'nothing';
    // A reset of the person, for which the update waited, ends the session; its factor must not come back.
    if (!(await isSessionOpen(transaction, session))) throw createProblem('sign-in-required');
    await replaceCodes(transaction, id, newCodes);
    await deleteSessionsOfPerson(transaction, id, session);
    return newCodes.map(({ code: fresh }) => fresh);
  });
}

/**
 * Verifies and uses up a code of the authenticator or a recovery code.
 * @throws ProblemError `codes-unreadable` after a change of CONSOLE_KEY; recovery codes still work
 */
export async function proveSecondFactor(
  { db, secrets }: Deps,
  { id, mail }: { id: string; mail: string },
  code: string,
  now: number,
): Promise<boolean> {
  const normalized = normalizeRecoveryCode(code);
  if (isRecoveryCode(code)) return useRecoveryCode(db, id, normalized);
  const row = await db
    .selectFrom('person')
    .select('second_factor_secret')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row?.second_factor_secret) return false;
  const secret = openSecret(secrets, row.second_factor_secret, id);
  const step = findStep(createTotp(secret, mail), normalized, now);
  if (step === undefined) return false;
  const { numUpdatedRows } = await db
    .updateTable('person')
    .set({ second_factor_step: step })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([
        eb('second_factor_step', 'is', null),
        eb('second_factor_step', '<', step),
        // Used while the clock was wrong: the next code would work only then.
        eb('second_factor_step', '>', Math.floor(now / TOTP_STEP_MS) + 1),
      ]),
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Recovery codes are never six digits. */
export function isRecoveryCode(code: string): boolean {
  return !/^\d{6}$/.test(normalizeRecoveryCode(code));
}

/** Removes spaces and dashes, and lower-cases. */
function normalizeRecoveryCode(code: string): string {
  return code.replace(/[\s-]/g, '').toLowerCase();
}

function openSecret(secrets: SecretBox, sealed: string, personId: string): string {
  try {
    return secrets.open(sealed, toSecondFactorUse(personId));
  } catch (error) {
    if (error instanceof KeyMismatchError) throw createProblem('codes-unreadable');
    throw error;
  }
}

/** Deletes the person's authenticator app, passkeys and recovery codes. */
export async function deleteSecondFactors(db: QueryCreator<PeopleTables>, personId: string): Promise<void> {
  await db.deleteFrom('passkey').where('person_id', '=', personId).execute();
  await deleteAuthenticatorApp(db, personId);
}

export async function deleteAuthenticatorApp(
  db: QueryCreator<PeopleTables>,
  personId: string,
): Promise<void> {
  await db
    .updateTable('person')
    .set({ second_factor_secret: null, second_factor_next: null, second_factor_step: null })
    .where('id', '=', personId)
    .execute();
  await deleteUnneededRecoveryCodes(db, personId);
}

/** Deletes the recovery codes of a person who has no second factor any more. */
export async function deleteUnneededRecoveryCodes(
  db: QueryCreator<PeopleTables>,
  personId: string,
): Promise<void> {
  await db
    .deleteFrom('recovery_code')
    .where('person_id', '=', personId)
    .where('person_id', 'not in', (eb) => eb.selectFrom('person').select('person.id').where(hasSecondFactor))
    .execute();
}

/** Replaces all recovery codes; only their hashes are stored. @returns the codes */
export async function replaceRecoveryCodes(
  db: Kysely<PeopleTables>,
  personId: string,
  random: Random,
): Promise<string[]> {
  const newCodes = await generateRecoveryCodes(personId, random);
  await db.transaction().execute((transaction) => replaceCodes(transaction, personId, newCodes));
  return newCodes.map(({ code }) => code);
}

export interface RecoveryCode {
  code: string;
  code_hash: string;
}

export async function generateRecoveryCodes(personId: string, random: Random): Promise<RecoveryCode[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => generateReadableSecret(2, random));
  return Promise.all(
    codes.map(async (code) => ({ code, code_hash: await hashRecoveryCode(personId, code.replace('-', '')) })),
  );
}

export async function replaceCodes(
  db: QueryCreator<PeopleTables>,
  personId: string,
  newCodes: readonly RecoveryCode[],
): Promise<void> {
  await db.deleteFrom('recovery_code').where('person_id', '=', personId).execute();
  await db
    .insertInto('recovery_code')
    .values(newCodes.map(({ code_hash }) => ({ person_id: personId, code_hash })))
    .execute();
}

async function useRecoveryCode(db: Kysely<PeopleTables>, personId: string, code: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_code')
    .where('person_id', '=', personId)
    .where('code_hash', '=', await hashRecoveryCode(personId, code))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** TOTP step of a code, among the current one and its neighbours; undefined: wrong code. */
function findStep(totp: TOTP, code: string, now: number): number | undefined {
  const delta = totp.validate({ token: normalizeRecoveryCode(code), timestamp: now, window: 1 });
  return delta === null ? undefined : Math.floor(now / TOTP_STEP_MS) + delta;
}

/** Slow like a password hash: ten characters are too few for a fast one. */
function hashRecoveryCode(personId: string, code: string): Promise<string> {
  return hashWithSalt(code, { salt: personId, client: personId });
}
