import type { Database } from '#database/database.ts';
import { held } from '#database/database.ts';
import type { Caller } from '#service/apps/store.ts';
import { endInvitations, invite } from '#service/registration/store.ts';
import type { AgencyRow, Tables } from '#service/tables.ts';
import type { AgencyData } from './store.ts';

export type AgencyChanges = ReturnType<typeof createAgencyChanges>;

/** What moves an agency from one state of brief 3 to the next. Each is one decision of the database. */
export function createAgencyChanges({ db, engine }: Database<Tables>, publicUrl: string) {
  return {
    /**
     * Invites, or sends the mail again for an agency that this app invited. Undefined when the mail is registered,
     * or invited by another app.
     */
    invite(
      caller: Caller,
      { mail, data, now }: { mail: string; data: AgencyData; now: number },
    ): Promise<AgencyRow | undefined> {
      const mailKey = mail.toLowerCase();
      const fresh = {
        ...data,
        mail,
        app_key: caller.key,
        invited_at: now,
        registered_at: null,
        disassociated_at: null,
      };
      return db.transaction().execute(async (transaction) => {
        // One that was only invited, and then disassociated, begins anew. A conflict locks the row also where nothing
        // is updated: invitations of one agency come one after the other.
        const begun = await transaction
          .insertInto('agencies')
          .values({ ...fresh, mail_key: mailKey })
          .onConflict((conflict) =>
            conflict
              .column('mail_key')
              .doUpdateSet(fresh)
              .where('agencies.registered_at', 'is', null)
              .where('agencies.disassociated_at', 'is not', null),
          )
          .returningAll()
          .executeTakeFirst();
        if (begun)
          await transaction
            .insertInto('operators')
            .values({ agency_key: mailKey, mail_key: mailKey, mail, first_name: null, last_name: null })
            .onConflict((conflict) => conflict.columns(['agency_key', 'mail_key']).doUpdateSet({ mail }))
            .execute();
        const agency =
          begun ??
          (await held(
            engine,
            transaction
              .selectFrom('agencies')
              .selectAll()
              .where('mail_key', '=', mailKey)
              .where('app_key', '=', caller.key)
              .where('registered_at', 'is', null)
              .where('disassociated_at', 'is', null),
          ).executeTakeFirst());
        if (agency) await invite(transaction, agency, { publicUrl, now });
        return agency;
      });
    },

    /** The agency with its new data; undefined when it is the app's no longer. */
    async edit(caller: Caller, agency: AgencyRow, data: Partial<AgencyData>): Promise<AgencyRow | undefined> {
      return db
        .updateTable('agencies')
        .set({ mail_key: agency.mail_key, ...data })
        .where('mail_key', '=', agency.mail_key)
        .where('app_key', '=', caller.key)
        .where('disassociated_at', 'is', null)
        .returningAll()
        .executeTakeFirst();
    },

    /** Ends the association, its links and what is still to be sent about it; false when it had ended. */
    disassociate(caller: Caller, agency: AgencyRow, now: number): Promise<boolean> {
      return db.transaction().execute(async (transaction) => {
        const ended = await transaction
          .updateTable('agencies')
          .set({ disassociated_at: now })
          .where('mail_key', '=', agency.mail_key)
          .where('app_key', '=', caller.key)
          .where('disassociated_at', 'is', null)
          .returning('mail_key')
          .executeTakeFirst();
        if (!ended) return false;
        await endInvitations(transaction, ended.mail_key, now);
        await transaction.deleteFrom('deliveries').where('agency_key', '=', ended.mail_key).execute();
        return true;
      });
    },
  };
}
