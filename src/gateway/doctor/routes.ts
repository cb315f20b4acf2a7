import type { FastifyInstance } from 'fastify';
import { DAY_MS } from '#contract/durations.ts';
import { registerDeskRoutes } from '#gateway/desk-routes.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { createProblem } from '#gateway/problems.ts';
import { fetchDoctor } from './states.ts';
import { requestRun, requestRuns, setIgnored } from './store.ts';
import { queueTestMail } from './test-mail.ts';

/** Routes of the checks of the installation. */
export function doctorRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, now, stamp, wake } = gateway;
  const view = () => fetchDoctor(db, now());

  registerDeskRoutes(app, gateway, {
    viewDoctor: view,

    async runChecks() {
      await requestRuns(db, now());
      wake('checks');
      return view();
    },

    async runCheck({ params: { check }, request }) {
      request.audit.target = check;
      if (!(await requestRun(db, check, now()))) throw createProblem('not-found');
      wake('checks');
      return view();
    },

    async ignoreCheck({ caller: { person }, params: { check }, body: { reason, days }, request }) {
      request.audit.target = check;
      const at = now();
      const ignored = {
        reason,
        personId: person.id,
        now: at,
        until: days === null ? null : at + days * DAY_MS,
      };
      if (!(await setIgnored(db, check, ignored))) throw createProblem('not-found');
      return view();
    },

    async unignoreCheck({ params: { check }, request }) {
      request.audit.target = check;
      if (!(await setIgnored(db, check, null))) throw createProblem('not-found');
      return view();
    },

    async sendTestMail({ caller: { person } }) {
      await queueTestMail(db, person, stamp());
      wake('mails');
    },
  });
}
