import type { FastifyInstance } from 'fastify';
import { registerDeskRoutes } from '#gateway/desk-routes.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { AgencySummaryCache } from './agency-summary-cache.ts';
import type { Kysely } from 'kysely';
import type { AgencyPeople } from '#contract/desk/agencies.ts';
import { type PeopleTables, mailKey } from '#gateway/people/store.ts';

/** Routes about an agency: its summary and the people who work for it. */
export function agencyRoutes(app: FastifyInstance, gateway: Gateway): void {
  const summaries = new AgencySummaryCache(gateway.upstream, gateway.now);

  registerDeskRoutes(app, gateway, {
    viewAgencySummary: ({ caller, params }) =>
      summaries.get(caller.person, params.adminMail, () =>
        gateway.rateLimiter.consumeUpstreamCall(caller.person),
      ),
    listAgencyPeople: async ({ params }) => ({
      people: await fetchAgencyPeople(gateway.db, params.adminMail),
    }),
  });
}

/** Enabled sellers of an agency, sorted by name. */
export async function fetchAgencyPeople(
  db: Kysely<PeopleTables>,
  adminMail: string,
): Promise<AgencyPeople['people']> {
  const rows = await db
    .selectFrom('person_agency')
    .innerJoin('person', 'person.id', 'person_agency.person_id')
    .select(['name', 'mail', 'role', 'own_inquiries_only'])
    .where((eb) => eb.and({ admin_mail: mailKey(adminMail), role: 'seller', disabled_at: null }))
    .execute();
  const collator = new Intl.Collator('es');
  return rows
    .map(({ name, mail, role, own_inquiries_only }) => ({
      name,
      mail,
      role,
      ownInquiriesOnly: own_inquiries_only === 1,
    }))
    .toSorted((a, b) => collator.compare(a.name, b.name));
}
