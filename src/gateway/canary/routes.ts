import type { FastifyInstance } from 'fastify';
import { findChanges } from '#gateway/audit/changes.ts';
import { registerDeskRoutes } from '#gateway/desk-routes.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { fetchIndexed } from '#gateway/inquiries/agencies.ts';
import { resolveScope } from '#gateway/inquiries/scope.ts';
import { createProblem } from '#gateway/problems.ts';
import { fetchCanary, setCanary } from './store.ts';

/** Routes of the canary, which tests by itself whether messages arrive. */
export function canaryRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, config, now, wake } = gateway;
  const view = () => fetchCanary(db, { now: now(), zone: config.timeZone });

  registerDeskRoutes(app, gateway, {
    viewCanary: view,

    async setCanary({ caller: { person }, body: { setting }, request }) {
      if (setting && (await fetchIndexed(db, resolveScope(person, [setting.adminMail]))).length === 0)
        throw createProblem('invalid-request', { errors: { 'setting.adminMail': ['invalid'] } });
      const before = (await view()).setting;
      Object.assign(request.audit, {
        agency: (setting ?? before)?.adminMail,
        changes: findChanges(
          { minutes: before && String(before.minutes) },
          { minutes: setting && String(setting.minutes) },
        ),
      });
      await setCanary(db, setting, now());
      wake('canary');
      return view();
    },
  });
}
