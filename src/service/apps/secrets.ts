import { createHash } from 'node:crypto';
import type { Kysely, QueryCreator } from 'kysely';
import { ignoreDiskFull } from '#database/disk-full-error.ts';
import type { AppRow, Tables } from '#service/tables.ts';
import type { Credentials } from '#signing/request.ts';

// An app has one secret, and while it changes to another one two: both are accepted until the previous one is dropped.

/** Thrown for a secret that the app does not have and cannot adopt. */
export class AppSecretError extends Error {
  constructor(key: string, reason: string) {
    super(`APP_SECRET of the app ${key}: ${reason}`);
    this.name = 'AppSecretError';
  }
}

/** How often the use of a previous secret is noted. */
const USE_INTERVAL_MS = 60_000;

/** Secrets that are accepted, the present one first. */
export function getSecrets({ secret, previous_secret }: AppRow): string[] {
  return previous_secret === null ? [secret] : [secret, previous_secret];
}

/**
 * Makes a secret the app's present one, and keeps the one before as the previous one; one that the app has already
 * changes nothing, so that it does not matter in which order instances start.
 * @throws AppSecretError when the secret was dropped, or the app has two others
 */
export async function adoptSecret(
  db: QueryCreator<Tables>,
  { key, secret }: Credentials,
  now: number,
): Promise<void> {
  const dropped = await db
    .selectFrom('dropped_secrets')
    .select('app_key')
    .where('app_key', '=', key)
    .where('secret_hash', '=', hash(secret))
    .executeTakeFirst();
  if (dropped)
    throw new AppSecretError(key, 'it was dropped, and another took its place. Give the present one.');
  await db
    .updateTable('apps')
    .set((eb) => ({ previous_secret: eb.ref('secret'), secret, previous_used_at: now }))
    .where('key', '=', key)
    .where('secret', '!=', secret)
    .where('previous_secret', 'is', null)
    .execute();
  const app = await db.selectFrom('apps').selectAll().where('key', '=', key).executeTakeFirstOrThrow();
  if (!getSecrets(app).includes(secret))
    throw new AppSecretError(
      key,
      'the app has two others, of which one must be dropped before a third is given ' +
        `(npm run app:rotate -- --key ${key} --drop).`,
    );
  await db
    .updateTable('apps')
    .set({ previous_used_at: now })
    .where('key', '=', key)
    .where('previous_secret', '=', secret)
    .execute();
}

/** Notes that a request was signed with the previous secret, at most once a minute. */
export async function notePreviousSecretUse(
  db: Kysely<Tables>,
  { key, previous_secret, previous_used_at }: AppRow,
  now: number,
): Promise<void> {
  if (previous_used_at !== null && now - previous_used_at < USE_INTERVAL_MS) return;
  await ignoreDiskFull(
    db
      .updateTable('apps')
      .set({ previous_used_at: now })
      .where('key', '=', key)
      .where('previous_secret', '=', previous_secret)
      .execute(),
  );
}

/** Drops the previous secret, which can never be adopted again. @returns false if the app has only one secret */
export async function dropPreviousSecret(db: Kysely<Tables>, key: string): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const app = await transaction.selectFrom('apps').selectAll().where('key', '=', key).executeTakeFirst();
    if (!app || app.previous_secret === null) return false;
    const { numUpdatedRows } = await transaction
      .updateTable('apps')
      .set({ previous_secret: null, previous_used_at: null })
      .where('key', '=', key)
      .where('previous_secret', '=', app.previous_secret)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await transaction
      .insertInto('dropped_secrets')
      .values({ app_key: key, secret_hash: hash(app.previous_secret) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return true;
  });
}

function hash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
