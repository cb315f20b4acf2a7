import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { forecastPackage } from '#contract/agency-package.ts';
import type { AgencyPeople } from '#contract/desk/agencies.ts';
import { dayAt } from '#contract/window.ts';
import { registerDeskRoutes } from '#gateway/desk-routes.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { buildListContext } from '#gateway/inquiries/list-request.ts';
import { resolveScope } from '#gateway/inquiries/scope.ts';
import { countLast24Hours } from '#gateway/overview/pending.ts';
import { refreshArrivals } from '#gateway/overview/refresh.ts';
import { fetchArrivals } from '#gateway/overview/silence.ts';
import { type PeopleTables, mailKey } from '#gateway/people/store.ts';
import { fetchPackageReadings } from './package-readings.ts';

/** Routes about agencies: how they are, and the people who work for one. */
export function agencyRoutes(app: FastifyInstance, gateway: Gateway): void {
  const zone = gateway.config.timeZone;

  registerDeskRoutes(app, gateway, {
    async listAgencyHealth({ caller: { person }, query, signal }) {
      const reads = gateway.readAs({ key: person.id, isLong: true, signal });
      const scope = resolveScope(person, query.agencia);
      const context = buildListContext(gateway, person);
      const { now } = context;
      await refreshArrivals(gateway, scope);
      const arrivals = await fetchArrivals(reads, scope, context);
      const last24Hours = await countLast24Hours(reads, scope, context);
      const readings = await fetchPackageReadings(reads, scope.agencies, dayAt(now, zone));
      return {
        agencies: arrivals.map(({ agency_key, adminMail, lastAt, perDay, isSilent }) => {
          const ofAgency = readings.get(agency_key) ?? [];
          const last = ofAgency.at(-1);
          return {
            adminMail,
            lastAt,
            last24Hours: last24Hours.get(agency_key) ?? 0,
            perDay,
            isSilent,
            package: last
              ? {
                  used: last.used,
                  contracted: last.contracted,
                  day: last.day,
                  forecast: forecastPackage(ofAgency),
                }
              : null,
          };
        }),
      };
    },
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
