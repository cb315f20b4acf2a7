import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify';
import { gatewayCode } from '#contract/problem.ts';
import { startClock } from '#database/clock.ts';
import { ignoreDiskFull } from '#database/disk-full-error.ts';
import { lockDatabase } from '#database/lock-database.ts';
import { registerHealthRoutes } from '#http/health.ts';
import { sendProblem } from '#http/problem-error.ts';
import { createServer, logRequests } from '#http/server.ts';
import { openSendingHold } from '#outbox/sending-hold.ts';
import type { GatewayConfig } from './config.ts';
import { ExportSlots } from './export/export-slots.ts';
import { registerAuditHooks } from './audit/audit-hooks.ts';
import { auditRoutes } from './audit/routes.ts';
import { startGatewayWork } from './background-work.ts';
import { registerClientAddress } from './client-address.ts';
import { startAssetRetention } from './console/asset-retention.ts';
import { buildPolicy } from './console/content-security-policy.ts';
import { agencyRoutes } from './agencies/routes.ts';
import { catalogRoutes } from './catalogs/routes.ts';
import { ConnectionMonitor } from './connection/connection-monitor.ts';
import { connectionRoutes } from './connection/routes.ts';
import { type StoryCast, prepareStory, startStory } from './demo/story.ts';
import { consoleRoutes, readPage } from './console/routes.ts';
import { ResendRateLimiter } from './deliveries/resend-rate-limiter.ts';
import { deliveryRoutes } from './deliveries/routes.ts';
import { exportRoutes } from './export/routes.ts';
import { followUpRoutes } from './follow-up/routes.ts';
import { forwardRoutes } from './forward/routes.ts';
import { Upstream, type UpstreamTimeouts } from './forward/upstream.ts';
import { isAbortError } from './disconnect-signal.ts';
import type { Gateway } from './gateway.ts';
import { buildSecurityHeaders, createClientErrorHandler, setSecurityHeaders } from './security-headers.ts';
import { loadWebhookReceiver } from './webhook-receiver/receiver.ts';
import { webhookReceiverRoutes } from './webhook-receiver/routes.ts';
import { hoursRoutes } from './hours/routes.ts';
import { inquiryRoutes } from './inquiries/routes.ts';
import { SearchMatches } from './inquiries/search-matches.ts';
import { verifyInstallation } from './installation.ts';
import { JobRunner } from './jobs/job-runner.ts';
import { jobRoutes } from './jobs/routes.ts';
import { invitationRoutes } from './invitations/routes.ts';
import { getLiveNotifications } from './live/event-log.ts';
import { LiveEventHub } from './live/live-event-hub.ts';
import { liveRoutes } from './live/routes.ts';
import { startRecoveryWorker } from './links/recoveries.ts';
import { linkRoutes } from './links/routes.ts';
import { prepareRollUps } from './overview/roll-ups.ts';
import { overviewRoutes } from './overview/routes.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { meRoutes } from './people/me.ts';
import { registerMethodNotAllowed } from './method-not-allowed.ts';
import { rejectCrossSiteRequests } from './cross-site-requests.ts';
import { type DemoPerson, ensureDemoPeople } from './people/demo.ts';
import { peopleRoutes } from './people/routes.ts';
import { hasPeople } from './people/store.ts';
import { policyReportRoutes } from './policy-reports/routes.ts';
import { InquiryNotVisibleError } from './permissions/own-inquiries.ts';
import { createProblem, toProblem } from './problems.ts';
import { sealSecondFactors } from './second-factor/store.ts';
import { PersonRateLimiter } from './sessions/person-rate-limiter.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { createSecretBox } from '#signing/secret-box.ts';
import { logUnreadableSecrets } from './unreadable-secrets.ts';
import { openGatewayDatabase } from './store.ts';
import { templateRoutes } from './templates/routes.ts';
import { viewRoutes } from './views/routes.ts';
import { configureDemoTopics } from './webhooks/demo.ts';
import { webhookRoutes } from './webhooks/routes.ts';
import { TopicWriteLock } from './webhooks/topic-write-lock.ts';

