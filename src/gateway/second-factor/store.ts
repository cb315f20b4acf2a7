import type { Kysely, QueryCreator } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import type { PeopleTables } from '#gateway/people/store.ts';
import { hashWithSalt, readable } from '#gateway/people/passwords.ts';
import { refusal } from '#gateway/problems.ts';
import { type SessionTables, closeSessionsOf } from '#gateway/sessions/store.ts';
import { OtherKey, type SecretBox, isSealed } from '#gateway/secrets.ts';

/** Where second factors are kept, and what their secrets are sealed with. */
interface Kept {
  db: Kysely<PeopleTables & SessionTables>;
  secrets: SecretBox;
}

const STEP_MS = 30_000;
const CODES = 10;

const useOf = (personId: string) => `second factor ${personId}`;

/** RFC 6238 as every authenticator understands it: SHA-1, six digits, 30 s. */
function authenticator(secret: string, mail: string): TOTP {
  return new TOTP({ issuer: 'Vitrina', label: mail, secret: Secret.fromBase32(secret) });
}

/** A second factor about to be set up: it holds once a code of it was shown. */
export async function beginSecondFactor(
  { db, secrets }: Kept,
  { id, mail }: { id: string; mail: string },
): Promise<{ secret: string; uri: string }> {
  const secret = new Secret({ size: 20 }).base32;
  const second_factor_next = secrets.seal(secret, useOf(id));
  await db.updateTable('person').set({ second_factor_next }).where('id', '=', id).execute();
  return { secret, uri: authenticator(secret, mail).toString() };
}

/**
 * Makes the one about to be set up hold, with new recovery codes, which are returned; `wrong` when the code is not one
 * of its, `nothing` when none was begun. Other sessions end: they were opened without it.
 * @throws OtherKey when it was begun with another key
 */
export async function confirmSecondFactor(
  { db, secrets }: Kept,
  { id, mail, session }: { id: string; mail: string; session: string },
  code: string,
  now: number,
): Promise<string[] | 'wrong' | 'nothing'> {
  const { second_factor_next: next } = await db
    .selectFrom('person')
    .select('second_factor_next')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (next === null) return 'nothing';
  const step = stepOf(authenticator(secrets.open(next, useOf(id)), mail), code, now);
  if (step === undefined) return 'wrong';
  const made = await makeCodes(id);
  return db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('person')
      .set({ second_factor_secret: next, second_factor_next: null, second_factor_step: step })
      .where('id', '=', id)
      .where('second_factor_next', '=', next)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return 'nothing';
    await replaceCodes(transaction, id, made);
    await closeSessionsOf(transaction, id, session);
    return made.map(({ code: fresh }) => fresh);
  });
}

/**
 * Whether the code is one of the authenticator's that was not used yet, or a recovery code, which then is used up.
 * @throws ProblemError `codes-unreadable` where CONSOLE_KEY is another: recovery codes go on working
 */
export async function proveSecondFactor(
  { db, secrets }: Kept,
  { id, mail }: { id: string; mail: string },
  code: string,
  now: number,
): Promise<boolean> {
  const plain = plainCode(code);
  if (isRecoveryCode(code)) return useRecoveryCode(db, id, plain);
  const row = await db
    .selectFrom('person')
    .select('second_factor_secret')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row?.second_factor_secret) return false;
  const secret = opened(secrets, row.second_factor_secret, id);
  const step = stepOf(authenticator(secret, mail), plain, now);
  if (step === undefined) return false;
  const { numUpdatedRows } = await db
    .updateTable('person')
    .set({ second_factor_step: step })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('second_factor_step', 'is', null), eb('second_factor_step', '<', step)]))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Whether it can only be a recovery code: it is not six digits. */
export function isRecoveryCode(code: string): boolean {
  return !/^\d{6}$/.test(plainCode(code));
}

/** As it is compared: without spaces and dashes, in lower case. */
function plainCode(code: string): string {
  return code.replace(/[\s-]/g, '').toLowerCase();
}

function opened(secrets: SecretBox, sealed: string, personId: string): string {
  try {
    return secrets.open(sealed, useOf(personId));
  } catch (error) {
    if (error instanceof OtherKey) throw refusal('codes-unreadable');
    throw error;
  }
}

export async function removeSecondFactor(db: QueryCreator<PeopleTables>, personId: string): Promise<void> {
  await db
    .updateTable('person')
    .set({ second_factor_secret: null, second_factor_next: null, second_factor_step: null })
    .where('id', '=', personId)
    .execute();
  await db.deleteFrom('recovery_code').where('person_id', '=', personId).execute();
}

/** Seals what was kept before secrets were sealed. */
export async function sealSecondFactors({ db, secrets }: Kept): Promise<void> {
  for (const column of ['second_factor_secret', 'second_factor_next'] as const) {
    const rows = await db
      .selectFrom('person')
      .select(['id', `${column} as secret`])
      .where(column, 'is not', null)
      .execute();
    for (const { id, secret } of rows)
      if (secret !== null && !isSealed(secret))
        await db
          .updateTable('person')
          .set({ [column]: secrets.seal(secret, useOf(id)) })
          .where('id', '=', id)
          // Unless it was changed or removed meanwhile.
          .where(column, '=', secret)
          .execute();
  }
}

/** New recovery codes instead of those there were; only their hashes are kept. */
export async function renewRecoveryCodes(db: Kysely<PeopleTables>, personId: string): Promise<string[]> {
  const made = await makeCodes(personId);
  await db.transaction().execute((transaction) => replaceCodes(transaction, personId, made));
  return made.map(({ code }) => code);
}

interface MadeCode {
  code: string;
  code_hash: string;
}

async function makeCodes(personId: string): Promise<MadeCode[]> {
  const codes = Array.from({ length: CODES }, () => readable(2));
  return Promise.all(
    codes.map(async (code) => ({ code, code_hash: await hashOf(personId, code.replace('-', '')) })),
  );
}

async function replaceCodes(
  db: QueryCreator<PeopleTables>,
  personId: string,
  made: readonly MadeCode[],
): Promise<void> {
  await db.deleteFrom('recovery_code').where('person_id', '=', personId).execute();
  await db
    .insertInto('recovery_code')
    .values(made.map(({ code_hash }) => ({ person_id: personId, code_hash })))
    .execute();
}

async function useRecoveryCode(db: Kysely<PeopleTables>, personId: string, code: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_code')
    .where('person_id', '=', personId)
    .where('code_hash', '=', await hashOf(personId, code))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The step of 30 s whose code it is, of the present one and its neighbours. */
function stepOf(totp: TOTP, code: string, now: number): number | undefined {
  const delta = totp.validate({ token: plainCode(code), timestamp: now, window: 1 });
  return delta === null ? undefined : Math.floor(now / STEP_MS) + delta;
}

/** Slow as a password's: ten characters are fewer than a fast hash keeps secret. */
function hashOf(personId: string, code: string): Promise<string> {
  return hashWithSalt(code, personId);
}
