import type { Kysely } from 'kysely';
import type { Credentials } from '#signing/request.ts';
import type { AppRow, Tables } from '#service/tables.ts';

/** The app that a request comes from; every other store's functions take it first. */
export type Caller = Pick<AppRow, 'key'>;

export type AppStore = ReturnType<typeof createAppStore>;

export function createAppStore(db: Kysely<Tables>) {
  return {
    /** The app with this key, or undefined. */
    find: (key: string): Promise<AppRow | undefined> =>
      db.selectFrom('apps').selectAll().where('key', '=', key).executeTakeFirst(),

    /** Makes the app, with the topics that are offered to new ones, or gives the one that has this key the secret. */
    async ensure({ key, secret }: Credentials, name: string, now: number): Promise<Caller> {
      await db.transaction().execute(async (transaction) => {
        const { numInsertedOrUpdatedRows: made } = await transaction
          .insertInto('apps')
          .values({ key, secret, name, created_at: now })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        if (made === 0n)
          await transaction.updateTable('apps').set({ secret }).where('key', '=', key).execute();
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
