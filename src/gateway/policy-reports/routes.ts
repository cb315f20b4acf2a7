import type { FastifyInstance } from 'fastify';
import { addressKey } from '#gateway/client-address.ts';
import { registerDeskRoutes } from '#gateway/desk-routes.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { createProblem } from '#gateway/problems.ts';
import { RateLimiter } from '#http/rate-limiter.ts';
import { parseViolations } from './violations.ts';

/** Media types of `report-uri` and of the Reporting API. */
const MEDIA_TYPES = ['application/csp-report', 'application/reports+json'];
const MAX_REPORT_BYTES = 16 * 1024;
/** Per address. */
const REPORTS_PER_MINUTE = 20;

/** Route for reports of the content security policy; logs one line per violation. */
export function policyReportRoutes(app: FastifyInstance, gateway: Gateway): void {
  const limiter = new RateLimiter({ limit: REPORTS_PER_MINUTE, now: gateway.now });

  app.register(async (reports) => {
    reports.removeAllContentTypeParsers();
    reports.addContentTypeParser(
      MEDIA_TYPES,
      { parseAs: 'string', bodyLimit: MAX_REPORT_BYTES },
      (_request, body, done) => done(null, body),
    );
    // The rate limit is checked before the body is read.
    reports.addHook('onRequest', async ({ address }) => {
      if (!limiter.consume(addressKey(address)).isAllowed)
        throw createProblem('too-many-requests', { headers: { 'retry-after': '60' } });
    });
    registerDeskRoutes(reports, gateway, {
      async reportPolicy({ request }) {
        const violations = parseViolations(String(request.body));
        if (!violations) throw createProblem('invalid-request');
        for (const violation of violations)
          request.log.warn({ violation }, 'the content security policy was violated');
      },
    });
  });
}
