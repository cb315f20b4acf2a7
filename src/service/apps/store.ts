import type { Kysely } from 'kysely';
import { prepareQuery } from '#database/prepare-query.ts';
import type { Credentials } from '#signing/request.ts';
import type { SecretBox } from '#signing/secret-box.ts';
import type { AppRow, Tables } from '#service/tables.ts';
import { appUse } from './sealed-secrets.ts';
import { type App, adoptSecret, dropPreviousSecret, notePreviousSecretUse, openApp } from './secrets.ts';

/** The authenticated app of a request; first argument of the store functions, which scope rows by it. */
export type Caller = Pick<AppRow, 'key'> & Partial<Pick<AppRow, 'publisher'>>;

export { AppSecretError } from './secrets.ts';

export type AppStore = ReturnType<typeof createAppStore>;

export function createAppStore(db: Kysely<Tables>, secrets: SecretBox) {
  const findApps = prepareQuery(db, ['key'], ({ key }) =>
    db.selectFrom('apps').selectAll().where('key', '=', key),
  );
  return {
    async find(key: string): Promise<App | undefined> {
      const [app] = await findApps({ key });
      return app && openApp(app, secrets);
    },

    /** Notes that a request was signed with the previous secret. */
    notePreviousSecretUse: (app: App, now: number): Promise<void> => notePreviousSecretUse(db, app, now),

    /** Makes a secret the app's present one. @throws AppSecretError */
    adoptSecret: (credentials: Credentials, now: number): Promise<void> =>
      db.transaction().execute((transaction) => adoptSecret(transaction, secrets, credentials, now)),

    /** Drops the previous secret. @returns false: the app has one only */
    dropPreviousSecret: (key: string): Promise<boolean> => dropPreviousSecret(db, secrets, key),

    /**
     * Creates the app with the topics offered to new apps; of the app that has this key it changes the secret.
     * @throws AppSecretError
     */
    async upsert(
      { key, secret }: Credentials,
      name: string,
      now: number,
      { isPublisher = false }: { isPublisher?: boolean } = {},
    ): Promise<Caller> {
      await db.transaction().execute(async (transaction) => {
        const { numInsertedOrUpdatedRows: inserted } = await transaction
          .insertInto('apps')
          .values({
            key,
            secret: secrets.seal(secret, appUse(key)),
            name,
            created_at: now,
            publisher: isPublisher ? 1 : 0,
          })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        if (inserted === 0n) await adoptSecret(transaction, secrets, { key, secret }, now);
        else
          await transaction
            .insertInto('app_topics')
            .columns(['app_key', 'topic'])
            .expression((eb) =>
              eb
                .selectFrom('topics')
                .select([eb.val(key).as('app_key'), 'topic'])
                .where('offered', '=', 1),
            )
            .execute();
      });
      return { key };
    },
  };
}
