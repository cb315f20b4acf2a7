import type { Kysely } from 'kysely';
import { prepareQuery } from '#database/prepare-query.ts';
import type { Credentials } from '#signing/request.ts';
import type { AppRow, Tables } from '#service/tables.ts';

/** The authenticated app of a request; first argument of the store functions, which scope rows by it. */
export type Caller = Pick<AppRow, 'key'> & Partial<Pick<AppRow, 'publisher'>>;

export type AppStore = ReturnType<typeof createAppStore>;

export function createAppStore(db: Kysely<Tables>) {
  const findApps = prepareQuery(db, ['key'], ({ key }) =>
    db.selectFrom('apps').selectAll().where('key', '=', key),
  );
  return {
    async find(key: string): Promise<AppRow | undefined> {
      const [app] = await findApps({ key });
      return app;
    },

    /** Creates the app with the topics offered to new apps, or sets the secret of the app that has this key. */
    async upsert(
      { key, secret }: Credentials,
      name: string,
      now: number,
      { isPublisher = false }: { isPublisher?: boolean } = {},
    ): Promise<Caller> {
      await db.transaction().execute(async (transaction) => {
        const { numInsertedOrUpdatedRows: inserted } = await transaction
          .insertInto('apps')
          .values({ key, secret, name, created_at: now, publisher: isPublisher ? 1 : 0 })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        if (inserted === 0n)
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
