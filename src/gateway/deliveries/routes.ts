import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { v3 } from '#contract/v3.ts';
import { registerDeskRoutes } from '#gateway/desk-routes.ts';
import { parseServiceProblem } from '#gateway/forward/service-problem.ts';
import { callEndpoint } from '#gateway/forward/upstream.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { createProblem } from '#gateway/problems.ts';
import type { Person } from '#gateway/people/store.ts';
import { buildListContext } from '#gateway/inquiries/list-request.ts';
import { resolveScope } from '#gateway/inquiries/scope.ts';
import { fetchMatches } from '#gateway/inquiries/search-matches.ts';
import type { JobRunner } from '#gateway/jobs/job-runner.ts';
import { fetchJob } from '#gateway/jobs/store.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { fetchSummary } from './figures.ts';
import { acknowledgeIncident, fetchIncidents } from './incidents.ts';
import { resendInquiry } from './resend.ts';
import { addResendable } from './resendable.ts';
import { fetchDeliveries, fetchDelivery } from './queries.ts';
import { countMissed, createResendJob } from './resend-jobs.ts';
import { DAY_MS } from '#contract/durations.ts';
import { tokenize } from '#contract/search.ts';

/** decided: deliveries of older ones are not found. */
const MAX_FOUND_INQUIRIES = 500;

/** Routes of the delivery log: received messages and resends. */
export function deliveryRoutes(app: FastifyInstance, gateway: Gateway, jobs: JobRunner): void {
  const { db, config, receiver, now } = gateway;
  const getContext = () => ({ receiver: receiver.masked, now: now() });

  /** Sids of the newest inquiries that a search finds. */
  async function findBuyer(reads: Kysely<GatewayTables>, person: Person, buyer: string): Promise<string[]> {
    const list = {
      scope: resolveScope(person, undefined),
      filters: { narrowing: { buscar: buyer } },
      context: buildListContext(gateway, person),
    };
    const numbers = (await fetchMatches(reads, list, 'newest')).slice(0, MAX_FOUND_INQUIRIES);
    if (numbers.length === 0) return [];
    const rows = await reads.selectFrom('inquiry').select('sid').where('number', 'in', numbers).execute();
    return rows.map(({ sid }) => sid);
  }

  registerDeskRoutes(app, gateway, {
    async listDeliveries({ caller, query: { buyer, ...query }, signal }) {
      const { timeZone: zone } = config;
      const reads = gateway.readAs({ key: caller.person.id, isLong: true, signal });
      const isSearch = buyer !== undefined && tokenize(buyer).length > 0;
      const sids = isSearch ? await findBuyer(reads, caller.person, buyer) : undefined;
      const context = { now: now(), zone, receiverUrl: receiver.url };
      const [page, summary] = await Promise.all([
        fetchDeliveries(db, { ...query, sids }, { timeZone: zone, ...getContext() }),
        query.before === undefined ? fetchSummary(reads, query, context) : null,
      ]);
      return { ...page, summary };
    },

    async viewDelivery({ params }) {
      const delivery = await fetchDelivery(db, params.id, {
        retentionMs: config.deliveryDays * DAY_MS,
        ...getContext(),
      });
      if (!delivery) throw createProblem('not-found');
      return delivery;
    },

    async sendTestDelivery({ caller: { person }, params: { adminMail, sid } }) {
      const test = { personId: person.id, adminMail, sid, isTest: true };
      const reply = await resendInquiry(gateway, test, () =>
        callEndpoint(gateway.upstream, v3.resendInquiry, { adminMail, sid }),
      );
      if (reply.status !== v3.resendInquiry.success) throw parseServiceProblem(reply);
    },

    async listIncidents({ caller: { person }, signal }) {
      const reads = gateway.readAs({ key: person.id, isLong: true, signal });
      return { incidents: await addResendable(reads, await fetchIncidents(reads, now()), now()) };
    },

    async acknowledgeIncident({ caller: { person }, body, request }) {
      request.audit.target = body.topic;
      if (!(await acknowledgeIncident(db, body, { personId: person.id, now: now() })))
        throw createProblem('not-found');
      gateway.liveEvents.wake();
    },

    async unacknowledgeIncident({ query, request }) {
      request.audit.target = query.topic;
      if (!(await acknowledgeIncident(db, query, { personId: null, now: now() })))
        throw createProblem('not-found');
      gateway.liveEvents.wake();
    },

    countMissed({ caller: { person }, query, signal }) {
      return countMissed(gateway.readAs({ key: person.id, isLong: true, signal }), query, now());
    },

    async resendMissed({ caller: { person }, body, request }) {
      const { id, agency } = body;
      Object.assign(request.audit, { target: id, agency });
      await createResendJob(db, { person, address: request.address }, body, now());
      await jobs.begin(id);
      return fetchJob(db, person, id);
    },
  });
}
