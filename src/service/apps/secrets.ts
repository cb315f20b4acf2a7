import type { Kysely, QueryCreator } from 'kysely';
import { isDiskFullError } from '#database/disk-full-error.ts';
import type { AppRow, Tables } from '#service/tables.ts';
import type { Credentials } from '#signing/request.ts';
import { type SecretBox, openStoredSecret } from '#signing/secret-box.ts';
import { sha256 } from '#signing/sha256.ts';
import { appUse } from './sealed-secrets.ts';

// An app has one secret, and while it changes to another one two: both are accepted until the previous one is dropped.

/** Thrown for a secret that the app does not have and cannot adopt. */
export class AppSecretError extends Error {
  constructor(key: string, reason: string) {
    super(`APP_SECRET of the app ${key}: ${reason}`);
    this.name = 'AppSecretError';
  }
}

/** The use of a previous secret is noted at most once in this time. */
const USE_INTERVAL_MS = 60_000;

/** An app whose secrets were opened; null: there is none, or it was sealed with another SERVICE_KEY. */
export type App = Omit<AppRow, 'secret' | 'previous_secret'> & {
  secret: string | null;
  previous_secret: string | null;
};

export function openApp(app: AppRow, secrets: SecretBox): App {
  const use = appUse(app.key);
  const { secret, previous_secret } = app;
  return {
    ...app,
    secret: openStoredSecret(secrets, secret, use) ?? null,
    previous_secret: openStoredSecret(secrets, previous_secret, use) ?? null,
  };
}

/** Secrets that are accepted, the present one first. */
export function getSecrets({ secret, previous_secret }: App): string[] {
  return [secret, previous_secret].filter((stored) => stored !== null);
}

/**
 * Makes a secret the app's present one, and keeps the one before as the previous one; one that the app has already
 * changes nothing, so that it does not matter in which order instances start.
 * @throws AppSecretError when the secret was dropped, or the app has two others
 */
export async function adoptSecret(
  db: QueryCreator<Tables>,
  secrets: SecretBox,
  { key, secret }: Credentials,
  now: number,
): Promise<void> {
  const dropped = await db
    .selectFrom('dropped_secrets')
    .select('app_key')
    .where((eb) => eb.and({ app_key: key, secret_hash: sha256(secret) }))
    .executeTakeFirst();
  if (dropped)
    throw new AppSecretError(key, 'it was dropped, and another took its place. Give the present one.');
  for (;;) {
    const stored = await db.selectFrom('apps').selectAll().where('key', '=', key).executeTakeFirstOrThrow();
    const app = openApp(stored, secrets);
    if (app.previous_secret === secret)
      await db.updateTable('apps').set({ previous_used_at: now }).where('key', '=', key).execute();
    if (getSecrets(app).includes(secret)) return;
    // decided: in the place of one that cannot be read any more.
    const isReplaced = app.secret === null;
    if (!isReplaced && stored.previous_secret !== null)
      throw new AppSecretError(
        key,
        'the app has two others, of which one must be dropped before a third is given ' +
          `(npm run app:rotate -- --key ${key} --drop).`,
      );
    const { numUpdatedRows } = await db
      .updateTable('apps')
      .set({
        secret: secrets.seal(secret, appUse(key)),
        previous_secret: isReplaced ? null : stored.secret,
        previous_used_at: isReplaced ? null : now,
      })
      .where('key', '=', key)
      // Another instance may have changed it meanwhile.
      .where('secret', '=', stored.secret)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) return;
  }
}

/** Notes that a request was signed with the previous secret, at most once a minute. */
export async function notePreviousSecretUse(db: Kysely<Tables>, { key, previous_used_at }: App, now: number) {
  if (previous_used_at !== null && now - previous_used_at < USE_INTERVAL_MS) return;
  try {
    await db
      .updateTable('apps')
      .set({ previous_used_at: now })
      .where('key', '=', key)
      .where('previous_secret', 'is not', null)
      .execute();
  } catch (error) {
    // Reads are answered on a full disk, too.
    if (!isDiskFullError(error)) throw error;
  }
}

/** Drops the previous secret, which can never be adopted again. @returns false if the app has only one secret */
export async function dropPreviousSecret(db: Kysely<Tables>, secrets: SecretBox, key: string) {
  return db.transaction().execute(async (transaction) => {
    const stored = await transaction.selectFrom('apps').selectAll().where('key', '=', key).executeTakeFirst();
    if (!stored || stored.previous_secret === null) return false;
    const { previous_secret } = openApp(stored, secrets);
    const { numUpdatedRows } = await transaction
      .updateTable('apps')
      .set({ previous_secret: null, previous_used_at: null })
      .where((eb) => eb.and({ key, previous_secret: stored.previous_secret }))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    if (previous_secret !== null)
      await transaction
        .insertInto('dropped_secrets')
        .values({ app_key: key, secret_hash: sha256(previous_secret) })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    return true;
  });
}
