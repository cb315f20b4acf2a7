import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { DAY_MS } from '#contract/durations.ts';
import { dayAt, startOfDay } from '#contract/window.ts';
import { periodBefore } from '#contract/overview.ts';
import { fetchBalanceSummary } from '#gateway/balance/summary.ts';
import { fetchUnsolvedIncidents } from '#gateway/deliveries/incidents.ts';
import { registerDeskRoutes } from '#gateway/desk-routes.ts';
import { countFailedChecks } from '#gateway/doctor/states.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { fetchIndexed } from '#gateway/inquiries/agencies.ts';
import { fetchFreshness } from '#gateway/inquiries/freshness.ts';
import { buildListContext } from '#gateway/inquiries/list-request.ts';
import { type Scope, resolveScope } from '#gateway/inquiries/scope.ts';
import type { Person } from '#gateway/people/store.ts';
import { isAllowed } from '#gateway/permissions/permissions.ts';
import { createProblem } from '#gateway/problems.ts';
import { fetchSpentPackages, fetchUnansweredInvitations } from './now.ts';
import { countImplausibleDates } from './implausible-dates.ts';
import { countAnswersSince, countPending } from './pending.ts';
import { fetchPeriod } from './period.ts';
import { refreshArrivals, refreshFigures } from './refresh.ts';
import { fetchSilentAgencies } from './silence.ts';
import { fetchWholeSince } from './whole-since.ts';
import type { OverviewNow, OverviewSettings } from '#contract/desk/overview.ts';
import { isPointedHere } from '#contract/desk/webhooks.ts';
import { type SettingTables, fetchSetting, saveSetting } from '#database/settings.ts';
import { countRefusedMails } from '#work/mail-table.ts';

/** The state of topics may take this time; the figures do not wait for a slow service. */
const MAX_TOPICS_MS = 1000;

/** Figures for whom may not see them. */
const NO_CONNECTION: Pick<OverviewNow, 'service' | 'stoppedTopics' | 'strayTopics' | 'failingTopics'> = {
  service: null,
  stoppedTopics: null,
  strayTopics: null,
  failingTopics: null,
};
const NO_INVITATIONS = { unansweredInvitations: null, oldestInvitationAt: null };

/** Routes of the overview: what needs somebody now, figures of a period, and its settings. */
export function overviewRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, now, config } = gateway;
  const zone = config.timeZone;

  /**
   * Scope of the requested agencies.
   * @throws ProblemError `foreign-agency`; `not-found` for agencies that the service does not list
   */
  async function resolveListedScope(person: Person, agencia: readonly string[] | undefined): Promise<Scope> {
    const scope = resolveScope(person, agencia);
    if (!agencia || (await fetchIndexed(db, scope)).length === scope.agencies?.length) return scope;
    // Before the first list of agencies none is known.
    const isListed = (await fetchIndexed(db, { ...scope, agencies: undefined })).length > 0;
    if (isListed) throw createProblem('not-found');
    return scope;
  }

  /** Faults of the connection to the service and of its webhooks; all null: unknown. */
  async function describeConnection(): Promise<typeof NO_CONNECTION> {
    const { promise: timeout, resolve } = Promise.withResolvers<undefined>();
    const cancel = gateway.clock.setTimer(() => resolve(undefined), MAX_TOPICS_MS);
    const status = await Promise.race([gateway.connection.getStatus(), timeout]).finally(cancel);
    if (!status) {
      const { isSlow } = gateway.connection;
      return { ...NO_CONNECTION, service: isSlow ? { state: 'slow', clockAheadMs: null } : null };
    }
    const { state, clockAheadMs, topics } = status;
    const service = state === 'working' ? null : { state, clockAheadMs };
    if (service && state !== 'slow') return { ...NO_CONNECTION, service };
    const configured = topics.filter((topic) => topic.configured);
    return {
      service,
      stoppedTopics: configured.filter(({ active }) => active === false).length,
      // decided: a topic that never came here may well be another receiver's.
      strayTopics: configured.filter(
        (topic) => topic.callback !== null && !isPointedHere(topic) && topic.lastHeardAt !== null,
      ).length,
      failingTopics: configured.flatMap((topic) => {
        const { failure: cause, active } = topic;
        return cause !== null && active !== false && isPointedHere(topic)
          ? { topic: topic.topic, cause }
          : [];
      }),
    };
  }

  registerDeskRoutes(app, gateway, {
    async viewOverviewNow({ caller: { person }, query, signal }) {
      const reads = gateway.readAs({ key: person.id, isLong: true, signal });
      const scope = await resolveListedScope(person, query.agencia);
      const context = buildListContext(gateway, person);
      const may = (endpoint: Parameters<typeof isAllowed>[1]) => isAllowed(person, endpoint, undefined);
      const listSilentAgencies = async () => {
        await refreshArrivals(gateway, scope);
        return fetchSilentAgencies(reads, scope, context);
      };
      const [connection, pending] = await Promise.all([
        may('viewConnection') ? describeConnection() : NO_CONNECTION,
        countPending(reads, scope, context),
      ]);
      return {
        ...pending,
        answeredToday: await countAnswersSince(reads, scope, {
          since: startOfDay(dayAt(context.now, zone), zone),
          me: person.id,
        }),
        // decided: like invitations, for those who look after agencies.
        silent: may('listInvitations') ? await listSilentAgencies() : null,
        incidents: may('listDeliveries') ? await fetchUnsolvedIncidents(reads, context.now) : null,
        ...connection,
        refusedMails: may('viewConnection') ? await countRefusedMails(db) : null,
        failedChecks: may('runChecks') ? await countFailedChecks(db, context.now) : null,
        balance: may('viewBalance') ? await fetchBalanceSummary(reads, scope) : null,
        spentPackages: may('listInvitations') ? await fetchSpentPackages(reads, scope, context) : null,
        ...(may('listInvitations') ? await fetchUnansweredInvitations(reads, context.now) : NO_INVITATIONS),
        readAt: context.now,
        ...(await fetchFreshness(db, scope)),
      };
    },

    async viewOverview({ caller: { person }, query: { agencia, desde, hasta }, signal }) {
      const reads = gateway.readAs({ key: person.id, isLong: true, signal });
      const scope = await resolveListedScope(person, agencia);
      const readAt = now();
      const isCurrent = await refreshFigures(gateway, {
        agencies: scope.agencies?.filter((key) => !scope.ownInquiriesIn.includes(key)),
        desde: periodBefore({ desde, hasta }).desde,
        hasta,
      });
      const { ranksPeople } = await fetchOverviewSettings(db);
      const period = await fetchPeriod(
        reads,
        {
          scope,
          desde,
          hasta,
          onlyPerson: person.role === 'seller' ? person.id : undefined,
          ranksPeople,
        },
        zone,
      );
      const freshness = await fetchFreshness(db, scope);
      return {
        ...period,
        wholeSince: await fetchWholeSince(reads, scope, {
          keptSince: readAt - config.inquiryDays * DAY_MS,
          zone,
        }),
        implausibleDates: await countImplausibleDates(reads, scope, readAt),
        readAt,
        ...freshness,
        complete: freshness.complete && isCurrent,
      };
    },

    setOverviewSettings: ({ body }) => saveSetting(db, RANKS_PEOPLE, body.ranksPeople ? '1' : '0'),
  });
}

const RANKS_PEOPLE = 'OVERVIEW_RANKS_PEOPLE';

async function fetchOverviewSettings(db: Kysely<SettingTables>): Promise<OverviewSettings> {
  return { ranksPeople: (await fetchSetting(db, RANKS_PEOPLE)) === '1' };
}
