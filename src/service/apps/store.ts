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

    /** Makes the app, or gives the one that has this key the secret. */
    async ensure({ key, secret }: Credentials, name: string, now: number): Promise<Caller> {
      await db
        .insertInto('apps')
        .values({ key, secret, name, created_at: now })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ secret }))
        .execute();
      return { key };
    },
  };
}
