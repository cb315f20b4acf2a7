import type { FastifyInstance } from 'fastify';
import { registerDeskRoutes } from '#gateway/desk-routes.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { fetchIndexed } from '#gateway/inquiries/agencies.ts';
import { resolveScope } from '#gateway/inquiries/scope.ts';
import { createProblem } from '#gateway/problems.ts';
import { fetchBalance } from './balance.ts';
import { searchDifferingDays } from './differing-days.ts';

/** Routes of the balance: what the service has, and what the index has. */
export function balanceRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, now, config, receiver } = gateway;

  registerDeskRoutes(app, gateway, {
    async viewBalance({ caller: { person }, query, signal }) {
      const scope = resolveScope(person, query.agency === undefined ? undefined : [query.agency]);
      if (query.agency !== undefined && (await fetchIndexed(db, scope)).length === 0)
        throw createProblem('not-found');
      const reads = gateway.readAs({ key: person.id, isLong: true, signal });
      return fetchBalance(reads, query, {
        now: now(),
        zone: config.timeZone,
        receiverUrl: receiver.url,
      });
    },

    async findDifferingDays({ caller: { person }, params: { adminMail }, signal }) {
      const [agency] = await fetchIndexed(db, resolveScope(person, [adminMail]));
      if (!agency) throw createProblem('not-found');
      const awaitTurn = () => gateway.rateLimiter.consumeUpstreamCall(person);
      return { days: await searchDifferingDays({ ...gateway, awaitTurn, signal }, agency) };
    },
  });
}
