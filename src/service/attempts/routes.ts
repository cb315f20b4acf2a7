import { attemptLog } from '#contract/attempts.ts';
import { type EndpointRoute, defineRoute } from '#service/endpoint.ts';
import type { Service } from '#service/service.ts';
import { fetchAttempts } from './store.ts';

export function createAttemptRoutes({ database: { db } }: Service): EndpointRoute[] {
  return [
    defineRoute(attemptLog.listAttempts, {
      handle: async ({ caller, query }) => ({ body: await fetchAttempts(db, caller, query) }),
    }),
  ];
}
