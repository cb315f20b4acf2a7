import { createHash, randomBytes } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { addressOf } from '#contract/endpoint.ts';
import { v3 } from '#contract/v3.ts';
import { isoInZone } from '#contract/window.ts';
import type { Database } from '#database/database.ts';
import type { AgencyRow, Tables } from '#service/tables.ts';
import { announce } from '#service/webhooks/outbox.ts';
import { invitationMail } from './invitation-mail.ts';
import { queueMail } from '#outbox/mails.ts';

// decided: an invitation is good for 14 days.
const DAYS = 14;
const DAY_MS = 86_400_000;

/** The person who completes a registration. */
export interface Registrant {
  firstName: string;
  lastName: string;
}

/** Makes a single-use link for the agency's administrator, the only one that works, and queues the mail with it. */
export async function invite(
  transaction: Transaction<Tables>,
  agency: Pick<AgencyRow, 'mail' | 'mail_key' | 'name'>,
  { publicUrl, now }: { publicUrl: string; now: number },
): Promise<void> {
  const token = randomBytes(32).toString('base64url');
  // decided: the links of earlier invitations stop working.
  await endInvitations(transaction, agency.mail_key, now);
  await transaction
    .insertInto('invitations')
    .values({
      token_hash: hashOf(token),
      agency_key: agency.mail_key,
      expires_at: now + DAYS * DAY_MS,
      ended_at: null,
    })
    .execute();
  const link = `${publicUrl}/registro/${token}`;
  await queueMail(
    transaction,
    invitationMail({ to: agency.mail, agency: agency.name, link, days: DAYS }),
    now,
  );
}

/** From now on no link of the agency works. */
export async function endInvitations(
  transaction: Transaction<Tables>,
  agencyKey: string,
  now: number,
): Promise<void> {
  await transaction
    .updateTable('invitations')
    .set({ ended_at: now })
    .where('agency_key', '=', agencyKey)
    .where('ended_at', 'is', null)
    .execute();
}

/** The agency that a link invites; `gone` when it was used or has expired, undefined when there never was one. */
export async function invitedBy(
  db: Kysely<Tables>,
  token: string,
  now: number,
): Promise<AgencyRow | 'gone' | undefined> {
  const found = await db
    .selectFrom('invitations')
    .innerJoin('agencies', 'agencies.mail_key', 'invitations.agency_key')
    .selectAll('agencies')
    .select(['invitations.expires_at', 'invitations.ended_at'])
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst();
  return found && (found.ended_at !== null || found.expires_at <= now) ? 'gone' : found;
}

/**
 * Completes the registration by a link, or without one for the simulator; the app is told in the same transaction.
 * False when the link does not work (any more), or the agency is not waiting for it.
 */
export function completeRegistration(
  { db, engine }: Pick<Database<Tables>, 'db' | 'engine'>,
  by: { token: string } | { mail: string },
  { firstName, lastName, now, timeZone }: Registrant & { now: number; timeZone: string },
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const agency = await transaction
      .updateTable('agencies')
      .set({ registered_at: now })
      .where('registered_at', 'is', null)
      .where('disassociated_at', 'is', null)
      .where('mail_key', '=', (eb) =>
        'mail' in by
          ? eb.val(by.mail.toLowerCase())
          : eb
              .selectFrom('invitations')
              .select('agency_key')
              .where('token_hash', '=', hashOf(by.token))
              .where('ended_at', 'is', null)
              .where('expires_at', '>', now),
      )
      .returningAll()
      .executeTakeFirst();
    if (!agency) return false;
    await endInvitations(transaction, agency.mail_key, now);
    await transaction
      .updateTable('operators')
      .set({ first_name: firstName, last_name: lastName })
      .where('agency_key', '=', agency.mail_key)
      .where('mail_key', '=', agency.mail_key)
      .execute();
    await announce(transaction, engine, {
      topic: 'agencia-registrada',
      agency,
      now,
      body: {
        AdminMail: agency.mail,
        Momento: isoInZone(now, timeZone),
        _links: { agencia: { href: addressOf(v3.viewAgency, { adminMail: agency.mail }) } },
      },
    });
    return true;
  });
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
