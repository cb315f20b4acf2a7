import { createHash, randomInt } from 'node:crypto';
import type { Kysely, QueryCreator } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import type { PeopleTables } from '#gateway/people/store.ts';
import { READABLE } from '#gateway/people/passwords.ts';

const STEP_MS = 30_000;
const CODES = 10;

/** RFC 6238 as every authenticator understands it: SHA-1, six digits, 30 s. */
function authenticator(secret: string, mail: string): TOTP {
  return new TOTP({ issuer: 'Vitrina', label: mail, secret: Secret.fromBase32(secret) });
}

/** A second factor about to be set up: it holds once a code of it was shown. */
export async function beginSecondFactor(
  db: Kysely<PeopleTables>,
  { id, mail }: { id: string; mail: string },
): Promise<{ secret: string; uri: string }> {
  const secret = new Secret({ size: 20 }).base32;
  await db.updateTable('person').set({ second_factor_next: secret }).where('id', '=', id).execute();
  return { secret, uri: authenticator(secret, mail).toString() };
}

/**
 * Makes the one about to be set up hold, with new recovery codes, which are returned; `wrong` when the code is not one
 * of its, `nothing` when none was begun.
 */
export async function confirmSecondFactor(
  db: Kysely<PeopleTables>,
  { id, mail }: { id: string; mail: string },
  code: string,
  now: number,
): Promise<string[] | 'wrong' | 'nothing'> {
  return db.transaction().execute(async (transaction) => {
    const { second_factor_next: next } = await transaction
      .selectFrom('person')
      .select('second_factor_next')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (next === null) return 'nothing';
    const step = stepOf(authenticator(next, mail), code, now);
    if (step === undefined) return 'wrong';
    const { numUpdatedRows } = await transaction
      .updateTable('person')
      .set({ second_factor_secret: next, second_factor_next: null, second_factor_step: step })
      .where('id', '=', id)
      .where('second_factor_next', '=', next)
      .executeTakeFirst();
    return numUpdatedRows === 1n ? renewRecoveryCodes(transaction, id) : 'nothing';
  });
}

/** Whether the code is one of the authenticator's that was not used yet, or a recovery code, which then is used up. */
export async function proveSecondFactor(
  db: Kysely<PeopleTables>,
  { id, mail }: { id: string; mail: string },
  code: string,
  now: number,
): Promise<boolean> {
  const plain = code.replace(/[\s-]/g, '').toLowerCase();
  if (!/^\d{6}$/.test(plain)) return useRecoveryCode(db, id, plain);
  const row = await db
    .selectFrom('person')
    .select('second_factor_secret')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row?.second_factor_secret) return false;
  const step = stepOf(authenticator(row.second_factor_secret, mail), plain, now);
  if (step === undefined) return false;
  const { numUpdatedRows } = await db
    .updateTable('person')
    .set({ second_factor_step: step })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('second_factor_step', 'is', null), eb('second_factor_step', '<', step)]))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function removeSecondFactor(db: QueryCreator<PeopleTables>, personId: string): Promise<void> {
  await db
    .updateTable('person')
    .set({ second_factor_secret: null, second_factor_next: null, second_factor_step: null })
    .where('id', '=', personId)
    .execute();
  await db.deleteFrom('recovery_code').where('person_id', '=', personId).execute();
}

/** New recovery codes instead of those there were; only their hashes are kept. */
export async function renewRecoveryCodes(
  db: QueryCreator<PeopleTables>,
  personId: string,
): Promise<string[]> {
  const codes = Array.from({ length: CODES }, () => {
    const group = () => Array.from({ length: 5 }, () => READABLE.charAt(randomInt(READABLE.length))).join('');
    return `${group()}-${group()}`;
  });
  await db.deleteFrom('recovery_code').where('person_id', '=', personId).execute();
  await db
    .insertInto('recovery_code')
    .values(
      codes.map((code) => ({ person_id: personId, code_hash: hashOf(personId, code.replace('-', '')) })),
    )
    .execute();
  return codes;
}

async function useRecoveryCode(db: Kysely<PeopleTables>, personId: string, code: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_code')
    .where('person_id', '=', personId)
    .where('code_hash', '=', hashOf(personId, code))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The step of 30 s whose code it is, of the present one and its neighbours. */
function stepOf(totp: TOTP, code: string, now: number): number | undefined {
  const delta = totp.validate({ token: code.replace(/[\s-]/g, ''), timestamp: now, window: 1 });
  return delta === null ? undefined : Math.floor(now / STEP_MS) + delta;
}

function hashOf(personId: string, code: string): string {
  return createHash('sha256').update(`${personId}\n${code}`).digest('hex');
}
