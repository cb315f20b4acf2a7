import { type Kysely, type Selectable, type Transaction } from 'kysely';
import { MAX_PASSKEYS, type Passkey } from '#contract/desk/me.ts';
import { countRows } from '#database/count-rows.ts';
import { isPostgres } from '#database/database.ts';
import type { PeopleTables } from '#gateway/people/store.ts';
import { createProblem } from '#gateway/problems.ts';
import { hasSecondFactor } from '#gateway/second-factor/has-second-factor.ts';
import {
  deleteUnneededRecoveryCodes,
  generateRecoveryCodes,
  replaceCodes,
} from '#gateway/second-factor/store.ts';
import { type SessionTables, deleteSessionsOfPerson, isSessionOpen } from '#gateway/sessions/store.ts';
import type { Stamp } from '#system/random.ts';

type Tables = PeopleTables & SessionTables;
export type StoredPasskey = Selectable<PeopleTables['passkey']>;

/** A key that an authenticator has created. */
export type NewCredential = Pick<StoredPasskey, 'credential_id' | 'public_key' | 'counter'> & {
  transports: readonly string[];
};

/** A person in one of their sessions. */
interface Owner {
  personId: string;
  session: string;
}

export async function fetchPasskeys(db: Kysely<PeopleTables>, personId: string): Promise<Passkey[]> {
  const rows = await fetchStoredPasskeys(db, personId);
  return rows.map(({ id, name, created_at, used_at }) => ({
    id,
    name,
    createdAt: created_at,
    usedAt: used_at,
  }));
}

/** Oldest first. */
export function fetchStoredPasskeys(db: Kysely<PeopleTables>, personId: string): Promise<StoredPasskey[]> {
  return db.selectFrom('passkey').selectAll().where('person_id', '=', personId).orderBy('id').execute();
}

export function findPasskey(
  db: Kysely<PeopleTables>,
  credentialId: string,
): Promise<StoredPasskey | undefined> {
  return db.selectFrom('passkey').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();
}

/**
 * Adds a passkey and ends the person's other sessions, which were opened without it.
 * @returns recovery codes, for a person who had none
 * @throws ProblemError `sign-in-required`, `too-many-saved`, `passkey-failed`
 */
export async function insertPasskey(
  db: Kysely<Tables>,
  { personId, session }: Owner,
  { name, transports, ...credential }: NewCredential & { name: string },
  { now, random }: Stamp,
): Promise<string[]> {
  const oldCodes = await countRows(db.selectFrom('recovery_code').where('person_id', '=', personId));
  const newCodes = oldCodes === 0 ? await generateRecoveryCodes(personId, random) : [];
  await db.transaction().execute(async (transaction) => {
    await lockPerson(transaction, personId);
    // A reset of the person, for which the lock waited, ends the session; nothing of it must come back.
    if (!(await isSessionOpen(transaction, session))) throw createProblem('sign-in-required');
    const count = await countRows(transaction.selectFrom('passkey').where('person_id', '=', personId));
    if (count >= MAX_PASSKEYS) throw createProblem('too-many-saved');
    const inserted = await transaction
      .insertInto('passkey')
      .values({
        id: random.ulid(now),
        person_id: personId,
        name,
        transports: JSON.stringify(transports),
        created_at: now,
        used_at: null,
        ...credential,
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!inserted) throw createProblem('passkey-failed');
    if (newCodes.length > 0) await replaceCodes(transaction, personId, newCodes);
    await deleteSessionsOfPerson(transaction, personId, session);
  });
  return newCodes.map(({ code }) => code);
}

/** Stores a use. False: the passkey was removed or used meanwhile, and its counter must not go back. */
export async function recordUse(
  db: Kysely<PeopleTables>,
  { id, counter }: StoredPasskey,
  newCounter: number,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkey')
    .set({ counter: newCounter, used_at: now })
    .where((eb) => eb.and({ id, counter }))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Removes a passkey and ends the person's other sessions, since its device may be in other hands.
 * @returns its name
 * @throws ProblemError `not-found`, `second-factor-required`
 */
export async function deletePasskey(
  db: Kysely<Tables>,
  { personId, session }: Owner,
  id: string,
  { isSecondFactorRequired }: { isSecondFactorRequired: boolean },
): Promise<string> {
  return db.transaction().execute(async (transaction) => {
    await lockPerson(transaction, personId);
    const deleted = await transaction
      .deleteFrom('passkey')
      .where((eb) => eb.and({ id, person_id: personId }))
      .returning('name')
      .executeTakeFirst();
    if (!deleted) throw createProblem('not-found');
    const others = transaction.selectFrom('person').where('id', '=', personId).where(hasSecondFactor);
    if (isSecondFactorRequired && (await countRows(others)) === 0)
      throw createProblem('second-factor-required');
    await deleteUnneededRecoveryCodes(transaction, personId);
    await deleteSessionsOfPerson(transaction, personId, session);
    return deleted.name;
  });
}

/** Lock order: the person row first, as everywhere, to avoid deadlocks. */
async function lockPerson(transaction: Transaction<PeopleTables>, id: string): Promise<void> {
  if (isPostgres(transaction))
    await transaction.selectFrom('person').select('id').where('id', '=', id).forUpdate().execute();
}
