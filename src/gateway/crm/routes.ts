import type { FastifyInstance } from 'fastify';
import { findChanges } from '#gateway/audit/changes.ts';
import { registerDeskRoutes } from '#gateway/desk-routes.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { fetchAgencyCrm, queueCrmTest, setAgencyCrm } from './store.ts';

/** Routes of the mail addresses of agencies' CRMs. */
export function crmRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, config, now, stamp, wake } = gateway;

  registerDeskRoutes(app, gateway, {
    viewAgencyCrm: ({ params: { adminMail } }) => fetchAgencyCrm(db, adminMail),

    async setAgencyCrm({ params: { adminMail }, body, request }) {
      const { mail, format } = await fetchAgencyCrm(db, adminMail);
      request.audit.changes = findChanges(
        { address: mail, format },
        { address: body.mail, format: body.format },
      );
      return setAgencyCrm(db, adminMail, body, now());
    },

    async testAgencyCrm({ params: { adminMail } }) {
      await queueCrmTest(db, adminMail, { ...stamp(), zone: config.timeZone });
      wake('mails');
      return fetchAgencyCrm(db, adminMail);
    },
  });
}
