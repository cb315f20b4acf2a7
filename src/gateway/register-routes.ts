import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import { registerHealthRoutes } from '#http/health.ts';
import { registerLoadShedding } from '#http/load-shedding.ts';
import { registerAuditHooks } from './audit/audit-hooks.ts';
import { apiTokenRoutes } from './api-tokens/routes.ts';
import { attemptRoutes } from './attempts/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import { agencyRoutes } from './agencies/routes.ts';
import { balanceRoutes } from './balance/routes.ts';
import { catalogRoutes } from './catalogs/routes.ts';
import { contactRoutes } from './contacts/routes.ts';
import { connectionRoutes } from './connection/routes.ts';
import { type ConsolePage, consoleRoutes } from './console/routes.ts';
import { deliveryRoutes } from './deliveries/routes.ts';
import { buyerRoutes } from './erasure/routes.ts';
import { exportRoutes } from './export/routes.ts';
import { followUpRoutes } from './follow-up/routes.ts';
import { forwardRoutes } from './forward/routes.ts';
import type { Gateway } from './gateway.ts';
import { webhookReceiverRoutes } from './webhook-receiver/routes.ts';
import { signatureTestRoutes } from './webhook-receiver/signature-test-routes.ts';
import { canaryRoutes } from './canary/routes.ts';
import { crmRoutes } from './crm/routes.ts';
import { doctorRoutes } from './doctor/routes.ts';
import { handoverRoutes } from './handover/routes.ts';
import { hoursRoutes } from './hours/routes.ts';
import { inquiryRoutes } from './inquiries/routes.ts';
import type { JobRunner } from './jobs/job-runner.ts';
import { jobRoutes } from './jobs/routes.ts';
import { invitationRoutes } from './invitations/routes.ts';
import { liveRoutes } from './live/routes.ts';
import { linkRoutes } from './links/routes.ts';
import { openApiRoutes } from './openapi/routes.ts';
import { openIdRoutes } from './openid/routes.ts';
import { passkeyRoutes } from './passkeys/routes.ts';
import { overviewRoutes } from './overview/routes.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { meRoutes } from './people/me.ts';
import { registerMethodNotAllowed } from './method-not-allowed.ts';
import { rejectCrossSiteRequests } from './cross-site-requests.ts';
import { peopleRoutes } from './people/routes.ts';
import { createProblem } from './problems.ts';
import { policyReportRoutes } from './policy-reports/routes.ts';
import { relayRoutes } from './relay/routes.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { templateRoutes } from './templates/routes.ts';
import { traceRoutes } from './trace/routes.ts';
import { sendUpstreamTimings } from './upstream-timings.ts';
import { viewRoutes } from './views/routes.ts';
import { webhookRoutes } from './webhooks/routes.ts';

const SHED_RETRY_AFTER_S = '2';

/** Registers all routes of the gateway, and what holds for each of them. */
export async function registerRoutes(
  app: FastifyInstance,
  {
    gateway,
    jobs,
    page,
    shedsLoad,
  }: { gateway: Gateway; jobs: JobRunner; page: ConsolePage | undefined; shedsLoad: boolean },
): Promise<void> {
  const { publicUrl } = gateway.config;
  await app.register(cookie);
  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  registerAuditHooks(app, gateway);
  sendUpstreamTimings(app);
  if (shedsLoad)
    await registerLoadShedding(app, {
      createRefusal: () => createProblem('busy', { headers: { 'retry-after': SHED_RETRY_AFTER_S } }),
      // The page itself and messages of the service cost little.
      isExempt: ({ routeOptions: { config } }) =>
        config.endpoint === undefined || config.endpoint === 'streamEvents',
    });
  rejectCrossSiteRequests(app, publicUrl);

  registerHealthRoutes(app, gateway.checkReadiness, gateway.clock);
  sessionRoutes(app, gateway);
  openIdRoutes(app, gateway);
  passkeyRoutes(app, gateway);
  linkRoutes(app, gateway);
  meRoutes(app, gateway);
  apiTokenRoutes(app, gateway);
  peopleRoutes(app, gateway);
  auditRoutes(app, gateway);
  forwardRoutes(app, gateway);
  agencyRoutes(app, gateway);
  crmRoutes(app, gateway);
  invitationRoutes(app, gateway, jobs);
  inquiryRoutes(app, gateway);
  contactRoutes(app, gateway);
  buyerRoutes(app, gateway);
  overviewRoutes(app, gateway);
  followUpRoutes(app, gateway, jobs);
  templateRoutes(app, gateway);
  hoursRoutes(app, gateway);
  handoverRoutes(app, gateway);
  jobRoutes(app, gateway, jobs);
  notificationRoutes(app, gateway);
  liveRoutes(app, gateway);
  viewRoutes(app, gateway);
  exportRoutes(app, gateway, jobs);
  webhookRoutes(app, gateway);
  webhookReceiverRoutes(app, gateway);
  signatureTestRoutes(app, gateway);
  deliveryRoutes(app, gateway, jobs);
  attemptRoutes(app, gateway);
  canaryRoutes(app, gateway);
  doctorRoutes(app, gateway);
  relayRoutes(app, gateway);
  balanceRoutes(app, gateway);
  traceRoutes(app, gateway);
  catalogRoutes(app, gateway);
  connectionRoutes(app, gateway);
  openApiRoutes(app, gateway.config);
  policyReportRoutes(app, gateway);
  if (page !== undefined) consoleRoutes(app, gateway, page);
  registerMethodNotAllowed(app);

  await app.ready();
}
