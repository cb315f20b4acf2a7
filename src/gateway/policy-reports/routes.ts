import type { FastifyInstance } from 'fastify';
import { addressKey } from '#gateway/client-address.ts';
import { serveDesk } from '#gateway/endpoint.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { perMinute } from '#gateway/per-minute.ts';
import { refusal } from '#gateway/problems.ts';
import { violationsIn } from './violations.ts';

/** Both ways in which browsers write them. */
const FORMS = ['application/csp-report', 'application/reports+json'];
const MAX_REPORT_BYTES = 16 * 1024;
/** Of one address. */
const REPORTS_A_MINUTE = 20;

/** Receives what browsers report of the content security policy: one line of the log for each violation. */
export function policyReportRoutes(app: FastifyInstance, gateway: Gateway): void {
  const mayReport = perMinute(REPORTS_A_MINUTE, gateway.now);

  app.register(async (reports) => {
    reports.removeAllContentTypeParsers();
    reports.addContentTypeParser(
      FORMS,
      { parseAs: 'string', bodyLimit: MAX_REPORT_BYTES },
      (_request, body, done) => done(null, body),
    );
    // Before a body is looked at.
    reports.addHook('onRequest', async ({ address }) => {
      if (!mayReport(addressKey(address)))
        throw refusal('too-many-requests', { headers: { 'retry-after': '60' } });
    });
    serveDesk(reports, gateway, {
      async reportPolicy({ request }) {
        const violations = violationsIn(String(request.body));
        if (!violations) throw refusal('invalid-request');
        for (const violation of violations)
          request.log.warn({ violation }, 'the content security policy was violated');
      },
    });
  });
}
