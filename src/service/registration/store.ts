import type { Kysely, Transaction } from 'kysely';
import { DAY_MS } from '#contract/durations.ts';
import { addressOf } from '#contract/endpoint.ts';
import { REGISTRATION_TOPIC } from '#contract/topics.ts';
import { v3 } from '#contract/v3.ts';
import { isoInZone } from '#contract/window.ts';
import type { Database } from '#database/database.ts';
import type { AgencyRow, Tables } from '#service/tables.ts';
import { enqueueDeliveries } from '#service/webhooks/enqueue-deliveries.ts';
import { composeInvitationMail } from './invitation-mail.ts';
import { enqueueMail } from '#work/mails.ts';
import { sha256 } from '#signing/sha256.ts';
import type { Stamp } from '#system/random.ts';

// decided: an invitation link works for 14 days.
const INVITATION_DAYS = 14;

/** The person who completes a registration. */
export interface Registrant {
  firstName: string;
  lastName: string;
}

/** Creates a single-use invitation link for the agency's administrator, and queues the mail with it. */
export async function createInvitation(
  transaction: Transaction<Tables>,
  agency: Pick<AgencyRow, 'mail' | 'mail_key' | 'name' | 'app_key'>,
  { publicUrl, now, random }: Stamp & { publicUrl: string },
): Promise<void> {
  const token = random.bytes(32).toString('base64url');
  // decided: a new invitation revokes the earlier ones.
  await revokeInvitations(transaction, agency.mail_key, now);
  await transaction
    .insertInto('invitations')
    .values({
      token_hash: sha256(token),
      agency_key: agency.mail_key,
      expires_at: now + INVITATION_DAYS * DAY_MS,
    })
    .execute();
  const { name: inviter } = await transaction
    .selectFrom('apps')
    .select('name')
    .where('key', '=', agency.app_key)
    .executeTakeFirstOrThrow();
  const link = `${publicUrl}/registro/${token}`;
  await enqueueMail(
    transaction,
    composeInvitationMail({ to: agency.mail, inviter, agency: agency.name, link, days: INVITATION_DAYS }),
    { kind: 'link', now, random },
  );
}

/** Revokes all invitation links of the agency. */
export async function revokeInvitations(transaction: Transaction<Tables>, agencyKey: string, now: number) {
  await transaction
    .updateTable('invitations')
    .set({ ended_at: now })
    .where((eb) => eb.and({ agency_key: agencyKey, ended_at: null }))
    .execute();
}

/** The agency that an invitation link is for; `gone`: used, revoked or expired; undefined: unknown token. */
export async function findInvitedAgency(
  db: Kysely<Tables>,
  token: string,
  now: number,
): Promise<(AgencyRow & { inviter: string }) | 'gone' | undefined> {
  const invitation = await db
    .selectFrom('invitations')
    .innerJoin('agencies', 'agencies.mail_key', 'invitations.agency_key')
    .innerJoin('apps', 'apps.key', 'agencies.app_key')
    .selectAll('agencies')
    .select('apps.name as inviter')
    .select(['invitations.expires_at', 'invitations.ended_at'])
    .where('token_hash', '=', sha256(token))
    .executeTakeFirst();
  return invitation && (invitation.ended_at !== null || invitation.expires_at <= now) ? 'gone' : invitation;
}

/**
 * Completes the registration by an invitation token, or by mail for the simulator, and queues the app's webhook in the
 * same transaction. False if the token is not valid or the agency is not in state Invitada.
 */
export function completeRegistration(
  { db, engine }: Pick<Database<Tables>, 'db' | 'engine'>,
  by: { token: string } | { mail: string },
  { firstName, lastName, now, random, timeZone }: Registrant & Stamp & { timeZone: string },
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const agency = await transaction
      .updateTable('agencies')
      .set({ registered_at: now })
      .where((eb) => eb.and({ registered_at: null, disassociated_at: null }))
      .where('mail_key', '=', (eb) =>
        'mail' in by
          ? eb.val(by.mail.toLowerCase())
          : eb
              .selectFrom('invitations')
              .select('agency_key')
              .where((eb) => eb.and({ token_hash: sha256(by.token), ended_at: null }))
              .where('expires_at', '>', now),
      )
      .returningAll()
      .executeTakeFirst();
    if (!agency) return false;
    await revokeInvitations(transaction, agency.mail_key, now);
    await transaction
      .updateTable('operators')
      .set({ first_name: firstName, last_name: lastName })
      .where((eb) => eb.and({ agency_key: agency.mail_key, mail_key: agency.mail_key }))
      .execute();
    await enqueueDeliveries(transaction, engine, {
      topic: REGISTRATION_TOPIC,
      agency,
      now,
      random,
      messages: [
        {
          body: {
            AdminMail: agency.mail,
            Momento: isoInZone(now, timeZone),
            _links: { agencia: { href: addressOf(v3.viewAgency, { adminMail: agency.mail }) } },
          },
        },
      ],
    });
    return true;
  });
}