export interface GatewayOptions {
  /** AdminMail of the agency that the demo's seller works for. */
  demoAgency?: string | undefined;
  /** Milliseconds since 1970. */
  now?: () => number;
  logger?: FastifyServerOptions['logger'];
  /** false: serves only the API. */
  page?: boolean;
  /** false: answers no requests. */
  web?: boolean;
  /** false: other processes on the database do the background work. */
  worker?: boolean;
  /**
   * Sweeps the service's lists into the inquiry index, and keeps the overview's figures; otherwise only webhooks and reads
   * do.
   */
  sweeps?: boolean;
  upstreamTimeouts?: Partial<UpstreamTimeouts>;
  livePollMs?: number;
}

export interface OpenGateway {
  app: FastifyInstance;
  /** @throws Error when the database does not answer or cannot be written */
  checkDatabase(): Promise<void>;
  /** undefined outside demos, and when the file with their passwords is gone. */
  demoPeople: DemoPerson[] | undefined;
  /** Callback URL for webhooks. */
  receiverUrl: string;
  /** Reserves disk space for when the disk is full. */
  allocateReserve(): Promise<void>;
  /** Points the demo's topics at this gateway; call once it and the embedded service listen. */
  configureDemoWebhooks(): Promise<void>;
  /** Writes, in the background, the history of the demo's people after its first start. */
  startDemoStory(cast: StoryCast): void;
  /** Stops the background work; `close` waits for it. */
  stopWork(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the database and builds the app, without listening.
 * @throws DatabaseInUseError, InstallationMismatchError, ConsoleNotBuiltError
 */
export async function openGateway(config: GatewayConfig, options: GatewayOptions = {}): Promise<OpenGateway> {
  const { web: isWeb = true, worker: isWorker = true, sweeps: hasSweeps = false } = options;
  const page = isWeb && options.page !== false ? readPage(config.consoleDir) : undefined;
  const cleanups: (() => unknown)[] = [];
  const close = async () => {
    for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
  };
  try {
    if (!config.database.url) cleanups.push(lockDatabase(config.database.file));
    const database = await openGatewayDatabase(config.database);
    cleanups.push(() => database.close());
    await verifyInstallation(database.db, config);
    await prepareRollUps(database.db, config.timeZone);

    const secrets = createSecretBox(config.consoleKey);
    await sealSecondFactors({ db: database.db, secrets });

    const { now, logJumpsTo, stop } = await startClock(database, options.now);
    cleanups.push(stop);
    if (config.demo && !(await hasPeople(database.db)))
      await prepareStory(database.db, { now: now(), zone: config.timeZone });
    const people = config.demo
      ? await ensureDemoPeople(database.db, {
          dataDir: config.dataDir,
          agency: options.demoAgency,
          now: now(),
        })
      : undefined;
    const upstream = new Upstream(config, now, options.upstreamTimeouts);
    cleanups.push(() => upstream.close());
    const receiver = await loadWebhookReceiver(database.db, config.publicUrl);
    const sendingHold = await openSendingHold(database, { PUBLIC_URL: config.publicUrl });
    const connection = new ConnectionMonitor({
      db: database.db,
      upstream,
      config,
      receiver,
      sendingHold,
      secrets,
      now,
    });
    const gateway: Gateway = {
      config,
      isWorker,
      db: database.db,
      readAs: (owner) => database.readAs(owner),
      searches: new SearchMatches(now),
      checkDatabase: () => database.check(),
      upstream,
      now,
      rateLimiter: new PersonRateLimiter(database.db, { rateLimit: config.rateLimit, now }),
      connection,
      liveEvents: new LiveEventHub({
        db: database.db,
        now,
        rules: config,
        connection,
        notifications: getLiveNotifications(config.database),
        pollMs: options.livePollMs,
      }),
      exportSlots: new ExportSlots(),
      resendLimiter: new ResendRateLimiter(database.db, now),
      topicWriteLock: new TopicWriteLock(database.db),
      secrets,
      sendingHold,
      receiver,
      wakeSweeps() {
        background?.sweeps?.wake();
        return hasSweeps;
      },
      wakeInvitationChecks: () => background?.invitationChecks.wake(),
      beginJob: (id) => jobs.begin(id),
      wakeJobs: () => jobs.wake(),
      wakeMailWorker: () => background?.mails.wake(),
      scheduleRecovery: (id) => recoveries.schedule(id),
    };
    const app = isWeb
      ? await buildApp(gateway, page, options.logger)
      : createServer({ logger: options.logger ?? false });
    const { log } = app;
    logJumpsTo(log);
    sendingHold.logTo(log);
    await logUnreadableSecrets(database.db, secrets, log);
    if (isWeb) gateway.liveEvents.start(log);
    if (page !== undefined) {
      const assetRetention = await startAssetRetention({ ...gateway, log });
      cleanups.push(() => assetRetention.stop());
    }
    if (database.engine === 'sqlite') await ignoreDiskFull(gateway.resendLimiter.endLeases());
    const jobs = new JobRunner(gateway, database.engine, log);
    if (isWorker) jobs.start();
    const recoveries = startRecoveryWorker({ ...gateway, log, retries: isWorker });
    const background = isWorker ? startGatewayWork(gateway, database, { hasSweeps, log }) : undefined;
    let stopped: Promise<void> | undefined;
    const stopWork = async () => (stopped ??= background?.stop());
    cleanups.push(stopWork);
    cleanups.push(() => recoveries.stop());
    cleanups.push(() => jobs.stop());
    cleanups.push(() => app.close());
    return {
      app,
      checkDatabase: () => database.check(),
      demoPeople: people,
      receiverUrl: receiver.url,
      allocateReserve: () => database.allocateReserve(),
      configureDemoWebhooks: () => configureDemoTopics(gateway, log),
      startDemoStory(cast) {
        const story = startStory(gateway, cast, log);
        cleanups.push(() => story.stop());
      },
      stopWork,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function buildApp(
  gateway: Gateway,
  page: string | undefined,
  logger: FastifyServerOptions['logger'],
): Promise<FastifyInstance> {
  const { publicUrl, trustProxy } = gateway.config;
  const https = publicUrl.startsWith('https:');
  const policy = buildPolicy(page ?? '', { https });
  const headers = buildSecurityHeaders({ policy, https });
  const app = createServer({
    logger: logger ?? false,
    // The first hop is the connection itself.
    trustProxy: typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy,
    // These occur before routing, so the header hook does not run.
    frameworkErrors: (error, _request, reply) => void sendProblem(reply.headers(headers), toProblem(error)),
    clientErrorHandler: createClientErrorHandler(headers),
  });
  logRequests(app);
  registerClientAddress(app);
  app.setErrorHandler((error, request, reply) => {
    // decided: as nginx logs requests whose client has left.
    if (isAbortError(error) && reply.raw.destroyed) return reply.code(499).send();
    if (error instanceof InquiryNotVisibleError) {
      request.audit.code = 'not-yours';
      return reply.code(404).header('cache-control', 'private, no-store').send();
    }
    const problemError = toProblem(error, request.session?.person.role);
    request.audit.code = gatewayCode(problemError.problem.Type);
    if (problemError.problem.Status >= 500) request.log.error({ err: error }, problemError.problem.Title);
    return sendProblem(reply, problemError);
  });
  app.setNotFoundHandler(() => {
    throw createProblem('not-found');
  });
  app.addContentTypeParser('application/json', { parseAs: 'string' }, readJson);

  setSecurityHeaders(app, headers);
  await app.register(cookie);
  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  registerAuditHooks(app, gateway);
  rejectCrossSiteRequests(app, publicUrl);

  registerHealthRoutes(app, () => gateway.checkDatabase());
  sessionRoutes(app, gateway);
  linkRoutes(app, gateway);
  meRoutes(app, gateway);
  peopleRoutes(app, gateway);
  auditRoutes(app, gateway);
  forwardRoutes(app, gateway);
  agencyRoutes(app, gateway);
  invitationRoutes(app, gateway);
  inquiryRoutes(app, gateway);
  overviewRoutes(app, gateway);
  followUpRoutes(app, gateway);
  templateRoutes(app, gateway);
  hoursRoutes(app, gateway);
  jobRoutes(app, gateway);
  notificationRoutes(app, gateway);
  liveRoutes(app, gateway);
  viewRoutes(app, gateway);
  exportRoutes(app, gateway);
  webhookRoutes(app, gateway);
  webhookReceiverRoutes(app, gateway);
  deliveryRoutes(app, gateway);
  catalogRoutes(app, gateway);
  connectionRoutes(app, gateway);
  policyReportRoutes(app, gateway);
  if (page !== undefined) consoleRoutes(app, gateway, { html: page, policy });
  registerMethodNotAllowed(app);

  await app.ready();
  return app;
}

function readJson(
  _: FastifyRequest,
  body: string | Buffer,
  done: (error: Error | null, body?: unknown) => void,
): void {
  try {
    done(null, body.length === 0 ? undefined : JSON.parse(String(body)));
  } catch {
    done(createProblem('invalid-request'));
  }
}
