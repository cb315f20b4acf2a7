import { DISASSOCIATION_TOPIC } from '#contract/topics.ts';
import { isoInZone } from '#contract/window.ts';
import { forShare } from '#database/database.ts';
import type { Caller } from '#service/apps/store.ts';
import { ASSOCIATIONS } from '#service/associations.ts';
import { createInvitation, revokeInvitations } from '#service/registration/store.ts';
import type { Service } from '#service/service.ts';
import type { AgencyRow } from '#service/tables.ts';
import { enqueueDisassociation } from '#service/webhooks/enqueue-deliveries.ts';
import type { AgencyData } from './store.ts';

/** Transitions between the states of an agency (brief 3), each in one atomic statement or transaction. */
export function createAgencyLifecycle({ database, config, random }: Service) {
  const { db, engine } = database;
  const { publicUrl, timeZone } = config;
  return {
    /**
     * Invites an agency, or sends the mail again if this app already invited it. Undefined if the mail is registered, or
     * invited by another app.
     */
    invite(
      caller: Caller,
      { mail, data, now }: { mail: string; data: AgencyData; now: number },
    ): Promise<AgencyRow | undefined> {
      const mailKey = mail.toLowerCase();
      const row = {
        ...data,
        mail,
        app_key: caller.key,
        invited_at: now,
        registered_at: null,
        disassociated_at: null,
      };
      return db.transaction().execute(async (transaction) => {
        // An agency that was disassociated before it registered can be invited again. `on conflict` locks the row even
        // without an update, which serializes invitations of one agency.
        const created = await transaction
          .insertInto('agencies')
          .values({ ...row, mail_key: mailKey })
          .onConflict((conflict) =>
            conflict
              .column('mail_key')
              .doUpdateSet(row)
              .where('agencies.registered_at', 'is', null)
              .where('agencies.disassociated_at', 'is not', null),
          )
          .returningAll()
          .executeTakeFirst();
        if (created)
          await transaction
            .insertInto('operators')
            .values({ agency_key: mailKey, mail_key: mailKey, mail, first_name: null, last_name: null })
            .onConflict((conflict) => conflict.columns(['agency_key', 'mail_key']).doUpdateSet({ mail }))
            .execute();
        const agency =
          created ??
          (await forShare(
            engine,
            transaction
              .selectFrom('agencies')
              .selectAll()
              .where('mail_key', '=', mailKey)
              .where('app_key', '=', caller.key)
              .where('registered_at', 'is', null)
              .where('disassociated_at', 'is', null),
          ).executeTakeFirst());
        if (agency) await createInvitation(transaction, agency, { publicUrl, now, random });
        return agency;
      });
    },

    /** Updates the agency; undefined if it is no longer associated with the app. */
    async edit(caller: Caller, agency: AgencyRow, data: Partial<AgencyData>): Promise<AgencyRow | undefined> {
      const edited = await db
        .updateTable('agencies')
        .set({ mail_key: agency.mail_key, ...data })
        .where('mail_key', '=', agency.mail_key)
        .where((eb) =>
          eb.or([
            eb.and([eb('app_key', '=', caller.key), eb('disassociated_at', 'is', null)]),
            eb.exists(
              eb
                .selectFrom('added_associations as added')
                .select('added.app_key')
                .where('added.agency_key', '=', agency.mail_key)
                .where('added.app_key', '=', caller.key)
                .where('added.disassociated_at', 'is', null),
            ),
          ]),
        )
        .returningAll()
        .executeTakeFirst();
      const { app_key, disassociated_at, other_inquiries } = agency;
      return edited && { ...edited, app_key, disassociated_at, other_inquiries };
    },

    /** Ends the association, revokes its invitations and replaces its queued deliveries; false if it had ended. */
    disassociate(caller: Caller, agency: AgencyRow, now: number): Promise<boolean> {
      return db.transaction().execute(async (transaction) => {
        let ended = 0n;
        for (const { table, agencyKey } of ASSOCIATIONS) {
          const { numUpdatedRows } = await transaction
            .updateTable(table)
            .set({ disassociated_at: now })
            .where(agencyKey, '=', agency.mail_key)
            .where((eb) => eb.and({ app_key: caller.key, disassociated_at: null }))
            .executeTakeFirst();
          ended += numUpdatedRows;
        }
        if (ended === 0n) return false;
        await revokeInvitations(transaction, agency.mail_key, now);
        await transaction
          .deleteFrom('deliveries')
          .where((eb) => eb.and({ agency_key: agency.mail_key, app_key: caller.key }))
          .execute();
        await enqueueDisassociation(transaction, engine, {
          topic: DISASSOCIATION_TOPIC,
          app: caller.key,
          agency,
          messages: [{ body: { AdminMail: agency.mail, Momento: isoInZone(now, timeZone) } }],
          now,
          random,
        });
        return true;
      });
    },
  };
}
