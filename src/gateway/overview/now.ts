import type { Kysely } from 'kysely';
import { findPackageLevel } from '#contract/agency-package.ts';
import { HOUR_MS } from '#contract/durations.ts';
import type { OverviewNow } from '#contract/desk/overview.ts';
import { UNANSWERED_INVITATION_MS } from '#contract/overview.ts';
import { addDays, dayAt } from '#contract/window.ts';
import { fetchPackageReadings } from '#gateway/agencies/package-readings.ts';
import type { DeliveryTables } from '#gateway/deliveries/store.ts';
import { firstIdOfDay } from '#gateway/first-id-of-day.ts';
import { fetchIndexed } from '#gateway/inquiries/agencies.ts';
import type { Scope } from '#gateway/inquiries/scope.ts';
import type { GatewayTables } from '#gateway/store.ts';
import type { InvitationTables } from '#gateway/invitations/store.ts';
import { firstUlidAt } from '#system/random.ts';

/** Messages that were refused since yesterday, as the list of deliveries counts days, and their most frequent reason. */
export async function fetchRefusals(
  db: Kysely<DeliveryTables>,
  { now, zone }: { now: number; zone: string },
): Promise<Pick<OverviewNow, 'refusedDeliveries' | 'refusedLately' | 'refusalReason'>> {
  const rows = await db
    .selectFrom('delivery')
    .where('outcome', '=', 'refused')
    .where('id', '>=', firstIdOfDay(addDays(dayAt(now, zone), -1), zone))
    .select(({ fn }) => [
      'reason',
      fn.countAll<number>().as('count'),
      fn
        .countAll<number>()
        .filterWhere('id', '>=', firstUlidAt(now - HOUR_MS))
        .as('lately'),
    ])
    .groupBy('reason')
    .orderBy('count', 'desc')
    .execute();
  return {
    refusedDeliveries: rows.reduce((sum, { count }) => sum + count, 0),
    refusedLately: rows.reduce((sum, { lately }) => sum + lately, 0),
    refusalReason: rows[0]?.reason ?? null,
  };
}

/** Invitations without registration for too long after their last send. */
export async function fetchUnansweredInvitations(
  db: Kysely<InvitationTables>,
  now: number,
): Promise<Pick<OverviewNow, 'unansweredInvitations' | 'oldestInvitationAt'>> {
  const { count, oldest } = await db
    .selectFrom(
      db
        .selectFrom('invitation')
        .innerJoin('invitation_send', 'invitation_send.invitation_id', 'invitation.id')
        .where('state', 'in', ['sending', 'sent'])
        .groupBy('invitation.id')
        .select(({ fn }) => fn.max('invitation_send.at').as('at'))
        .as('sent'),
    )
    .where('at', '<=', now - UNANSWERED_INVITATION_MS)
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('at').as('oldest')])
    .executeTakeFirstOrThrow();
  return { unansweredInvitations: count, oldestInvitationAt: oldest };
}

/** Agencies whose last reading has no publication left. */
export async function fetchSpentPackages(
  db: Kysely<GatewayTables>,
  scope: Scope,
  { now, zone }: { now: number; zone: string },
): Promise<OverviewNow['spentPackages']> {
  const readings = await fetchPackageReadings(db, scope.agencies, dayAt(now, zone));
  const agencies = await fetchIndexed(db, scope);
  return agencies
    .filter(({ agency_key }) => {
      const last = readings.get(agency_key)?.at(-1);
      return last && findPackageLevel(last) === 'exhausted';
    })
    .map(({ admin_mail, name }) => ({ adminMail: admin_mail, name }));
}
