import { type Kysely, type SqlBool, sql } from 'kysely';
import { PACKAGE_FORECAST } from '#contract/agency-package.ts';
import type { OverviewNow } from '#contract/desk/overview.ts';
import { UNANSWERED_INVITATION_MS } from '#contract/overview.ts';
import { addDays, dayAt } from '#contract/window.ts';
import { isInAgencies, isPresent } from '#gateway/inquiries/agencies.ts';
import type { Scope } from '#gateway/inquiries/scope.ts';
import type { GatewayTables } from '#gateway/store.ts';
import type { InvitationTables } from '#gateway/invitations/store.ts';

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

/** Agencies that have no publication left by the last reading, if it is not old. */
export async function fetchSpentPackages(
  db: Kysely<GatewayTables>,
  scope: Scope,
  { now, zone }: { now: number; zone: string },
): Promise<OverviewNow['spentPackages']> {
  const since = addDays(dayAt(now, zone), -PACKAGE_FORECAST.days);
  return db
    .selectFrom('indexed_agency')
    .where(isInAgencies(scope))
    .where(isPresent)
    .where(
      sql<SqlBool>`(select used >= contracted from package_reading
        where package_reading.agency_key = indexed_agency.agency_key and day >= ${since}
        order by day desc limit 1)`,
    )
    .select(['admin_mail as adminMail', 'name'])
    .orderBy('agency_key')
    .execute();
}
